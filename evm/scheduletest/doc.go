// Package scheduletest computes the schedule of a roadmap a second time, as the most literal transcription of its specification,
// so that tests can compare the product's schedule with it. It is slow on purpose: it walks from day to day, makes a link on a
// super-epic into one edge per pair of epics, and lists every path. It must not share code with the engine.
//
// A case must be consistent: nothing became done after the data date, every done ticket has its day, and at least one weekday is
// a working day.
//
// # How the specification is read
//
// Where it allows more than one reading, this package takes the most literal one. The quotations are from the specification.
//
// State and plan:
//
//   - "Planned window": planned dates that fall on free days are printed as they count, so a start on a Saturday is printed as
//     Monday, because only "actual dates are printed as they are". Another reading prints what was entered.
//   - "A target alone is a deadline and gives no duration": it is still the epic's planned finish and counts for the planned
//     finish of the roadmap, but it is not a window. It does not hold the finish of the work, and is never "a window still
//     ahead". A start alone holds the start and is not a window either.
//   - "Each replace that end of it": an own start after the last sprint leaves a window that ends before it starts. It has no
//     working days, so its work is "at least 1". It is still a window. Another reading has no window then.
//   - "A window still ahead" and "where the window lies ahead": the end, as it counts, is after the data date, so a window under
//     way is ahead. Another reading wants the start to be after it too.
//   - The finish of a done epic without tickets is unknown, so it is not a finish of the roadmap either.
//
// Pace and work left:
//
//   - "The completed sprints with the three latest ends up to d": the three latest distinct end dates, and all completed sprints
//     that end on them. Another reading takes three sprints, or joins sprints that overlap.
//   - "Points that became done on the days": points of all tickets of the project, in whatever sprint or epic, on working days
//     and free days. Other readings count only the tickets of those sprints, or of the roadmap.
//   - "Divided by the distinct working days": none means no pace.
//   - "Rounded up": also the share of the window. Fractions are exact.
//   - "The whole window where it has no points": all of it, even if part of it has passed.
//   - "With a pace but no points left" includes epics without tickets and epics whose tickets have no points.
//
// Forward pass and links:
//
//   - "It finishes at start + work left − 1, but not before the end of a window still ahead": the finish is a function of the
//     start. FF and SF therefore hold nothing as long as the end of the window is late enough; beyond it they move the start until
//     start + work left − 1 is late enough. Another reading moves the whole span from the early start to the end of the window.
//   - "`remaining_days` counts from there back": it is the number of working days from the start of the remaining work to the
//     finish, not the work left.
//   - "SS: start ≥ start + lag" and "SF": the start of a begun or done predecessor is its actual start. Another reading takes the
//     start of its remaining work.
//   - "A start on a free day counts as the next working day": this is applied before a lag is added.
//   - "Links on super-epics are FS only": a link of another type on a super-epic is read as FS. It may have a lag.
//   - "Unknown work holds its place with one day; its `remaining_days`, `finish`, `late_finish` are null": its start, late start,
//     slacks and criticality are those of the one day. That day also counts for the latest early finish.
//   - A done epic has no `remaining_start`.
//
// Backward pass:
//
//   - "`late_start` the latest start of its remaining work": the last start from which no unfinished epic finishes after the latest
//     early finish. It is counted with the work left, so work in a window may start late. Another reading subtracts
//     `remaining_days` from the late finish.
//   - "Late finish": the last finish that delays nothing if the work starts in time, which is the limit of a planner's backward
//     pass. So where only the start is bound (SS and SF), it is the end of the roadmap, although work that starts at the late
//     start finishes earlier. Another reading takes the finish of that work.
//   - SS and SF from a begun epic do not bound its remaining work.
//   - `free_slack` is not defined: the number of working days that the epic can slip without moving an end that one of its links
//     ties, and without finishing after the latest early finish.
//   - `forecast_finish`: the latest finish of all epics, which is an actual finish when all are done.
//
// Cycles:
//
//   - "A cycle counts over all links": over all pairs of epics, so nothing leads through an empty super-epic, and the reported
//     nodes are epics, sorted, of all cycles together. Another reading reports super-epics.
//   - "Links inside one are left out": a link on a super-epic loses only its pairs that are on a cycle. A link lies inside a
//     cycle when its successor leads back to its predecessor.
//
// Chains, pushed links and finishes:
//
//   - "Along links without play": any link that holds, also SS or SF from the actual start of a begun epic, which does not
//     depend on its remaining work. Links are compared by early dates.
//   - "At most 50, then `chains_more`": the number of further chains, 0 if there are none. A chain is a list of epics, so
//     parallel links do not make two.
//   - "Each link that sets the start": each link that alone would move the start without links to the early start, FF and SF
//     included. Nothing is listed with 0 days. "Start" is that of the remaining work. A link on a super-epic is listed once for
//     each epic that it pushes. pred and succ are epics; where several predecessors set the start, pred is the first of them by
//     UUID. The order is that of link and succ.
//   - "d + all roadmap points left / pace": the points of all epics, rounded up once to working days after d. Without points
//     left it is d, or the last working day before it. Tickets without an epic are not on the roadmap.
package scheduletest
