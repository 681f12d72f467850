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
		for row, err := range store.UserRows(ctx, tx, a.Now()) {
			if err != nil {
				return out, err
			}
			out.count(a.userInfo(row))
		}
		return out, nil
	})
}

func (p *Plans) count(u UserInfo) {
	for i := range p.Plans {
		if p.Plans[i].Plan != u.Account.Plan {
			continue
		}
		p.Plans[i].Users++
		if !u.Account.Active {
			p.Plans[i].Inactive++
		}
	}
	if u.Early {
		p.Early++
	}
	if u.Kept {
		p.Kept++
	}
}
