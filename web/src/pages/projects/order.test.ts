import { expect, test } from 'vitest';
import type { OverviewProject } from '../../api/types.gen';
import { daysBetween } from '../../days';
import { filterProjects, sortProjects } from './order';
import { validateSearch } from './search';

const project = (name: string, more: Partial<OverviewProject> = {}): OverviewProject => ({
  uuid: name,
  key: name.toUpperCase(),
  name,
  description: '',
  color: '#4f46e5',
  role: 'member',
  member_count: 1,
  favourite: false,
  budget: null,
  currency: null,
  progress: null,
  cpi: null,
  spi: null,
  cpi_health: null,
  spi_health: null,
  bac: null,
  eac: null,
  sees_rates: true,
  sprint: null,
  members: [],
  updated_at: '2026-11-01T00:00:00Z',
  ...more,
});
const names = (projects: OverviewProject[]) => projects.map((one) => one.name).join(' ');
const compare = (a: string, b: string) => a.localeCompare(b);

test('a search finds every word in name or description, whatever the case and accents', () => {
  const all = [project('Métro', { description: 'Ligne Dix' }), project('Tram')];
  expect(names(filterProjects(all, 'metro DIX'))).toBe('Métro');
  expect(names(filterProjects(all, ''))).toBe('Métro Tram');
  expect(filterProjects(all, 'metro bus')).toEqual([]);
});

test('favourites come first in every order', () => {
  const all = [
    project('A', { progress: 0.9, cpi_health: 'good' }),
    project('B', { favourite: true, progress: 0.1 }),
    project('C', { spi_health: 'red', cpi_health: 'good', updated_at: '2026-11-09T00:00:00Z' }),
  ];
  expect(names(sortProjects(all, 'name', compare))).toBe('B A C');
  expect(names(sortProjects(all, 'progress', compare))).toBe('B A C');
  expect(names(sortProjects(all, 'health', compare))).toBe('B C A');
  expect(names(sortProjects(all, 'updated', compare))).toBe('B C A');
});

test('the last day of a sprint has no day left, whatever the change of clocks in between', () => {
  expect(daysBetween('2026-11-15', '2026-11-15')).toBe(0);
  expect(daysBetween('2026-10-20', '2026-11-02')).toBe(13);
  expect(daysBetween('2026-11-15', '2026-11-14')).toBe(-1);
});

test('an order that there is not is left out of the address', () => {
  expect(validateSearch({ sort: 'odd', q: 'x' })).toEqual({ q: 'x', sort: undefined });
  expect(validateSearch({ sort: 'health' }).sort).toBe('health');
});
