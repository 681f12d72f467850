// Package evm is an earned-value engine. It takes a project and a day and returns numbers.
//
// It is pure. Every result depends on the arguments alone: there is no clock, no randomness except from a seed derived from the
// arguments, no file, no network and no state between calls, and no argument is ever modified. It uses only the standard
// library and works without the rest of the product. Functions that can take a long time on a large project accept a context
// and return its error if it is done first; a context never changes a result.
//
//   - [Compute] returns the indicators of one project, [Roll] those of a portfolio.
//   - [Curve] returns the S-curve by day, [EarnedSchedule] the schedule in days rather than in money.
//   - [ScheduleRoadmap] places the roadmap on the calendar, [Loop] finds the cycle that a link would close.
//   - [Predict] simulates the rest of the project.
//   - [ChartSprint], [Velocities] and [Flow] chart a sprint, the last sprints and the board over time.
//   - [Explain] breaks a number down, [Warnings] lists reasons to doubt it, [Health] gives it a colour.
//   - [Project.WhatIf] returns a modified copy of a project, for which all of this can be computed again.
//
// # Numbers
//
// Nothing is rounded along the way, except by float64 itself. Sums are exact and rounded once (see [Sum]), and so are products
// divided by a third number (see [Op]), so the order of tickets, sprints or effort lines never changes a single bit of a
// result. No result is ever NaN, an infinity or minus zero: a number that has no meaning is not [Maybe.Known].
//
// Points, rates, budgets and minutes should be finite and not negative; identifiers should be unique within their kind and not
// 0. Otherwise results are still finite but meaningless.
package evm
