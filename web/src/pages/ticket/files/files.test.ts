import { expect, test } from 'vitest';
import { acceptedName, pastedName, sizeError } from './names';
import { moved, withImage } from './place';

test('a name becomes one that the server accepts', () => {
  expect(acceptedName('plan.pdf')).toBe('plan.pdf');
  expect(acceptedName('<img src=x onerror=alert(1)>.png')).toBe('<img src=x onerror=alert(1)>.png');
  expect(acceptedName('../../etc\\passwd')).toBe('.._.._etc_passwd');
  expect(acceptedName('in\u202egnp.exe\n\u0000')).toBe('in_gnp.exe__');
  for (const name of ['', ' ', '.', '..']) expect(acceptedName(name)).toBe('file');
  const long = acceptedName(`${'😀'.repeat(300)}.png`);
  expect([...long]).toHaveLength(255);
  expect(long.endsWith('😀.png')).toBe(true);
});

test('pasted images have names that tell them apart', () => {
  const now = new Date(2026, 10, 8, 9, 5, 7);
  expect(pastedName('image.png', now)).toBe('image 2026-11-08 09.05.07.png');
  expect(pastedName('plan.png', now)).toBe('plan.png');
});

test('a file is refused only if the limit is known', () => {
  expect(sizeError(11, 10)?.code).toBe('file_too_large');
  expect(sizeError(10, 10)).toBeNull();
  expect(sizeError(11, undefined)).toBeNull();
});

test('the place of an image follows the text around it', () => {
  expect(moved(3, 'one two', 'one and two')).toBe(3);
  expect(moved(4, 'one two', 'And one two')).toBe(8);
  expect(moved(4, 'one two', 'one two three')).toBe(4);
  expect(moved(4, 'one two', '')).toBe(0);
  expect(moved(5, 'one two', 'one 2')).toBe(5);
  expect(moved(0, '', 'typed on')).toBe(0);
});

test('an image gets a line of its own', () => {
  expect(withImage('', 0, 'I').text).toBe('I\n');
  expect(withImage('one two', 3, 'I').text).toBe('one\nI\n two');
  expect(withImage('one\n\ntwo', 4, 'I').text).toBe('one\nI\ntwo');
});
