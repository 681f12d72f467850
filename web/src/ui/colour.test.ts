import { expect, test } from 'vitest';
import { contrast, hue, readable } from './colour';

test('contrast is the ratio of WCAG', () => {
  expect(contrast('#000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  expect(contrast('teal', '#ffffff')).toBe(1);
});

test('any text becomes readable on any ground and good pairs stay as they are', () => {
  expect(readable('#1d4ed8', '#dbeafe')).toBe('#1d4ed8');
  for (const text of ['#ffff00', '#ffffff', '#000000', '#888888', 'nonsense']) {
    for (const ground of ['#ffffff', '#000000', '#777777', '#fef3c7', '#1e293b']) {
      expect(contrast(readable(text, ground), ground)).toBeGreaterThanOrEqual(4.5);
    }
  }
});

test('the hue of a name does not change and differs between neighbours', () => {
  expect(hue('Ada')).toBe(hue('Ada'));
  expect(hue('7')).not.toBe(hue('8'));
});
