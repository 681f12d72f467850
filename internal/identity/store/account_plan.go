package store

import (
	"context"
	"time"

	"earnest/internal/db"
	"earnest/internal/domain"
)

// PlanCount counts the people on a plan.
type PlanCount struct {
	Plan     domain.Plan
	Users    int
	Inactive int
	Early    int // those who subscribed before the given time
}

// CountByPlan counts the people on each plan that anyone has. It counts accounts, because every user has one of their own.
func CountByPlan(ctx context.Context, tx *db.Tx, since time.Time) ([]PlanCount, error) {
	return db.Collect(db.Each(ctx, tx, countByPlan(since), func(rows db.Rows) (PlanCount, error) {
		var c PlanCount
		err := rows.Scan(&c.Plan, &c.Users, &c.Inactive, &c.Early)
		return c, err
	}))
}

func countByPlan(since time.Time) db.Query {
	return db.NewQuery(`
SELECT plan, COUNT(*), COUNT(CASE WHEN NOT active THEN 1 END), COUNT(CASE WHEN subscribed_at < $1 THEN 1 END)
FROM accounts
GROUP BY plan`, db.Micros(since))
}
