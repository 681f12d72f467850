// Test helpers: a sample week, and the providers the components need.

import { MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import type { Week, WeekEntry, WeekTicket } from '../../api/types.gen';
import { addDays } from '../../days';
import { I18nProvider } from '../../i18n';
import en from '../../i18n/en';

export const ticket = (uuid: string, title: string, project = 'P'): WeekTicket => ({
  uuid,
  key: 'P-1',
  title,
  project_uuid: project,
  project,
  color: '#000000',
  deleted: false,
});

/** A week with two entries on Monday: a with 60 minutes, b with 30. */
export function newWeek(monday = '2026-11-09'): Week {
  const days = Array.from({ length: 7 }, (_, index) => addDays(monday, index));
  const entries = days.map(() => [] as WeekEntry[]);
  entries[0]?.push(
    { uuid: 'a', minutes: 60, comment: 'x', version: '1' },
    { uuid: 'b', minutes: 30, comment: null, version: '1' },
  );
  return {
    monday,
    days,
    today: '2026-11-11',
    user: { user_id: 1, name: 'Ada' },
    mine: true,
    rows: [{ ticket: ticket('t1', 'One'), entries }],
    more: false,
    totals: [90, 0, 0, 0, 0, 0, 20],
    elsewhere: [0, 0, 0, 0, 0, 0, 20],
    missing: ['2026-11-10', '2026-11-11'],
    projects: [{ uuid: 'P', name: 'P', color: '#000000', write: true, manage: false }],
    people: [],
  };
}

/** The same person's week without any time. */
export const emptyWeek = (week: Week): Week => ({ ...week, rows: [], totals: week.elsewhere });

/** Renders to text in English. */
export const renderText = (client: QueryClient, part: ReactNode): string =>
  renderToString(
    <I18nProvider language="en" texts={en}>
      <MantineProvider>
        <QueryClientProvider client={client}>{part}</QueryClientProvider>
      </MantineProvider>
    </I18nProvider>,
  );
