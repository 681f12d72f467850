package store

import (
	"context"

	"earnest/internal/db"
	"earnest/internal/domain"
)

// Scope is the sprint and the epic towards which a ticket's minutes count; 0 means none.
type Scope struct{ SprintID, EpicID int64 }

// ScopeOf returns the scope in which a ticket's minutes currently count.
func ScopeOf(t domain.Ticket) Scope {
	var s Scope
	if t.SprintID != nil {
		s.SprintID = *t.SprintID
	}
	if t.EpicID != nil {
		s.EpicID = *t.EpicID
	}
	return s
}

// dayMinutes is the time that one member logged on one day.
type dayMinutes struct {
	userID  int64
	day     domain.Date
	minutes int64
}

// AddEffort adds a member's minutes on a day to a scope; negative minutes are subtracted.
func AddEffort(ctx context.Context, tx *db.Tx, projectID int64, scope Scope, userID int64, day domain.Date, minutes int64) error {
	rates, err := Rates(ctx, tx, projectID, userID)
	if err != nil {
		return err
	}
	return addEffort(ctx, tx, projectID, scope, dayMinutes{userID, day, minutes}, rates)
}

func addEffort(ctx context.Context, tx *db.Tx, projectID int64, scope Scope, d dayMinutes, rates []domain.Rate) error {
	err := tx.Run(ctx, `
INSERT INTO effort_days (project_id, sprint_id, epic_id, user_id, day, minutes)
VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (project_id, sprint_id, epic_id, user_id, day)
DO UPDATE SET minutes = effort_days.minutes + excluded.minutes`,
		projectID, scope.SprintID, scope.EpicID, d.userID, d.day, d.minutes)
	if err != nil {
		return err
	}
	return addRated(ctx, tx, projectID, scope, d, rates)
}

func addRated(ctx context.Context, tx *db.Tx, projectID int64, scope Scope, d dayMinutes, rates []domain.Rate) error {
	rate, _ := domain.RateOn(rates, d.day)
	return tx.Run(ctx, `
INSERT INTO effort_rates (project_id, sprint_id, epic_id, user_id, rate_from, minutes)
VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (project_id, sprint_id, epic_id, user_id, rate_from)
DO UPDATE SET minutes = effort_rates.minutes + excluded.minutes`,
		projectID, scope.SprintID, scope.EpicID, d.userID, rate.From, d.minutes)
}

// MoveEffort moves the minutes of a ticket from one scope to another. Its cost depends on the number of the ticket's own time entries, not
// on the size of the two scopes.
func MoveEffort(ctx context.Context, tx *db.Tx, projectID, ticketID int64, from, to Scope) error {
	if from == to {
		return nil
	}
	for _, text := range []db.Text{moveDays, moveRates} {
		if err := tx.Run(ctx, text, to.SprintID, to.EpicID, from.SprintID, from.EpicID, ticketID); err != nil {
			return err
		}
	}
	for _, text := range []db.Text{`DELETE FROM effort_days` + emptied, `DELETE FROM effort_rates` + emptied} {
		if err := tx.Run(ctx, text, projectID, from.SprintID, from.EpicID, ticketID); err != nil {
			return err
		}
	}
	return nil
}

const (
	// twoScopes joins a ticket's time entries with the scope that gains their minutes and the one that loses them. A SELECT from it must
	// have a WHERE clause, even one that is always true; otherwise SQLite parses the ON of ON CONFLICT as part of the join.
	twoScopes = `
FROM (
  SELECT CAST($1 AS BIGINT) AS sprint_id, CAST($2 AS BIGINT) AS epic_id, 1 AS sign
  UNION ALL
  SELECT CAST($3 AS BIGINT), CAST($4 AS BIGINT), -1
) p
JOIN time_entries e ON e.ticket_id = $5`

	moveDays = `
INSERT INTO effort_days (project_id, sprint_id, epic_id, user_id, day, minutes)
SELECT e.project_id, p.sprint_id, p.epic_id, e.user_id, e.logged_at, CAST(SUM(p.sign * e.duration_minutes) AS BIGINT)` + twoScopes + `
WHERE e.duration_minutes > 0
GROUP BY e.project_id, p.sprint_id, p.epic_id, e.user_id, e.logged_at
ON CONFLICT (project_id, sprint_id, epic_id, user_id, day)
DO UPDATE SET minutes = effort_days.minutes + excluded.minutes`

	// rateOfEntry finds the rate for a day as domain.RateOn does: the last one that began on or before that day, otherwise the first one,
	// otherwise none.
	rateOfEntry = `COALESCE(
           (SELECT MAX(r.from_day) FROM rates r WHERE r.project_id = e.project_id AND r.user_id = e.user_id AND r.from_day <= e.logged_at),
           (SELECT MIN(r.from_day) FROM rates r WHERE r.project_id = e.project_id AND r.user_id = e.user_id),
           '')`

	moveRates = `
INSERT INTO effort_rates (project_id, sprint_id, epic_id, user_id, rate_from, minutes)
SELECT d.project_id, d.sprint_id, d.epic_id, d.user_id, d.rate_from, CAST(SUM(d.minutes) AS BIGINT)
FROM (
  SELECT e.project_id,
         p.sprint_id,
         p.epic_id,
         e.user_id,
         ` + rateOfEntry + ` AS rate_from,
         p.sign * e.duration_minutes AS minutes` + twoScopes + `
) d
WHERE d.minutes <> 0
GROUP BY d.project_id, d.sprint_id, d.epic_id, d.user_id, d.rate_from
ON CONFLICT (project_id, sprint_id, epic_id, user_id, rate_from)
DO UPDATE SET minutes = effort_rates.minutes + excluded.minutes`

	// emptied selects, for the people with time on the ticket, the rows of a scope that have dropped to zero. These rows are deleted so
	// that the roll-ups match a recount.
	emptied = `
WHERE project_id = $1
  AND sprint_id = $2
  AND epic_id = $3
  AND minutes = 0
  AND user_id IN (SELECT e.user_id FROM time_entries e WHERE e.ticket_id = $4)`
)

// TakeEffort subtracts the tickets' minutes from their sprints and epics before the tickets move; GiveEffort then adds the minutes to the
// new ones. The number of statements does not depend on the number of tickets.
func TakeEffort(ctx context.Context, tx *db.Tx, tickets []int64) error {
	if len(tickets) == 0 {
		return nil
	}
	const sameDay = `project_id, sprint_id, epic_id, user_id, day`
	const sameRate = `project_id, sprint_id, epic_id, user_id, rate_from`
	days, rates := effortOf(tx, daysOf), effortOf(tx, ratesOf)
	// Delete before subtracting, since the minutes left in a row after a subtraction could equal the amount subtracted, and the row would
	// wrongly be deleted.
	for _, text := range []db.Text{
		`DELETE FROM effort_days WHERE (` + sameDay + `, minutes) IN (` + days + `)`,
		`DELETE FROM effort_rates WHERE (` + sameRate + `, minutes) IN (` + rates + `)`,
		`UPDATE effort_days SET minutes = effort_days.minutes - x.minutes FROM (` + days + `) x WHERE ` + sameScope,
		`UPDATE effort_rates SET minutes = effort_rates.minutes - x.minutes FROM (` + rates + `) x WHERE ` + sameRatedScope,
	} {
		if err := tx.Run(ctx, text, db.List(tx, tickets)); err != nil {
			return err
		}
	}
	return nil
}

// GiveEffort adds the tickets' minutes to the sprints and epics they are in. See TakeEffort.
func GiveEffort(ctx context.Context, tx *db.Tx, tickets []int64) error {
	if len(tickets) == 0 {
		return nil
	}
	for _, text := range []db.Text{
		`INSERT INTO effort_days (project_id, sprint_id, epic_id, user_id, day, minutes)` + effortOf(tx, daysOf) + `
ON CONFLICT (project_id, sprint_id, epic_id, user_id, day)
DO UPDATE SET minutes = effort_days.minutes + excluded.minutes`,
		`INSERT INTO effort_rates (project_id, sprint_id, epic_id, user_id, rate_from, minutes)` + effortOf(tx, ratesOf) + `
ON CONFLICT (project_id, sprint_id, epic_id, user_id, rate_from)
DO UPDATE SET minutes = effort_rates.minutes + excluded.minutes`,
	} {
		if err := tx.Run(ctx, text, db.List(tx, tickets)); err != nil {
			return err
		}
	}
	return nil
}

const (
	sameScope = `effort_days.project_id = x.project_id AND effort_days.sprint_id = x.sprint_id AND effort_days.epic_id = x.epic_id
  AND effort_days.user_id = x.user_id AND effort_days.day = x.day`
	sameRatedScope = `effort_rates.project_id = x.project_id AND effort_rates.sprint_id = x.sprint_id AND effort_rates.epic_id = x.epic_id
  AND effort_rates.user_id = x.user_id AND effort_rates.rate_from = x.rate_from`

	daysOf  = `e.logged_at AS day`
	ratesOf = rateOfEntry + ` AS rate_from`
)

// effortOf selects the minutes of the tickets in parameter 1 by scope, member and the given column.
func effortOf(tx *db.Tx, column db.Text) db.Text {
	return `
SELECT e.project_id,
       COALESCE(t.sprint_id, 0) AS sprint_id,
       COALESCE(t.epic_id, 0) AS epic_id,
       e.user_id,
       ` + column + `,
       CAST(SUM(e.duration_minutes) AS BIGINT) AS minutes
FROM tickets t
JOIN time_entries e ON e.ticket_id = t.id
WHERE e.duration_minutes > 0 AND t.id` + db.Text(tx.In(1)) + `
GROUP BY 1, 2, 3, 4, 5`
}
