package evm

import "context"

// Analysis answers several questions about one project, and computes what they have in common only once. Each method returns what
// the function of the same name returns. The project must not change, and only one goroutine may use it.
type Analysis struct{ x *index }

// NewAnalysis returns the analysis of a project.
func NewAnalysis(p Project) Analysis { return Analysis{newIndex(p)} }

// Compute returns what [Compute] returns.
func (a Analysis) Compute(today Day) Indicators { return a.x.indicators(today) }

// CurveOn returns what [CurveOn] returns.
func (a Analysis) CurveOn(ctx context.Context, today Day, days []Day) ([]CurvePoint, error) {
	return a.x.curveOn(ctx, today, days)
}

// EarnedSchedule returns what [EarnedSchedule] returns.
func (a Analysis) EarnedSchedule(today Day) (Schedule, bool) { return a.x.earnedSchedule(today) }

// Predict returns what [Predict] returns.
func (a Analysis) Predict(ctx context.Context, today Day) (Forecast, error) {
	return a.x.predict(ctx, today)
}

// SprintParts returns what [SprintParts] returns.
func (a Analysis) SprintParts() []SprintPart { return a.x.sprintParts() }

// Velocities returns what [Velocities] returns.
func (a Analysis) Velocities(today Day, last int) Velocity { return a.x.velocities(today, last) }

// Warnings returns what [Warnings] returns.
func (a Analysis) Warnings(today Day) []Warning { return a.x.warnings(today) }
