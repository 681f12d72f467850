import type { Texts } from '../texts';

export const plans = {
  title: 'Plans',
  lead: 'Which accounts may use the API, and why.',
  grid: 'Plan grid',
  rule: 'API access begins with the plan {plan}. Accounts that began before {date} keep it whatever their plan.',
  people: 'People',
  inactive: 'Of them inactive',
  yes: 'Included',
  no: 'Not included',
  how: 'Both are set when the server is started, with {plan} and {date}. The plan of a person is changed on the page People.',
  limits: 'Limits of a key',
  limitsText: 'Each API key may make {hour} calls an hour and {month} a month (UTC), whatever the plan.',
  limitsHow: 'Set when the server is started, with {hour} and {month}.',
  kept: 'Who keeps the API by their start date',
  keptText: 'Their plan would not include it, but they began before {date}.',
  keptNone: 'Nobody: everyone who uses the API has it by their plan.',
  keys: 'Keys',
  spare: {
    one: '{count} more person began as early, but has the API by their plan. They would keep it with a lower one.',
    other: '{count} more people began as early, but have the API by their plan. They would keep it with a lower one.',
  },
} satisfies Texts;
