// Package evm is an earned-value engine: it takes a project and a day, and gives numbers.
//
// It is pure. Every result is a function of its arguments alone: there is no clock, no randomness but from a named seed,
// no file, no network and no state between calls, and no argument is ever changed. It needs nothing but the standard
// library, and may be used without the rest of the product. What can take long for a large project takes a context and returns
// its error when it ends first; a context never changes a result.
//
//   - [Compute] gives the indicators of one project, [Roll] those of a portfolio.
//   - [Curve] gives the S-curve by day, [EarnedSchedule] the schedule in days rather than in money.
//   - [CriticalPath], [Loop] and [EpicDurations] read the roadmap, [Predict] simulates the rest of the project.
//   - [ChartSprint], [Velocities] and [Flow] draw a sprint, the last sprints and the board over time.
//   - [Explain] takes a number apart, [Warnings] says what weakens it, [Health] gives it a colour.
//   - [Project.WhatIf] gives a changed copy of a project to ask all this of again.
//
// # Numbers
//
// Nothing is rounded on the way, except by float64 itself. Sums are exact and rounded once (see [Sum]), and so are
// products with a quotient (see [Op]), so the order in which tickets, sprints or effort lines are given never changes a bit of a
// result. No result is ever NaN, an infinity or minus zero: where a number has no meaning it is not [Maybe.Known].
//
// Points, rates, budgets and minutes are expected to be finite and not negative; identifiers are expected to be unique and not 0
// within their kind. Where they are not, results are still finite, but mean nothing.
package evm
