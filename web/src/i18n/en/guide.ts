import type { Texts } from '../texts';

/** The guide. Of each field of the API: `_how` is how it is computed, `_say` what one says aloud in a status meeting. */
export const guide = {
  chapters: 'Chapters',
  how: 'How',
  say: 'Say aloud',
  field: 'In the API',

  earned_value: 'Earned value',
  earned_value_lead:
    'Earned value answers three questions with one measure: how much should be done by now, how much is done, and what did it cost.',
  measure: 'One measure for work, time and money',
  measureText:
    'Earnest measures work in story points, prices it with the budget, and takes cost from the time people log and their daily rates. Nobody estimates a percentage of completion by hand.',
  measureMoney:
    'Money has no currency here: a figure is in whatever unit the budget and the rates were entered in. A day is 480 minutes.',
  example: 'The example',
  exampleText:
    'The sentences below tell of a project with a budget of 214,500 and 216 points. Its sprints last two weeks, and at the start of each the team commits to what the sprint then holds: that is the plan.',
  fair: 'What keeps it fair',
  fairCarried: 'A ticket carried over to the next sprint is planned once.',
  fairBound:
    'A sprint that finishes more than it committed to earns only what it committed to, so easy tickets put into a full sprint raise nothing.',
  fairFree:
    'A sprint without a commitment (it was created running or over, or began without points) has no such bound: there everything done is earned.',
  fairOutside:
    'Time outside sprints costs money and earns nothing. It comes back in the outlook, so it cannot be hidden there.',
  empty: 'Where there is no number',
  emptyText:
    'A field is empty where it would say something untrue, never 0. Without a budget everything in money but cost is empty, and so are CPI and TCPI; SPI and the points are still there. CPI is empty before any cost is booked in sprints, SPI before any point is due, TCPI when exactly the whole budget is spent. ETC, EAC and VAC are empty while work is left and nothing is earned, or nothing is booked in sprints: no pace, no estimate. A budget of 0 is a budget.',
  trust: 'Numbers worth trusting',
  trustDates: 'Give every sprint both dates, and start it on its first day: that is when its commitment is taken.',
  trustPoints: 'Estimate before a sprint starts. A ticket without points earns nothing, however long it takes.',
  trustRates: 'Give everybody who logs time a daily rate. Time without one costs 0 and is reported.',
  trustTime: 'Log time on tickets of the sprint. What lies outside counts as cost and earns nothing.',
  trustAgain: 'To plan anew, put a sprint back to planning and start it again: its commitment is taken afresh.',
  health: 'Green, amber, red',
  healthText:
    'Above 1 an index is good. Below {amber} it makes the project amber, below {red} red. Who runs the instance can set other bounds.',

  project_uuid_how: 'Given when the project is created',
  project_uuid_say: '“This is Predictive maintenance.”',
  bac_how: 'The budget of the project',
  bac_say: '“We have 214,500 for everything.”',
  contingency_pct_how: 'Set with the budget',
  contingency_pct_say: '“20 % of it is for surprises.”',
  reserve_how: 'BAC × contingency',
  reserve_say: '“That is a reserve of 42,900.”',
  base_budget_how: 'BAC − reserve',
  base_budget_say: '“Without surprises we should need 171,600.”',
  total_sp_how: 'The sum of the points of all tickets',
  total_sp_say: '“The whole is 216 points.”',
  done_sp_how: 'The sum of the points of all done tickets',
  done_sp_say: '“110 points are done.”',
  earned_sp_how: 'Of each sprint its done points, at most its commitment',
  earned_sp_say: '“110 points count as earned: what the plan promised, and no more.”',
  planned_sp_how: 'Of each dated sprint its commitment × the share of its days that is over',
  planned_sp_say: '“By tonight the plan asked for 141.21 points.”',
  undated_sp_how: 'The points in sprints without dates',
  undated_sp_say: '“0 points are in sprints without dates, so nothing flatters the schedule.”',
  progress_pct_how: 'Earned points / total points',
  progress_pct_say: '“We are 50.9 % through.”',
  planned_pct_how: 'Planned points / total points',
  planned_pct_say: '“We wanted to be 65.4 % through.”',
  pv_how: 'BAC × planned progress',
  pv_say: '“By tonight 140,234 worth of work was due.”',
  ev_how: 'BAC × progress',
  ev_say: '“109,236 worth of work is done.”',
  ac_how: 'Time on tickets in sprints × the daily rate of that day',
  ac_say: '“That work cost us 140,112.”',
  no_sprint_cost_how: 'All other time × the daily rate of that day, also on tickets deleted since',
  no_sprint_cost_say: '“Another 18,496 went to things in no sprint.”',
  ac_total_how: 'AC + cost outside sprints',
  ac_total_say: '“All in all 158,608 is spent.”',
  engaged_charge_how: 'Cost of the time on tickets of epics that are not finished',
  engaged_charge_say: '“158,608 of it is in epics that are not finished: nobody has the whole of any of them yet.”',
  cv_how: 'EV − AC',
  cv_say: '“For what is done we paid 30,875 too much.”',
  sv_how: 'EV − PV',
  sv_say: '“We are 30,998 worth of work behind.” It is money, not days.',
  cpi_how: 'EV / AC',
  cpi_say: '“For each 1 we spent, we earned 0.78.”',
  spi_how: 'Earned points / planned points',
  spi_say: '“For each point that was due, we earned 0.78.”',
  tcpi_how: '(BAC − EV) / (BAC − total cost)',
  tcpi_say:
    '“To end on budget, each 1 spent from now on would have to earn 1.88. It earned 0.78 so far: out of reach.”',
  etc_how: '(BAC − EV) / CPI',
  etc_say: '“The rest will cost 135,017 at this pace.”',
  eac_how: 'Total cost + ETC',
  eac_say: '“In the end it will have cost 293,625.”',
  vac_how: 'BAC − EAC',
  vac_say: '“That is 79,125 over budget.”',

  forecast: 'Forecast and what-if',
  forecast_lead: 'What past sprints say about the end, as a range instead of a promise.',
  plays: 'How the forecast is made',
  playsText:
    'The rest is played many times. Each play draws, sprint after sprint, what one of the past sprints finished, until no points are left. It counts all points that are left, also those in no sprint yet.',
  pText:
    'P50 is the day by which half of the plays ended: a coin toss. P80 is what one can promise, P95 what one can sign. The costs are read the same way.',
  schedule: 'Earned schedule',
  scheduleText:
    'The schedule in days instead of money: on which day should the plan have reached what is earned? Unlike SPI it does not return to 1 when a late project ends. It knows only what is planned in sprints, so it may end earlier than the forecast.',
  whatIf: 'What if',
  whatIfText:
    'Sliders put the present beside what would be: more or less scope, another velocity, other rates, dates that slip. Nothing is stored; the address holds the question, so that it can be sent to somebody.',
  whatIfScope: 'Scope changes the points left. What sprints have committed to stays.',
  whatIfVelocity: 'Velocity changes what a sprint finishes from now on. The plan and the present numbers stay.',
  whatIfRates: 'Rates change every daily rate, for all time booked.',
  whatIfDates:
    'Dates move what is planned after today. Sprints to come keep their length; of a running one the end moves.',
  asOf: 'As of a day',
  asOfText:
    'A past day can be read twice: what was reported then, and what is known of it now. They differ when time was logged late, a ticket was estimated anew or a rate was corrected. A row that the server made later, because it did not run on that day, says so.',

  portfolio: 'Portfolio',
  portfolio_lead: 'Several projects read as one, without averages of averages.',
  sums: 'Totals on the sums',
  sumsText:
    'The indices of a portfolio come from the sums: its CPI is the earned value of all projects by the cost of all, so a large project weighs more than a small one. Projects without a budget have no value in money and stand apart.',
  quadrant: 'The quadrant',
  quadrantText:
    'Each bubble is a project, as large as its budget. Right of 1 it is ahead of its plan, above 1 it earns more than it costs. The tail shows where it comes from.',

  roadmap: 'Roadmap',
  roadmap_lead: 'Super-epics and epics on a timeline, with what has to wait for what.',
  dates: 'Where the dates come from',
  datesText:
    'An epic lasts from the first to the last day of the sprints that hold its tickets. Nobody draws bars by hand, so the roadmap cannot promise what the sprints do not hold.',
  links: 'Links and the critical path',
  linksText:
    'A link says that one epic can start only when another is finished. A cycle is refused. The critical path is the chain on which a day’s delay delays the whole; slack is how long the others can wait.',

  time: 'Time',
  time_lead: 'Time is where cost comes from. Logging it takes seconds.',
  forms: 'Ways to write a duration',
  formsText:
    '1h30, 1:30, 90m, 1.5h and 0.5d mean what they look like; a day is 8 hours. A bare number is minutes, or hours when it is below 15 or has decimals.',
  rates: 'Rates',
  ratesText:
    'Time is priced with the daily rate that its author had on its day. A new rate from a day on leaves the past as it was. A project can keep rates and cost to its owner and admins. The others then see budget, points, planned and earned value and dates, but no figure that cost enters into, such as CPI or EAC.',
  late: 'Corrections',
  lateText:
    'An entry that is corrected or deleted moves the figures of its day at once. What was reported of that day before stays readable beside it.',
} satisfies Texts;
