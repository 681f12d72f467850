package store

import (
	"context"
	"time"

	"earnest/internal/db"
	"earnest/internal/domain"
)

// Dated is the data needed to compute a project's earned value for any past day.
type Dated struct {
	*Finance

	DoneAt map[int64]time.Time // when each done ticket last became done
	Days   []DatedEffort
}

// DatedEffort is a member's minutes on one day, at the rate of that day.
type DatedEffort struct {
	FinanceEffort

	Day domain.Date
}

// DatedFinances is like Finances, but includes the budgets over time and the days on which time was logged and tickets were completed. The
// number of statements is constant, and time entries are never read.
func DatedFinances(ctx context.Context, tx *db.Tx, projectIDs []int64) (map[int64]*Dated, error) {
	plain, err := TicketFinances(ctx, tx, projectIDs)
	if err != nil {
		return nil, err
	}
	ids := db.List(tx, projectIDs)
	if err := tx.Together(ctx, financeBudgets(tx, ids, plain)); err != nil {
		return nil, err
	}
	all := make(map[int64]*Dated, len(plain))
	for id, f := range plain {
		all[id] = &Dated{Finance: f, DoneAt: map[int64]time.Time{}}
	}
	if err := datedTickets(ctx, tx, ids, all); err != nil {
		return nil, err
	}
	return all, datedEffort(ctx, tx, ids, all)
}

func datedTickets(ctx context.Context, tx *db.Tx, ids any, all map[int64]*Dated) error {
	text := `SELECT t.project_id, t.id, t.done_at FROM tickets t WHERE t.deleted_at IS NULL AND t.done_at IS NOT NULL AND t.project_id` + tx.In(1)
	return tx.ForEach(ctx, text, ids, func(rows db.Rows) error {
		var projectID, ticketID int64
		var at time.Time
		if err := rows.Scan(&projectID, &ticketID, db.Moment{To: &at}); err != nil {
			return err
		}
		all[projectID].DoneAt[ticketID] = at
		return nil
	})
}

func datedEffort(ctx context.Context, tx *db.Tx, ids any, all map[int64]*Dated) error {
	rates, err := ratesOf(ctx, tx, ids)
	if err != nil {
		return err
	}
	text := `
SELECT e.project_id, e.user_id, e.day, e.sprint_id <> 0, x.id IS NOT NULL, e.minutes
FROM effort_days e
LEFT JOIN epics x ON x.id = e.epic_id AND x.status <> 'done'
WHERE e.project_id` + tx.In(1)
	return tx.ForEach(ctx, text, ids, func(rows db.Rows) error {
		var projectID int64
		var e DatedEffort
		if err := rows.Scan(&projectID, &e.UserID, &e.Day, &e.InSprint, &e.Engaged, &e.Minutes); err != nil {
			return err
		}
		e.Rate = rates.on(projectID, e.UserID, e.Day)
		all[projectID].Days = append(all[projectID].Days, e)
		return nil
	})
}

// rateTable holds the daily rates of the users in several projects, ordered by day for each user.
type rateTable map[rateOwner][]domain.Rate

type rateOwner struct{ projectID, userID int64 }

// on returns the rate in force on a day, or nil if there is none.
func (t rateTable) on(projectID, userID int64, day domain.Date) *float64 {
	rate, ok := domain.RateOn(t[rateOwner{projectID, userID}], day)
	if !ok {
		return nil
	}
	return &rate.TJM
}

func ratesOf(ctx context.Context, tx *db.Tx, ids any) (rateTable, error) {
	rates := rateTable{}
	text := `SELECT r.project_id, r.user_id, r.from_day, r.tjm FROM rates r WHERE r.project_id` + tx.In(1) + ` ORDER BY r.from_day`
	err := tx.ForEach(ctx, text, ids, func(rows db.Rows) error {
		var owner rateOwner
		var r domain.Rate
		if err := rows.Scan(&owner.projectID, &owner.userID, &r.From, &r.TJM); err != nil {
			return err
		}
		rates[owner] = append(rates[owner], r)
		return nil
	})
	return rates, err
}

// RecountEffort replaces the rolled-up time of projects with a recount of their time entries. It reads all their entries but does not hold
// them in memory.
func RecountEffort(ctx context.Context, tx *db.Tx, all map[int64]*Finance) error {
	projectIDs := make([]int64, 0, len(all))
	for id, f := range all {
		f.Effort = nil
		projectIDs = append(projectIDs, id)
	}
	ids := db.List(tx, projectIDs)
	rates, err := ratesOf(ctx, tx, ids)
	if err != nil {
		return err
	}
	sums := map[rawKey]int64{}
	if err := sumEntries(ctx, tx, ids, rates, sums); err != nil {
		return err
	}
	for key, minutes := range sums {
		all[key.projectID].Effort = append(all[key.projectID].Effort, key.effort(minutes))
	}
	return nil
}

// rawKey is the key by which time entries are grouped before they are priced.
type rawKey struct {
	projectID         int64
	userID            int64
	rated             bool
	rate              float64
	inSprint, engaged bool
}

func (k rawKey) effort(minutes int64) FinanceEffort {
	e := FinanceEffort{UserID: k.userID, InSprint: k.inSprint, Engaged: k.engaged, Minutes: minutes}
	if k.rated {
		e.Rate = &k.rate
	}
	return e
}

func sumEntries(ctx context.Context, tx *db.Tx, ids any, rates rateTable, sums map[rawKey]int64) error {
	text := `
SELECT e.project_id, e.user_id, e.logged_at, t.sprint_id IS NOT NULL, x.id IS NOT NULL, e.duration_minutes
FROM time_entries e
JOIN tickets t ON t.id = e.ticket_id
LEFT JOIN epics x ON x.id = t.epic_id AND x.status <> 'done'
WHERE e.project_id` + tx.In(1)
	return tx.ForEach(ctx, text, ids, func(rows db.Rows) error {
		var k rawKey
		var day domain.Date
		var minutes int64
		if err := rows.Scan(&k.projectID, &k.userID, &day, &k.inSprint, &k.engaged, &minutes); err != nil {
			return err
		}
		if rate := rates.on(k.projectID, k.userID, day); rate != nil {
			k.rated, k.rate = true, *rate
		}
		sums[k] += minutes
		return nil
	})
}

// ProjectIDs returns the ids of all projects in order.
func ProjectIDs(ctx context.Context, tx *db.Tx) ([]int64, error) {
	return db.Collect(db.Each(ctx, tx, db.Query{Text: `SELECT id FROM projects WHERE deleted_at IS NULL ORDER BY id`}, func(rows db.Rows) (int64, error) {
		var id int64
		err := rows.Scan(&id)
		return id, err
	}))
}
