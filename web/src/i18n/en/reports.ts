import type { Texts } from '../texts';

export const reports = {
  title: 'Reports',
  lead: 'Print the project’s status, export its data, and get its dates in your calendar.',
  status: 'Status report',
  statusText:
    'All numbers and charts on one page, as it will be printed. To get a PDF, print it and choose “Save as PDF”.',
  asOf: 'As of',
  asOfText:
    'The figures of {day}, restated with what is known now and the budget of that day, next to what was reported then, if anything was.',
  today: 'Today',
  print: 'Print or save as PDF',
  open: 'Open as a page',
  preview: 'Preview of the status report',
  costHidden:
    'This project shows cost only to its owner and admins. Your report and files contain budget, points, planned and earned value, and dates.',
  files: 'Files for spreadsheets',
  filesText: 'The project as it is now. XLSX opens in Excel, LibreOffice and Google Sheets; CSV opens almost anywhere.',
  file_tickets: 'Tickets',
  file_time: 'Time',
  file_finance: 'Finance',
  holds_tickets:
    'Each ticket with its type, status, points, assignee, epic, sprint, tags, dependencies, subtasks, logged time, criteria and description.',
  holds_time: 'Each time entry with its day, person, ticket, epic, sprint, minutes, rate and cost.',
  holds_time_plain: 'Each time entry with its day, person, ticket, epic, sprint and minutes.',
  holds_finance_plain: 'Budget, points, planned and earned value, the S-curve by day, and points by sprint and epic.',
  holds_finance: 'The 25 numbers, the S-curve by day, and points and cost by sprint, epic and member.',
  fileAsOf: 'As of {day}, with what is known now and the budget of that day.',
  table: 'Table in the CSV file',
  table_indicators: 'The 25 numbers',
  table_indicators_plain: 'The numbers',
  table_curve: 'S-curve by day',
  table_sprints: 'Sprints',
  table_epics: 'Epics',
  table_members: 'Members',
  xlsx: 'XLSX',
  csv: 'CSV',
  safe: 'Times are in UTC. In CSV files, an apostrophe precedes any text that a spreadsheet would take for a formula.',
  semicolon:
    'Cells in CSV files are separated by semicolons, and numbers have a decimal comma, as French spreadsheets expect.',
  calendar: 'Calendar',
  calendarText:
    'Sprints and milestones in your own calendar, kept up to date. To subscribe, paste the address into your calendar app (iCal).',
  makeAddress: 'Create my private address',
  addressMade:
    'You created your private address on {moment}. It cannot be shown again; replace it if you have lost it.',
  addressOnce: 'Copy the address now: it is shown only once',
  addressSecret:
    'Anyone who knows it can read the titles and dates of this project’s sprints and milestones without signing in. It works while you are a member.',
  copyAddress: 'Copy the address',
  addressKept: 'I have copied it',
  replaceAddress: 'Replace the address',
  endAddress: 'Revoke the address',
  replace: 'Replace',
  end: 'Revoke',
  addressStops: 'Your current address will stop working immediately. Calendars that use it will no longer be updated.',
  calendarEnded: 'The address no longer works.',
} satisfies Texts;
