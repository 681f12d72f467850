package dash

import (
	"context"

	"earnest/internal/dash/figures"
	"earnest/internal/domain"
	"earnest/internal/front"
	"earnest/internal/money"
	"earnest/internal/work"
)

// sprintBody holds the fields of a sprint that a page may set. Its status is changed by other routes.
type sprintBody struct {
	Title     domain.Opt[string]       `json:"title" rule:"title" need:"yes"`
	Goal      domain.Opt[*string]      `json:"goal" rule:"goal"`
	StartDate domain.Opt[*domain.Date] `json:"start_date" rule:"date"`
	EndDate   domain.Opt[*domain.Date] `json:"end_date" rule:"date"`
	DoD       domain.Opt[[]string]     `json:"dod" rule:"lines" null:"yes"`
}

func (b sprintBody) patch() domain.SprintPatch {
	return domain.SprintPatch{Title: b.Title, Goal: b.Goal, StartDate: b.StartDate, EndDate: b.EndDate, DoD: b.DoD}
}

// startBody holds the fields that a page may still change when it starts a sprint.
type startBody struct {
	Goal      domain.Opt[*string]      `json:"goal" rule:"goal"`
	StartDate domain.Opt[*domain.Date] `json:"start_date" rule:"date"`
	EndDate   domain.Opt[*domain.Date] `json:"end_date" rule:"date"`
}

func (b startBody) patch() domain.SprintPatch {
	return domain.SprintPatch{Goal: b.Goal, StartDate: b.StartDate, EndDate: b.EndDate}
}

// closeBody is the request body for closing a sprint.
type closeBody struct {
	Unfinished domain.Opt[string]   `json:"unfinished" rule:"unfinished"`
	DoDDone    domain.Opt[[]string] `json:"dod_done" rule:"lines"`
	GoalMet    domain.Opt[*bool]    `json:"goal_met" rule:"flag"`
}

func (b closeBody) end() work.SprintClose {
	return work.SprintClose{SprintEnd: domain.SprintEnd{GoalMet: b.GoalMet, DoDDone: b.DoDDone}, Unfinished: b.Unfinished}
}

func (d *Dash) createSprint(r *request) (any, error) {
	s, err := d.app.Plan.CreateSprint(r.ctx, r.caller(), r.UUID, create(r, sprintBody.patch))
	if err != nil {
		return nil, err
	}
	return made{sprintOf(s)}, nil
}

func (d *Dash) updateSprint(r *request) (any, error) {
	return d.onSprint(r, func(ctx context.Context, caller domain.Caller, uuid string) (domain.SprintSum, error) {
		return d.app.Plan.UpdateSprint(ctx, caller, uuid, patch(r, sprintBody.patch))
	})
}

func (d *Dash) startSprint(r *request) (any, error) {
	return d.onSprint(r, func(ctx context.Context, caller domain.Caller, uuid string) (domain.SprintSum, error) {
		return d.app.Plan.StartSprint(ctx, caller, uuid, patch(r, startBody.patch))
	})
}

func (d *Dash) reopenSprint(r *request) (any, error) { return d.onSprint(r, d.app.Plan.ReopenSprint) }

func (d *Dash) closeSprint(r *request) (any, error) {
	return d.onSprint(r, func(ctx context.Context, caller domain.Caller, uuid string) (domain.SprintSum, error) {
		return d.app.Plan.CloseSprint(ctx, caller, uuid, patch(r, closeBody.end))
	})
}

// onSprint runs a use case on a sprint and returns the sprint with its content.
func (d *Dash) onSprint(r *request, act func(context.Context, domain.Caller, string) (domain.SprintSum, error)) (any, error) {
	caller := expecting(r, func(s domain.Sprint) string { return front.Version(s.UpdatedAt) })
	s, err := act(r.ctx, caller, r.UUID)
	if err != nil {
		return nil, err
	}
	return sprintOf(s), nil
}

// sprintStart holds what a page shows before a sprint starts.
type sprintStart struct {
	Points   float64        `json:"points"`
	Tickets  int            `json:"tickets"`
	Velocity *startVelocity `json:"velocity"` // null until the first sprint is closed
	Warnings []startWarning `json:"warnings"`
}

type startVelocity struct {
	Mean    *float64 `json:"mean"`
	Low     *float64 `json:"low"`
	High    *float64 `json:"high"`
	Sprints int      `json:"sprints"`
}

type startWarning struct {
	Code    string          `json:"code" enum:"unestimated no_dates empty another_active over_velocity"`
	Tickets []figures.Named `json:"tickets,omitempty"`
	Sprints []figures.Named `json:"sprints,omitempty"`
	Value   *float64        `json:"value,omitempty"`
}

func namedSprint(s domain.Sprint) figures.Named { return figures.Named{UUID: s.UUID, Title: s.Title} }

func startWarningOf(w money.StartWarning) startWarning {
	return startWarning{
		Code: w.Code,
		Tickets: front.Mapped(w.Tickets, func(l domain.TicketLink) figures.Named {
			return figures.Named{UUID: l.UUID, Key: l.Key, Title: l.Title}
		}),
		Sprints: front.Mapped(w.Sprints, namedSprint),
		Value:   w.Value,
	}
}

func (d *Dash) getStart(r *request) (any, error) {
	s, err := d.app.Money.StartingSprint(r.ctx, r.caller(), r.UUID)
	if err != nil {
		return nil, err
	}
	out := sprintStart{Points: s.Points, Tickets: s.Tickets, Warnings: front.Mapped(s.Warnings, startWarningOf)}
	if v := s.Velocity; len(v.Sprints) > 0 {
		out.Velocity = &startVelocity{v.Mean.Ptr(), v.Low.Ptr(), v.High.Ptr(), len(v.Sprints)}
	}
	return out, nil
}

// sprintEnd holds what a page shows before a sprint is closed.
type sprintEnd struct {
	Unfinished      []card          `json:"unfinished"` // the first ones, in the order of the project
	UnfinishedTotal int             `json:"unfinished_total"`
	DonePoints      float64         `json:"done_points"`
	Points          float64         `json:"points"`
	Next            []figures.Named `json:"next"`
	DoD             []string        `json:"dod"`
}

func (d *Dash) getClose(r *request) (any, error) {
	s, err := d.app.Plan.ClosingSprint(r.ctx, r.caller(), r.UUID)
	if err != nil {
		return nil, err
	}
	return sprintEnd{
		Unfinished:      front.Mapped(s.Unfinished, cardOf),
		UnfinishedTotal: s.Tickets - s.DoneTickets,
		DonePoints:      s.DonePoints,
		Points:          s.Points,
		Next:            front.Mapped(s.Next, namedSprint),
		DoD:             lines(s.DoD),
	}, nil
}
