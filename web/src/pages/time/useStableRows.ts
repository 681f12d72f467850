import { useMemo, useRef } from 'react';
import type { Week, WeekRow, WeekTicket } from '../../api/types.gen';
import { rowsOf } from './week';

/** Rows in the order they first appeared, so that nothing jumps while the user types. */
export function useStableRows(
  week: Week,
  further: readonly WeekTicket[],
  compare: (a: string, b: string) => number,
): WeekRow[] {
  const places = useRef({ week: '', of: new Map<string, number>() });
  return useMemo(() => {
    const name = `${week.user.user_id} ${week.monday}`;
    if (places.current.week !== name) places.current = { week: name, of: new Map() };
    const { of } = places.current;
    const rows = rowsOf(week, further, compare);
    for (const { ticket } of rows) if (!of.has(ticket.uuid)) of.set(ticket.uuid, of.size);
    return rows.toSorted((a, b) => (of.get(a.ticket.uuid) ?? 0) - (of.get(b.ticket.uuid) ?? 0));
  }, [week, further, compare]);
}
