import { expect, test } from 'vitest';
import { newFormat } from '../i18n/format';
import { parseDuration, takeDuration, typedDuration } from './duration';

test('durations are read as people write them, in both languages', () => {
  const given: Record<string, number> = {
    '1h30': 90,
    '1h 30m': 90,
    '1 h 30 min': 90,
    '1:30': 90,
    '0:45': 45,
    '45m': 45,
    '45 min': 45,
    '45 mn': 45,
    '0.5d': 240,
    '0,5j': 240,
    '0,5 jour': 240,
    '2 days': 960,
    '1d2h': 600,
    '1j 2h 15m': 615,
    '1.5h': 90,
    '1,5 h': 90,
    '2 heures': 120,
    '3 hours': 180,
    '1h05': 65,
    '90m': 90,
    '26h': 1560,
  };
  for (const [text, minutes] of Object.entries(given)) expect(parseDuration(text), text).toBe(minutes);
});

test('a number alone is hours while a day could hold it, and minutes from 15 on', () => {
  const given = ['1', '2', '8', '14', '15', '30', '45', '90', '1,25', '1.5', '16.5'];
  expect(given.map(parseDuration)).toEqual([60, 120, 480, 840, 15, 30, 45, 90, 75, 90, 990]);
});

test('what is no duration is not guessed at', () => {
  for (const text of [
    '',
    ' ',
    'abc',
    '0',
    '0m',
    '-1h',
    '1h30h',
    '1h30 20m',
    '1:70',
    '1h 1d',
    '99999h',
    '1..5h',
    '2 mix',
  ])
    expect(parseDuration(text), text).toBeUndefined();
});

test('what the pages show of a duration can be typed again', () => {
  for (const language of ['en', 'fr'] as const) {
    const format = newFormat(language);
    for (const minutes of [1, 15, 45, 60, 65, 90, 480, 1439, 1441]) {
      expect(parseDuration(format.minutes(minutes)), format.minutes(minutes)).toBe(minutes);
      expect(parseDuration(typedDuration(minutes))).toBe(minutes);
    }
  }
});

test('the duration at the start of a line is taken as long as it goes', () => {
  expect(takeDuration('1h30 login page')).toEqual({ minutes: 90, rest: 'login page' });
  expect(takeDuration('1h 30 login')).toEqual({ minutes: 90, rest: 'login' });
  expect(takeDuration('1j 2h 15 min  revue')).toEqual({ minutes: 615, rest: 'revue' });
  expect(takeDuration('0.5d')).toEqual({ minutes: 240, rest: '' });
  expect(takeDuration('90 2 minor fixes')).toEqual({ minutes: 90, rest: '2 minor fixes' });
  expect(takeDuration('2h 3 tickets')).toEqual({ minutes: 120, rest: '3 tickets' });
  expect(takeDuration('2h 5 min call')).toEqual({ minutes: 125, rest: 'call' });
  expect(takeDuration('1,5h')).toEqual({ minutes: 90, rest: '' });
  expect(takeDuration('login page')).toEqual({ minutes: undefined, rest: 'login page' });
  expect(takeDuration('  ')).toEqual({ minutes: undefined, rest: '' });
});
