import type { Texts } from '../texts';

export const currencies = {
  title: 'Currencies',
  lead: 'The currency of new projects, and the exchange rates with which portfolios are converted.',
  default: 'Currency of the instance',
  defaultText:
    'New projects get this currency. Projects that exist keep theirs, and no amount is converted. Portfolios with several currencies are converted to it.',
  rates: 'Exchange rates',
  ratesText:
    'A portfolio uses the rate with the latest day up to today. If there is no rate for a direction, the one for the opposite direction is used: amounts are then divided by it.',
  none: 'There are no exchange rates yet, so amounts in different currencies are not added up.',
  more: 'Only the latest 500 rates are listed.',
  from: 'One unit of',
  to: 'Is worth so many units of',
  rate: 'Rate',
  fromDay: 'From',
  enteredBy: 'Entered by',
  oneIs: '1 {from} = {rate} {to}',
  add: 'Add the rate',
  deleteOf: 'Delete the rate {rate} of {day}',
} satisfies Texts;
