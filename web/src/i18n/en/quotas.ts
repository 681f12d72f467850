import type { Texts } from '../texts';

export const quotas = {
  title: 'Quotas',
  lead: 'Who uses the API most, and who is blocked. Refreshed every 30 seconds.',
  by: 'Most used',
  byHour: 'This hour',
  byMonth: 'This month',
  keys: 'API keys',
  keysText:
    'The 100 most active keys. A key can make {hour} calls an hour and {month} a month; beyond that, calls are refused until the next hour or month.',
  keysNone: 'No key has made a call this month.',
  key: 'Key',
  owner: 'Owner',
  full: 'Used up',
  financeKeys: 'Keys that cannot read every project’s finances',
  financeKeysText:
    'These keys have finance:read, but their owners cannot see the cost of some of their projects. Reading the finances of those projects is refused (403), and the portfolio leaves them out.',
  financeKeysMore: 'Only the first {count} keys are listed.',
  refusedProjects: 'Refused projects',
  addresses: 'Refused calls by address',
  addressesText:
    'Calls without a valid key count against the network address they come from. Beyond the limits, the response no longer gives the reason for the refusal. Calls with a valid key still work.',
  addressesNone: 'No call was refused this month.',
  address: 'Address',
  refusedHour: 'Refused this hour',
  refusedMonth: 'Refused this month',
  throttled: 'Throttled',
  signIns: 'Failed sign-ins',
  signInsText:
    'In the last 15 minutes. After 50 failures from one address, nobody can sign in from there until the failures are cleared.',
  signInsNone: 'No sign-in failed.',
  failed: 'Failed',
  forgotten: 'Cleared on',
  locked: 'Locked',
  lockedAccounts: {
    one: '{count} account is locked after 10 failed sign-ins. We do not record whose it is.',
    other: '{count} accounts are locked after 10 failed sign-ins each. We do not record whose they are.',
  },
} satisfies Texts;
