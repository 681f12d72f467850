import type { Texts } from '../texts';

export const portfolio = {
  title: 'Portfolio',
  lead: 'Your projects side by side. Overall indices are computed from the sums, not averaged.',
  emptyTitle: 'No projects yet',
  emptyText: 'A portfolio compares the projects you are in. Create a project, or ask to be invited to one.',
  hiddenTitle: 'No project to compare',
  hidden: {
    one: 'One project shows cost only to its owner and admins, so it is left out of the figures here: {names}. Its finance page has its budget, value and dates.',
    other:
      '{count} projects show cost only to their owner and admins, so they are left out of the figures here: {names}. Their finance pages have their budget, value and dates.',
  },
  sayNoBudget: 'None of these projects has a budget, so there is nothing to compare their cost with.',
  sayNoCost: {
    one: 'Nothing has been spent in sprints yet on the project with a budget ({bac}).',
    other: 'Nothing has been spent in sprints yet on the {count} projects with a budget ({bac}).',
  },
  sayNothingEarned: 'Money has been spent, but nothing is earned yet, so there is no pace to go by.',
  sayOver: {
    one: 'Every {one} spent has earned {cpi}. At this rate the project with a budget will cost {eac}, which is {amount} over its budget of {bac}.',
    other:
      'Every {one} spent has earned {cpi}. At this rate the {count} projects with a budget will cost {eac}, which is {amount} over their budget of {bac}.',
  },
  sayUnder: {
    one: 'Every {one} spent has earned {cpi}. At this rate the project with a budget will cost {eac}, which is {amount} under its budget of {bac}.',
    other:
      'Every {one} spent has earned {cpi}. At this rate the {count} projects with a budget will cost {eac}, which is {amount} under their budget of {bac}.',
  },
  sayOn: {
    one: 'Every {one} spent has earned {cpi}. At this rate the project with a budget will cost {eac}, which matches its budget of {bac}.',
    other:
      'Every {one} spent has earned {cpi}. At this rate the {count} projects with a budget will cost {eac}, which matches their budget of {bac}.',
  },
  sayDue: 'Of the value due by now, {percent} is earned.',
  sayRed: { one: '{count} project is in trouble.', other: '{count} projects are in trouble.' },
  sayAmber: { one: '{count} project is at risk.', other: '{count} projects are at risk.' },
  sayGood: 'No project is at risk.',
  noCurrency: 'Without a currency',
  together: 'All currencies together',
  notConverted:
    'Amounts in different currencies are not added up. To see them together, an administrator has to choose the currency of the instance and enter an exchange rate for each of the others.',
  convertedText: 'Converted to {currency} at the latest rates that apply today: {rates}.',
  rateUsed: '1 {from} = {rate} {to} (since {day})',
  currency: 'Currency',
  totals: 'Totals',
  ac_all: 'Total spend',
  ac_all_text: 'What was spent on all projects, with or without a budget.',
  engaged_all: 'Total engaged charge',
  engaged_all_text: 'What was spent on unfinished epics in all projects, with or without a budget.',
  counted: {
    one: 'The totals count {count} project with a budget.',
    other: 'The totals count {count} projects with a budget.',
  },
  uncounted: {
    one: '{count} project without a budget is listed separately below and counts only in the two figures for all projects.',
    other:
      '{count} projects without a budget are listed separately below and count only in the two figures for all projects.',
  },
  eacBoth: 'EAC of the totals: {eac}. Sum of the projects’ EACs: {sum}.',
  eacWhy:
    'They differ because the first prices all work left at the CPI of the totals, and the second prices the work left in each project at its own CPI.',
  eacMissing: {
    one: '{count} project has no EAC of its own yet and is missing from the sum.',
    other: '{count} projects have no EAC of their own yet and are missing from the sum.',
  },
  eacShow: 'Both, project by project',
  eacHide: 'Hide the projects',
  eacTable: 'EAC project by project',
  eacOwn: 'EAC at its own CPI',
  eacTogether: 'Part of the EAC of the totals',
  pick: 'Choose projects',
  picked: { one: '{count} project chosen', other: '{count} projects chosen' },
  pickTitle: 'Projects in this portfolio',
  pickOne: 'Choose at least one project.',
  chosen: { one: '{count} project chosen', other: '{count} projects chosen' },
  selectAll: 'All',
  selectNone: 'None',
  show: 'Show these',
  copyLink: 'Copy link',
  refusedTitle: 'This portfolio cannot be shown as it is',
  refusedSome: {
    one: 'Its address includes {count} project that no longer exists or that you cannot access. Totals without it would be misleading. You can access: {names}.',
    other:
      'Its address includes {count} projects that no longer exist or that you cannot access. Totals without them would be misleading. You can access: {names}.',
  },
  refusedCost: {
    one: 'Its address includes a project that shows cost only to its owner and admins: {names}. Totals without it would be misleading.',
    other:
      'Its address includes {count} projects that show cost only to their owner and admins: {names}. Totals without them would be misleading.',
  },
  refusedAll:
    'Its address includes projects that no longer exist or that you cannot access. Ask whoever sent it to invite you, or view your own projects.',
  showRest: { one: 'Show the one I can access', other: 'Show the {count} I can access' },
  showAll: 'Show all my projects',
  tableTitle: 'Projects with a budget',
  find: 'Find a project',
  columns: 'Columns',
  usualColumns: 'Reset columns',
  health: 'Health',
  nonePriced: 'No project here has a budget.',
  restTitle: 'Projects without a budget',
  restText:
    'Without a budget, points have no price, so these projects have no earned value and do not count in the overall indices. To include a project, set a budget for it.',
  setBudget: 'Set a budget',
  spark: 'Last 8 weeks: from {from} to {to}',
  sparkNone: 'No figures in the last 8 weeks',
  quadrant: 'Cost and schedule',
  quadrantText:
    'Cheaper and earlier than planned: {both}. Cheaper but late: {late}. Early but over cost: {dear}. Over cost and late: {neither}. Select a bubble to open that project’s finances.',
  quadrantEmpty: 'A project appears here once it has a budget, a cost in sprints, and points that are due.',
  up: 'CPI (earned for each 1 spent)',
  across: 'SPI (earned for each point due)',
  quarter_both: 'Cheaper and earlier than planned',
  quarter_late: 'Cheaper, but late',
  quarter_dear: 'Early, but over cost',
  quarter_neither: 'Over cost and late',
  quarter_both_short: 'cheaper, earlier',
  quarter_late_short: 'cheaper, late',
  quarter_dear_short: 'over cost, early',
  quarter_neither_short: 'over cost, late',
  size: 'Area: budget (largest: {bac})',
  sizeMixed: 'All bubbles have the same size, because the budgets are in different currencies',
  tail: 'Tail: the last 8 weeks',
  beyond: 'Off the chart',
  notDrawn: {
    one: '{count} project has no CPI or no SPI yet and is not drawn: {names}.',
    other: '{count} projects have no CPI or no SPI yet and are not drawn: {names}.',
  },
  cpiOn: 'CPI on {day}',
  spiOn: 'SPI on {day}',
  since: 'Tail since',
  cpiThen: 'CPI then',
  spiThen: 'SPI then',
  day: 'Day',
} satisfies Texts;
