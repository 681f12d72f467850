package identity

import (
	"context"

	"earnest/internal/admit"
	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/identity/store"
)

// PlanCount is the number of people on a plan.
type PlanCount struct {
	Plan     domain.Plan
	API      bool // the plan includes the API
	Users    int
	Inactive int
}

// Plans is the plan grid with the number of people on each plan.
type Plans struct {
	Grid   domain.PlanGrid
	Plans  []PlanCount
	Early  int // accounts that subscribed before the grid took effect
	Kept   int // those of them whose plan does not include the API
	Limits admit.Limits
}

// Plans returns the plan grid, the number of people on each plan and the limits, for administrators.
func (a *Accounts) Plans(ctx context.Context) (Plans, error) {
	return db.Read(ctx, a.DB, func(tx *db.Tx) (Plans, error) {
		out := Plans{Grid: a.admission.Grid, Limits: a.admission.Limits}
		for _, plan := range domain.Plans() {
			out.Plans = append(out.Plans, PlanCount{Plan: plan, API: out.Grid.Includes(plan)})
		}
		counts, err := store.CountByPlan(ctx, tx, out.Grid.Since)
		for _, c := range counts {
			out.add(c)
		}
		return out, err
	})
}

func (p *Plans) add(c store.PlanCount) {
	for i := range p.Plans {
		if p.Plans[i].Plan == c.Plan {
			p.Plans[i].Users += c.Users
			p.Plans[i].Inactive += c.Inactive
		}
	}
	p.Early += c.Early
	if !p.Grid.Includes(c.Plan) {
		p.Kept += c.Early
	}
}
