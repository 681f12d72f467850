// The S-curves of the current and the hypothetical project in one chart.
import type { Outlook, WhatIf } from '../../api/types.gen';
import { dayNumber } from '../../days';
import type { Translate } from '../../i18n';
import type { Series } from '../../ui/charts/series';
import { changed } from '../finance/compare';
import { type CurveUnit, curveOf, type SCurve } from '../finance/scurve';

interface Comparison extends SCurve {
  differs: boolean;
}

/** Draws one line where both sides agree; otherwise draws a thin line for the current side and a thick one for the other. */
export function comparisonOf(answer: WhatIf, unit: CurveUnit, t: Translate): Comparison {
  const sides = [answer.now, answer.then].map((side) => curveOf(courseOf(side, answer), unit, t));
  const days = [...new Set(sides.flatMap((side) => side.days))].sort();
  const [now, then] = sides.map((side) => linesOn(days, side));
  const keys = [...new Set([...(now ?? []), ...(then ?? [])].map((line) => line.key))];
  const pairs = keys
    .filter((key) => isDrawn(key, keys))
    .map((key) => ({ before: lineOf(now, key), after: lineOf(then, key) }));
  const today = days.indexOf(answer.day);
  return {
    days,
    places: days.map(dayNumber),
    today: today < 0 ? null : today,
    series: pairs.flatMap(({ before, after }) => pairOf(before, after, t)),
    cones: [],
    differs: pairs.some(({ before, after }) => !sameLine(before, after)),
  };
}

const courseOf = (side: Outlook, { day, budget_steps }: WhatIf) => ({ ...side, day, budget_steps });

/** Keeps only the P80 forecast and the total cost, because more lines would be unreadable. */
const isDrawn = (key: string, keys: readonly string[]) =>
  !/_(p50|p95)$/.test(key) && !(key === 'ac' && keys.includes('ac_total'));

const lineOf = (lines: Series[] | undefined, key: string) => lines?.find((line) => line.key === key);

/** Maps the lines of a curve to another set of days. */
function linesOn(days: readonly string[], curve: SCurve): Series[] {
  const places = new Map(curve.days.map((day, index) => [day, index]));
  return curve.series.map((line) => {
    const values = days.map((day) => line.values[places.get(day) ?? -1] ?? null);
    const flat = line.key === 'bac' || line.key === 'total_sp';
    return { ...line, unlisted: false, values: flat ? days.map(() => line.values[0] ?? null) : values };
  });
}

function sameLine(before: Series | undefined, after: Series | undefined): boolean {
  if (before === undefined || after === undefined) return before === after;
  return before.values.every((value, index) => !changed(value, after.values[index] ?? null));
}

function pairOf(before: Series | undefined, after: Series | undefined, t: Translate): Series[] {
  if (before && after && sameLine(before, after)) return [before];
  return [
    ...(before
      ? [
          {
            ...before,
            key: `${before.key} now`,
            label: t('forecast.lineNow', { name: before.label }),
            short: '',
            tone: 4,
            thin: true,
            bridge: true,
          } satisfies Series,
        ]
      : []),
    ...(after
      ? [{ ...after, label: t('forecast.lineThen', { name: after.label }), thin: false, bridge: true } satisfies Series]
      : []),
  ];
}
