import type { Texts } from '../texts';

/** The guide. For each API field, `_how` explains the calculation and `_say` is what to say in a status meeting. */
export const guide = {
  chapters: 'Chapters',
  how: 'How',
  say: 'In a meeting, say',
  field: 'In the API',

  earned_value: 'Earned value',
  earned_value_lead:
    'Earned value answers three questions with one measure: how much should be done by now, how much is done, and what did it cost?',
  measure: 'One measure for work, time and money',
  measureText:
    'Earnest measures work in story points, prices it with the budget, and takes the cost from logged time and daily rates. Nobody estimates a percentage of completion by hand.',
  measureMoney:
    'Each project has one currency, in which its budget and daily rates are entered; the owner sets it in the project’s settings. Without one, amounts are plain numbers. A day is 480 minutes.',
  example: 'The example',
  exampleText:
    'The sentences below are about a project with a budget of 214,500 and 216 points. Its sprints last two weeks. At the start of each sprint the team commits to the tickets in it: that is the plan.',
  fair: 'What keeps it fair',
  fairCarried: 'A ticket carried over to the next sprint is planned only once.',
  fairBound:
    'A sprint that finishes more than it committed to earns only its commitment, so adding easy tickets to a full sprint improves nothing.',
  fairFree:
    'A sprint without a commitment (one that was created as active or completed, or started without points) has no such limit: everything done in it is earned.',
  fairOutside:
    'Time outside sprints costs money and earns nothing. It is included in the outlook, so moving work out of sprints does not hide its cost.',
  empty: 'Where there is no number',
  emptyText:
    'A field is empty, never 0, where a number would be misleading. Without a budget, every money field except cost is empty, and so are CPI and TCPI; SPI and the points are still available. CPI is empty until cost is logged in sprints, SPI until a point is due, and TCPI when total cost is exactly equal to the budget. ETC, EAC and VAC are empty while work is left and either nothing has been earned or no cost has been logged in sprints, because without a pace there is no estimate. A budget of 0 counts as a budget.',
  trust: 'Numbers you can trust',
  trustDates:
    'Give every sprint both dates, and start it on its first day, because its commitment is recorded when it starts.',
  trustPoints: 'Estimate before a sprint starts. A ticket without points earns nothing, however long it takes.',
  trustRates:
    'Give everybody who logs time a daily rate. Time without a rate costs 0, and the finance page points it out.',
  trustTime: 'Log time on tickets in the sprint. Time logged elsewhere counts as cost and earns nothing.',
  trustAgain: 'To replan, set a sprint back to planning and start it again, which records a new commitment.',
  health: 'Green, amber, red',
  healthText:
    'An index above 1 is good. Below {amber}, it turns the project amber; below {red}, red. Whoever runs the instance can set other limits.',

  project_uuid_how: 'Assigned when the project is created',
  project_uuid_say: '“This is Predictive maintenance.”',
  bac_how: 'The project’s budget',
  bac_say: '“We have 214,500 for everything.”',
  contingency_pct_how: 'Set with the budget',
  contingency_pct_say: '“20% of it is for surprises.”',
  reserve_how: 'BAC × contingency',
  reserve_say: '“That is a reserve of 42,900.”',
  base_budget_how: 'BAC − reserve',
  base_budget_say: '“Without surprises we should need 171,600.”',
  total_sp_how: 'The sum of the points of all tickets',
  total_sp_say: '“The project is 216 points in total.”',
  done_sp_how: 'The sum of the points of all done tickets',
  done_sp_say: '“110 points are done.”',
  earned_sp_how: 'The done points of each sprint, up to its commitment',
  earned_sp_say: '“110 points count as earned: what the plan promised, and no more.”',
  planned_sp_how: 'For each dated sprint, its commitment × the share of its days that have passed',
  planned_sp_say: '“By tonight, 141.21 points should be done.”',
  undated_sp_how: 'The points in sprints without dates',
  undated_sp_say: '“0 points are in sprints without dates, so the schedule does not look better than it is.”',
  progress_pct_how: 'Earned points / total points',
  progress_pct_say: '“We are 50.9% done.”',
  planned_pct_how: 'Planned points / total points',
  planned_pct_say: '“According to the plan we should be 65.4% done.”',
  pv_how: 'BAC × planned progress',
  pv_say: '“By tonight, work worth 140,234 was due.”',
  ev_how: 'BAC × progress',
  ev_say: '“Work worth 109,236 is done.”',
  ac_how: 'Time on tickets in sprints × the daily rate on that day',
  ac_say: '“That work cost us 140,112.”',
  no_sprint_cost_how: 'All other time × the daily rate on that day, including time on tickets deleted since',
  no_sprint_cost_say: '“Another 18,496 went to work outside sprints.”',
  ac_total_how: 'AC + cost outside sprints',
  ac_total_say: '“In total we have spent 158,608.”',
  engaged_charge_how: 'The cost of time on tickets in unfinished epics',
  engaged_charge_say: '“158,608 is tied up in epics that are not finished yet.”',
  cv_how: 'EV − AC',
  cv_say: '“We paid 30,875 too much for what is done.”',
  sv_how: 'EV − PV',
  sv_say: '“We are behind by work worth 30,998.” It is money, not days.',
  cpi_how: 'EV / AC',
  cpi_say: '“For every 1 we spent, we earned 0.78.”',
  spi_how: 'Earned points / planned points',
  spi_say: '“For every point that was due, we earned 0.78.”',
  tcpi_how: '(BAC − EV) / (BAC − total cost)',
  tcpi_say:
    '“To finish on budget, every 1 we spend from now on would have to earn 1.88. So far it has earned 0.78: the budget is out of reach.”',
  etc_how: '(BAC − EV) / CPI',
  etc_say: '“At this rate, the rest will cost 135,017.”',
  eac_how: 'Total cost + ETC',
  eac_say: '“In the end it will have cost 293,625.”',
  vac_how: 'BAC − EAC',
  vac_say: '“That is 79,125 over budget.”',

  forecast: 'Forecast and what-if',
  forecast_lead: 'What past sprints say about when the project will end, as a range instead of a promise.',
  plays: 'How the forecast is made',
  playsText:
    'The remaining work is simulated many times. Each simulation adds one sprint after another, each finishing as many points as a past sprint drawn at random, until no points are left. Planned sprints keep their dates; the others begin in the rhythm of past sprints, pauses included. Because a few sprints do not show everything that can happen, each simulation gives the past sprints different weights. It counts all remaining points, including those not yet in a sprint.',
  pText:
    'P50 is the day by which half of the simulations ended: a coin toss. P80 is what you can promise, P95 what you can put in a contract. Read the costs in the same way.',
  schedule: 'Earned schedule',
  scheduleText:
    'The schedule in days instead of money: by which day did the plan expect the points earned so far? Unlike SPI, it does not return to 1 when a late project ends. It covers only the work planned in sprints, so it may end earlier than the forecast.',
  whatIf: 'What if',
  whatIfText:
    'Sliders compare the present with a scenario: more or less scope, a different velocity, different rates, dates that slip. Nothing is stored; the scenario is in the page address, so you can share it.',
  whatIfScope: 'Scope changes the points left. Sprint commitments stay as they are.',
  whatIfVelocity:
    'Velocity changes what a sprint finishes from now on. The plan and the present numbers stay as they are.',
  whatIfRates: 'Rates change every daily rate, for all logged time.',
  whatIfDates:
    'Dates move everything planned after today. Future sprints keep their length; a running sprint keeps its start, and its end moves.',
  whatIfGrowth:
    'Growth lets the scope keep growing as it did in past sprints: by new tickets and higher estimates, less deleted tickets and lower estimates.',
  asOf: 'Figures for a past day',
  asOfText:
    'A past day can be seen in two ways: as it was reported then, and restated, with the budget of that day and everything else as it is known now. They differ when time was logged late, a ticket was re-estimated or a rate was corrected. If the server was not running that day, the figures were computed later and are marked as such.',

  portfolio: 'Portfolio',
  portfolio_lead: 'Several projects seen as one, without averages of averages.',
  sums: 'Indices computed from the sums',
  sumsText:
    'The indices of a portfolio come from the sums: its CPI is the earned value of all projects divided by their total cost in sprints, so a large project weighs more than a small one. Projects without a budget have no value in money and are listed separately.',
  quadrant: 'The quadrant',
  quadrantText:
    'Each bubble is a project, sized by its budget. To the right of 1 it is ahead of its plan; above 1 it earns more than it costs. The tail shows where it came from.',

  roadmap: 'Roadmap',
  roadmap_lead: 'Super-epics and epics on a timeline, and what has to wait for what.',
  dates: 'Where the dates come from',
  datesText:
    'The plan of an epic runs from the first to the last day of the sprints that contain its tickets. An epic can also have its own start and target, which replace these days. The forecast begins with what has happened and places the work left on the working days after today, at the pace of the last sprints.',
  links: 'Links and slack',
  linksText:
    'A link makes the start or the finish of one epic wait for the start or the finish of another, if need be with a lag in working days. Cycles are not allowed. An epic is critical if a day’s delay delays the end of the roadmap; slack is how long the others can wait.',

  time: 'Time',
  time_lead: 'Cost comes from time, and logging time takes only seconds.',
  forms: 'Ways to write a duration',
  formsText:
    'You can write 1h30, 1:30, 90m, 1.5h or 0.5d; a day is 8 hours. A bare number means minutes, or hours if it is below 15 or has decimals.',
  rates: 'Rates',
  ratesText:
    'Time is priced at the daily rate its author had on that day. A new rate applies from a given day and leaves the past as it was. A project can show rates and cost only to its owner and admins. Everyone else then sees budget, points, planned and earned value and dates, but no figure based on cost, such as CPI or EAC.',
  late: 'Corrections',
  lateText:
    'Correcting or deleting an entry changes that day’s figures immediately. What was reported for that day stays visible next to them.',
} satisfies Texts;
