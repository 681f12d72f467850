import type { Texts } from '../texts';

export const plans = {
  title: 'Plans',
  lead: 'Which accounts can use the API, and why.',
  grid: 'What each plan includes',
  rule: 'API access starts with the {plan} plan. Accounts that started before {date} keep it whatever their plan.',
  people: 'People',
  inactive: 'Of these, inactive',
  yes: 'Included',
  no: 'Not included',
  how: 'Both are set when the server starts, with {plan} and {date}. You can change a person’s plan on the People page.',
  limits: 'Limits per key',
  limitsText: 'Each API key can make {hour} calls an hour and {month} a month (UTC), whatever the plan.',
  limitsHow: 'Set when the server starts, with {hour} and {month}.',
  kept: 'Who keeps API access because of their start date',
  keptText: 'Their plan does not include it, but they started before {date}.',
  keptNone: 'Nobody: everyone with API access has it through their plan.',
  keys: 'Keys',
  spare: {
    one: '{count} more person started that early, but has API access through their plan. They would keep it on a lower plan.',
    other:
      '{count} more people started that early, but have API access through their plan. They would keep it on a lower plan.',
  },
} satisfies Texts;
