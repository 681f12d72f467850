import type { Texts } from '../texts';

export const reports = {
  title: 'Reports',
  lead: 'The status of the project to print, its data as files, and its dates in your calendar.',
  status: 'Status report',
  statusText:
    'All numbers and plots on one page, as it will be printed. To get a PDF, print it and choose “Save as PDF”.',
  asOf: 'As of',
  asOfText: 'What is known now of {day}, beside what was reported then.',
  today: 'Today',
  print: 'Print or save as PDF',
  open: 'Open as a page',
  preview: 'Preview of the status report',
  costsHidden:
    'What a sprint cost is not on your report: in this project, only the owner and admins see daily rates and what would tell them.',
  files: 'Files for spreadsheets',
  filesText: 'As the project is now. XLSX opens in Excel, LibreOffice and Google Sheets; CSV in everything.',
  file_tickets: 'Tickets',
  file_time: 'Time',
  file_finance: 'Finance',
  holds_tickets:
    'Each ticket with its type, status, points, assignee, epic, sprint, tags, what it depends on, subtasks, logged time, criteria and description.',
  holds_time: 'Each time entry with its day, person, ticket, epic, sprint, minutes, rate and cost.',
  holds_finance: 'The 26 numbers, the S-curve by day, and points and cost by sprint, epic and member.',
  withoutCosts: 'Without rates and without what a part cost: in this project these are for the owner and admins.',
  fileAsOf: 'As of {day}.',
  table: 'Table in the CSV file',
  table_indicators: 'The 26 numbers',
  table_curve: 'S-curve by day',
  table_sprints: 'Sprints',
  table_epics: 'Epics',
  table_members: 'Members',
  xlsx: 'XLSX',
  csv: 'CSV',
  safe: 'Moments are in UTC. In CSV, an apostrophe stands before texts that a spreadsheet would take for a formula.',
  semicolon:
    'The cells of CSV files are separated by semicolons, and numbers have a decimal comma, as French spreadsheets expect.',
  calendar: 'Calendar',
  calendarText:
    'Sprints and milestones in the calendar you use, kept up to date. Paste the address where it offers to subscribe to a calendar (iCal).',
  makeAddress: 'Make my private address',
  addressMade: 'You made your private address on {moment}. It is not shown again; replace it if you lost it.',
  addressOnce: 'Copy the address now: it is shown this once',
  addressSecret:
    'Who knows it reads titles and dates of this project’s sprints and milestones, without signing in. It works while you are a member.',
  copyAddress: 'Copy the address',
  replaceAddress: 'Replace the address',
  endAddress: 'End the address',
  replace: 'Replace',
  end: 'End',
  addressStops: 'The address you have stops working at once. Calendars that use it are not updated any more.',
  calendarEnded: 'The address works no more.',
} satisfies Texts;
