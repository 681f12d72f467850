import { expect, test } from 'vitest';
import type { Sprint } from '../../api/types.gen';
import { addDays, daysBetween } from '../../days';
import { linesOf, nextPlan, workday } from './dates';

const sprint = (title: string, start: string | null, end: string | null) =>
  ({ title, start_date: start, end_date: end }) as Sprint;

test('days are counted without regard to clocks', () => {
  expect(addDays('2026-10-24', 2)).toBe('2026-10-26');
  expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2);
  expect(workday('2026-11-14')).toBe('2026-11-16');
  expect(workday('2026-11-13')).toBe('2026-11-13');
});

test('the next sprint follows the last one: number, start and length', () => {
  const sprints = [sprint('Sprint 9', '2026-11-02', '2026-11-13'), sprint('Sprint 10', '2026-11-16', '2026-11-27')];
  expect(nextPlan(sprints, '2026-11-15', 'Sprint')).toEqual({
    title: 'Sprint 11',
    start: '2026-11-30',
    end: '2026-12-11',
  });
});

test('a sprint is not proposed in the past, nor under a title that is taken', () => {
  const plan = nextPlan([sprint('Itération 3', '2026-01-05', '2026-01-16')], '2026-11-15', 'Sprint');
  expect(plan).toEqual({ title: 'Itération 4', start: '2026-11-16', end: '2026-11-27' });
  const taken = [sprint('Sprint 2', null, null), sprint('Sprint 1', '2026-11-02', '2026-11-13')];
  expect(nextPlan(taken, '2026-11-15', 'Sprint').title).toBe('Sprint 3');
});

test('the first sprint is two weeks from the next working day', () => {
  expect(nextPlan([], '2026-11-15', 'Sprint')).toEqual({ title: 'Sprint 1', start: '2026-11-16', end: '2026-11-27' });
});

test('empty lines are no lines', () => expect(linesOf(' a \n\n b\n')).toEqual(['a', 'b']));
