package identity

import (
	"context"

	"earnest/internal/admit"
	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/identity/store"
)

// PlanCount is how many people are on a plan.
type PlanCount struct {
	Plan     domain.Plan
	API      bool // the plan opens the API by itself
	Users    int
	Inactive int
}

// Plans is the grid and how people stand in it.
type Plans struct {
	Grid   domain.PlanGrid
	Plans  []PlanCount
	Early  int // accounts that began before the grid
	Kept   int // those of them whose plan would not open the API
	Limits admit.Limits
}

// Plans tells administrators which plan opens the API, since when, and who is where.
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
