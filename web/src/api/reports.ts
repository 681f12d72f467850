// Exports of a project: status report, spreadsheets, calendar.

import { queryOptions } from '@tanstack/react-query';
import type { Language } from '../i18n';
import { del, get, post, queryOf } from './http';
import type { CalendarState } from './types.gen';

export type SheetKind = 'tickets' | 'time' | 'finance';
type SheetFormat = 'csv' | 'xlsx';
/** Tables of the finance export; a CSV file contains only one of them. */
export type FinanceTable = 'indicators' | 'curve' | 'sprints' | 'epics' | 'members';

/** URL of the report as a standalone page. */
export const reportAddress = (project: string, lang: string, asOf?: string) =>
  `/dash/projects/${project}/report${queryOf({ as_of: asOf, lang })}`;

interface SheetOptions {
  asOf?: string;
  table?: FinanceTable;
  /** The language of the words in the file; locales with a decimal comma expect semicolons between cells. */
  lang: Language;
}

/** URL of a spreadsheet export. */
export function sheetAddress(project: string, kind: SheetKind, format: SheetFormat, options: SheetOptions) {
  const query = queryOf({
    as_of: kind === 'finance' ? options.asOf : undefined,
    table: format === 'csv' ? options.table : undefined,
    separator: format === 'csv' && options.lang === 'fr' ? 'semicolon' : undefined,
    lang: options.lang,
  });
  return `/dash/projects/${project}/export/${kind}.${format}${query}`;
}

export const calendarKey = (project: string) => ['project', project, 'calendar'] as const;
export const calendarQuery = (project: string) =>
  queryOptions({
    queryKey: calendarKey(project),
    queryFn: ({ signal }) => get<CalendarState>(`/projects/${project}/calendar`, undefined, signal),
  });

export const makeCalendar = (project: string) => post<CalendarState>(`/projects/${project}/calendar`);
export const endCalendar = (project: string) => del(`/projects/${project}/calendar`);
