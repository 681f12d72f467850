// Data for the two sprint charts.
import type { Chart } from '../../api/types.gen';
import type { Format, Translate } from '../../i18n';
import type { Mark, Series } from '../../ui/charts/series';

export type Day = Chart['days'][number];

/** Remaining points against the ideal line. */
export function burndown(days: readonly Day[], t: Translate): Series[] {
  return [
    { key: 'remaining', label: t('sprint.remaining'), values: days.map((day) => day.remaining), tone: 1, area: true },
    { key: 'ideal', label: t('sprint.ideal'), values: days.map((day) => day.ideal), tone: 4, dash: '6 4', thin: true },
  ];
}

/** Completed points against total scope. */
export function burnup(days: readonly Day[], t: Translate): Series[] {
  return [
    { key: 'done', label: t('sprint.done'), values: days.map((day) => day.done), tone: 2, area: true },
    {
      key: 'scope',
      label: t('sprint.scope'),
      values: days.map((day) => day.scope),
      tone: 3,
      dash: '2 3',
      step: true,
    },
  ];
}

/** Days on which scope was added or removed after the start. */
export function scopeMarks(days: readonly Day[], t: Translate, format: Format): Mark[] {
  return days.flatMap((day, index): Mark[] => {
    const { added, removed } = day;
    return [
      ...(added ? [{ index, kind: 'up' as const, label: t('sprint.added', { points: format.points(added) }) }] : []),
      ...(removed
        ? [{ index, kind: 'down' as const, label: t('sprint.removed', { points: format.points(Math.abs(removed)) }) }]
        : []),
    ];
  });
}

export const sumOf = (days: readonly Day[], of: 'added' | 'removed'): number =>
  days.reduce((sum, day) => sum + Math.abs(day[of] ?? 0), 0);

/** The last day with values: today, or the end of a past sprint. */
export const lastKnown = (days: readonly Day[]): Day | undefined => days.findLast((day) => day.remaining !== null);

/** The index of today, or null if outside the days. */
export function todayIn(days: readonly Day[], today: string): number | null {
  const index = days.findIndex((day) => day.date === today);
  return index < 0 ? null : index;
}

/** Points ahead of the ideal line (positive) or behind it (negative). */
export function pace(days: readonly Day[]): number | null {
  const day = lastKnown(days);
  return day === undefined || day.remaining === null ? null : day.ideal - day.remaining;
}
