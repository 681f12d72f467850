import type { Texts } from '../texts';

export const charts = {
  today: 'Today',
  empty: 'Nothing to show yet.',
  stepThrough: '{title}: step through the points with the arrow keys',
  tableOf: '{title} as a table',
  showTable: 'Show as a table',
  hideTable: 'Hide the table',
  csv: 'Download CSV',
  day: 'Day',
} satisfies Texts;
