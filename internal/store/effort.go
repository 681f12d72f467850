package store

import (
	"context"
	"maps"
	"slices"

	"earnest/internal/domain"
	"earnest/internal/store/db"
)

// Place is where a ticket's minutes count: its sprint and its epic, 0 where it has none.
type Place struct{ SprintID, EpicID int64 }

// PlaceOf is where the minutes of a ticket count now.
func PlaceOf(t domain.Ticket) Place {
	var p Place
	if t.SprintID != nil {
		p.SprintID = *t.SprintID
	}
	if t.EpicID != nil {
		p.EpicID = *t.EpicID
	}
	return p
}

// dayMinutes is what one member logged on one day.
type dayMinutes struct {
	userID  int64
	day     domain.Date
	minutes int64
}

// AddEffort counts minutes of a member on a day at a place; negative minutes take them away.
func (tx *Tx) AddEffort(ctx context.Context, projectID int64, at Place, userID int64, day domain.Date, minutes int64) error {
	rates, err := tx.Rates(ctx, projectID, userID)
	if err != nil {
		return err
	}
	return tx.addEffort(ctx, projectID, at, dayMinutes{userID, day, minutes}, rates)
}

func (tx *Tx) addEffort(ctx context.Context, projectID int64, at Place, d dayMinutes, rates []domain.Rate) error {
	err := tx.run(ctx, `
INSERT INTO effort_days (project_id, sprint_id, epic_id, user_id, day, minutes)
VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (project_id, sprint_id, epic_id, user_id, day)
DO UPDATE SET minutes = effort_days.minutes + excluded.minutes`,
		projectID, at.SprintID, at.EpicID, d.userID, d.day, d.minutes)
	if err != nil {
		return err
	}
	return tx.addRated(ctx, projectID, at, d, rates)
}

func (tx *Tx) addRated(ctx context.Context, projectID int64, at Place, d dayMinutes, rates []domain.Rate) error {
	rate, _ := domain.RateOn(rates, d.day)
	return tx.run(ctx, `
INSERT INTO effort_rates (project_id, sprint_id, epic_id, user_id, rate_from, minutes)
VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (project_id, sprint_id, epic_id, user_id, rate_from)
DO UPDATE SET minutes = effort_rates.minutes + excluded.minutes`,
		projectID, at.SprintID, at.EpicID, d.userID, rate.From, d.minutes)
}

// MoveEffort takes the minutes of a ticket from one place to another. Its cost is that of the days on
// which the ticket was worked on.
func (tx *Tx) MoveEffort(ctx context.Context, projectID, ticketID int64, from, to Place) error {
	if from == to {
		return nil
	}
	days, err := tx.ticketDays(ctx, ticketID)
	if err != nil {
		return err
	}
	rates := map[int64][]domain.Rate{}
	for _, d := range days {
		if _, ok := rates[d.userID]; !ok {
			if rates[d.userID], err = tx.Rates(ctx, projectID, d.userID); err != nil {
				return err
			}
		}
		if err := tx.addEffort(ctx, projectID, to, d, rates[d.userID]); err != nil {
			return err
		}
		d.minutes = -d.minutes
		if err := tx.addEffort(ctx, projectID, from, d, rates[d.userID]); err != nil {
			return err
		}
	}
	return tx.dropEmptyEffort(ctx, projectID, from, slices.Collect(maps.Keys(rates)))
}

func (tx *Tx) ticketDays(ctx context.Context, ticketID int64) ([]dayMinutes, error) {
	const text = `SELECT user_id, logged_at, CAST(SUM(duration_minutes) AS BIGINT) FROM time_entries WHERE ticket_id = $1 GROUP BY user_id, logged_at`
	return Collect(each(ctx, tx, query{text, []any{ticketID}}, func(rows db.Rows) (dayMinutes, error) {
		var d dayMinutes
		err := rows.Scan(&d.userID, &d.day, &d.minutes)
		return d, err
	}))
}

// dropEmptyEffort removes the rows of some users at a place where nothing counts any more, so that roll-ups equal a recount. It does
// not look at the rows of others: a place may hold thousands.
func (tx *Tx) dropEmptyEffort(ctx context.Context, projectID int64, at Place, users []int64) error {
	for _, text := range []sqlText{
		`DELETE FROM effort_days WHERE project_id = $1 AND sprint_id = $2 AND epic_id = $3 AND minutes = 0 AND user_id`,
		`DELETE FROM effort_rates WHERE project_id = $1 AND sprint_id = $2 AND epic_id = $3 AND minutes = 0 AND user_id`,
	} {
		if err := tx.run(ctx, text+sqlText(tx.In(4)), projectID, at.SprintID, at.EpicID, db.List(tx.Tx, users)); err != nil {
			return err
		}
	}
	return nil
}
