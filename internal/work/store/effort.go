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

// AddEffort adds a member's minutes on a day to a scope; negative minutes are subtracted. The rates are all rates of the member in the project.
func AddEffort(
	ctx context.Context, tx *db.Tx, projectID int64, scope Scope, userID int64, rates []domain.Rate, day domain.Date, minutes int64,
) error {
	err := tx.Add(ctx, db.Insert{
		Table:   `effort_days`,
		Columns: `project_id, sprint_id, epic_id, user_id, day, minutes`,
		Types:   `bigint,bigint,bigint,bigint,text,bigint`,
		Sums:    true,
	}, projectID, scope.SprintID, scope.EpicID, userID, day, minutes)
	if err != nil {
		return err
	}
	rate, _ := domain.RateOn(rates, day)
	return tx.Add(ctx, db.Insert{
		Table:   `effort_costs`,
		Columns: `project_id, user_id, rate_from, in_sprint, engaged, minutes`,
		Row:     `$1, $2, $3, $4, ` + engaged(`$5`) + `, $6`,
		Types:   `bigint,bigint,text,boolean,bigint,bigint`,
		Sums:    true,
	}, projectID, userID, rate.From, scope.SprintID != 0, scope.EpicID, minutes)
}

// addToCosts adds the minutes being inserted to the existing row of effort_costs, if there is one.
const addToCosts = `
ON CONFLICT (project_id, user_id, rate_from, in_sprint, engaged)
DO UPDATE SET minutes = effort_costs.minutes + excluded.minutes`

// engaged returns the condition that an epic exists and is not done.
func engaged(epicID db.Text) db.Text {
	return `EXISTS (SELECT 1 FROM epics o WHERE o.id = ` + epicID + ` AND o.status <> 'done')`
}

// dropEmptyCosts deletes rows that have dropped to zero, so that the roll-up equals a recount. A project has only a few rows.
func dropEmptyCosts(ctx context.Context, tx *db.Tx, projectID int64) error {
	return tx.Run(ctx, `DELETE FROM effort_costs WHERE project_id = $1 AND minutes = 0`, projectID)
}

// MoveEffort moves the minutes of a ticket from one scope to another. Its cost depends on the number of the ticket's own time entries, not
// on the size of the two scopes.
func MoveEffort(ctx context.Context, tx *db.Tx, projectID, ticketID int64, from, to Scope) error {
	if from == to {
		return nil
	}
	for _, text := range []db.Text{moveDays, moveCosts()} {
		if err := tx.Run(ctx, text, to.SprintID, to.EpicID, from.SprintID, from.EpicID, ticketID); err != nil {
			return err
		}
	}
	if err := tx.Run(ctx, `DELETE FROM effort_days`+emptied, projectID, from.SprintID, from.EpicID, ticketID); err != nil {
		return err
	}
	return dropEmptyCosts(ctx, tx, projectID)
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

	// emptied selects the rows of a scope that have dropped to zero, for the people with time on the ticket. They are deleted so that the
	// roll-up equals a recount.
	emptied = `
WHERE project_id = $1
  AND sprint_id = $2
  AND epic_id = $3
  AND minutes = 0
  AND user_id IN (SELECT e.user_id FROM time_entries e WHERE e.ticket_id = $4)`
)

// moveCosts returns the statement that moves the minutes in effort_costs. It changes nothing if the minutes count towards the same costs in both scopes.
func moveCosts() db.Text {
	return `
INSERT INTO effort_costs (project_id, user_id, rate_from, in_sprint, engaged, minutes)
SELECT d.project_id, d.user_id, d.rate_from, d.in_sprint, d.engaged, CAST(SUM(d.minutes) AS BIGINT)
FROM (
  SELECT e.project_id,
         e.user_id,
         ` + rateOn(`e.logged_at`) + ` AS rate_from,
         p.sprint_id <> 0 AS in_sprint,
         ` + engaged(`p.epic_id`) + ` AS engaged,
         p.sign * e.duration_minutes AS minutes` + twoScopes + `
) d
WHERE d.minutes <> 0
GROUP BY d.project_id, d.user_id, d.rate_from, d.in_sprint, d.engaged
HAVING SUM(d.minutes) <> 0` + addToCosts
}

// rateOn returns an expression for the first day of the rate that applies to a row e on a given day. Like domain.RateOn, it chooses the
// last rate that began on or before that day, or else the first one, or else none.
func rateOn(day db.Text) db.Text {
	const rates = ` FROM rates r WHERE r.project_id = e.project_id AND r.user_id = e.user_id`
	return `COALESCE((SELECT MAX(r.from_day)` + rates + ` AND r.from_day <= ` + day + `), (SELECT MIN(r.from_day)` + rates + `), '')`
}

// TakeEffort subtracts the tickets' minutes from their sprints and epics before they move; GiveEffort adds them to the new ones afterwards.
// The number of statements does not depend on the number of tickets.
func TakeEffort(ctx context.Context, tx *db.Tx, tickets []int64) error {
	if len(tickets) == 0 {
		return nil
	}
	const sameDay = `project_id, sprint_id, epic_id, user_id, day`
	days, costs := effortByDay(tx), effortByCost(tx)
	// Rows are deleted before minutes are subtracted, since the minutes left in a row could happen to equal those subtracted from it.
	for _, text := range []db.Text{
		`DELETE FROM effort_days WHERE (` + sameDay + `, minutes) IN (` + days + `)`,
		`UPDATE effort_days SET minutes = effort_days.minutes - x.minutes FROM (` + days + `) x WHERE ` + sameScope,
		`UPDATE effort_costs SET minutes = effort_costs.minutes - x.minutes FROM (` + costs + `) x WHERE ` + sameCost,
	} {
		if err := tx.Run(ctx, text, db.List(tx, tickets)); err != nil {
			return err
		}
	}
	return nil
}

// GiveEffort adds the tickets' minutes to the sprints and epics they are in. See TakeEffort.
func GiveEffort(ctx context.Context, tx *db.Tx, projectID int64, tickets []int64) error {
	if len(tickets) == 0 {
		return nil
	}
	for _, text := range []db.Text{
		`INSERT INTO effort_days (project_id, sprint_id, epic_id, user_id, day, minutes)` + effortByDay(tx) + `
ON CONFLICT (project_id, sprint_id, epic_id, user_id, day)
DO UPDATE SET minutes = effort_days.minutes + excluded.minutes`,
		`INSERT INTO effort_costs (project_id, user_id, rate_from, in_sprint, engaged, minutes)` + effortByCost(tx) + addToCosts,
	} {
		if err := tx.Run(ctx, text, db.List(tx, tickets)); err != nil {
			return err
		}
	}
	return dropEmptyCosts(ctx, tx, projectID)
}

const (
	sameScope = `effort_days.project_id = x.project_id AND effort_days.sprint_id = x.sprint_id AND effort_days.epic_id = x.epic_id
  AND effort_days.user_id = x.user_id AND effort_days.day = x.day`
	sameCost = `effort_costs.project_id = x.project_id AND effort_costs.user_id = x.user_id AND effort_costs.rate_from = x.rate_from
  AND effort_costs.in_sprint = x.in_sprint AND effort_costs.engaged = x.engaged`
)

// effortByDay selects the minutes of the tickets in parameter 1 as rows of effort_days.
func effortByDay(tx *db.Tx) db.Text {
	return `
SELECT e.project_id,
       COALESCE(t.sprint_id, 0) AS sprint_id,
       COALESCE(t.epic_id, 0) AS epic_id,
       e.user_id,
       e.logged_at AS day,
       CAST(SUM(e.duration_minutes) AS BIGINT) AS minutes
FROM tickets t
JOIN time_entries e ON e.ticket_id = t.id
WHERE e.duration_minutes > 0 AND t.id` + db.Text(tx.In(1)) + `
GROUP BY 1, 2, 3, 4, 5`
}

// effortByCost selects the minutes of the tickets in parameter 1 as rows of effort_costs.
func effortByCost(tx *db.Tx) db.Text {
	return `
SELECT e.project_id,
       e.user_id,
       ` + rateOn(`e.logged_at`) + ` AS rate_from,
       t.sprint_id IS NOT NULL AS in_sprint,
       ` + engaged(`t.epic_id`) + ` AS engaged,
       CAST(SUM(e.duration_minutes) AS BIGINT) AS minutes
FROM tickets t
JOIN time_entries e ON e.ticket_id = t.id
WHERE e.duration_minutes > 0 AND t.id` + db.Text(tx.In(1)) + `
GROUP BY 1, 2, 3, 4, 5`
}

// PriceEffort fills effort_costs with the minutes in effort_days, of one user or, if userID is 0, of all users of a project.
func PriceEffort(ctx context.Context, tx *db.Tx, projectID, userID int64) error {
	of, args := db.Text(` WHERE e.project_id = $1`), []any{projectID}
	if userID != 0 {
		of, args = of+` AND e.user_id = $2`, append(args, userID)
	}
	if err := tx.Run(ctx, `DELETE FROM effort_costs AS e`+of, args...); err != nil {
		return err
	}
	return tx.Run(ctx, `
INSERT INTO effort_costs (project_id, user_id, rate_from, in_sprint, engaged, minutes)
SELECT e.project_id, e.user_id, `+rateOn(`e.day`)+`, e.sprint_id <> 0, `+engaged(`e.epic_id`)+`, CAST(SUM(e.minutes) AS BIGINT)
FROM effort_days e`+of+`
GROUP BY 1, 2, 3, 4, 5`, args...)
}

// EngageEpic counts an epic's minutes among those on epics that are not done when the epic is reopened, and no longer counts them there
// when it is done or about to be deleted.
func EngageEpic(ctx context.Context, tx *db.Tx, projectID, epicID int64, open bool) error {
	sign := -1
	if open {
		sign = 1
	}
	err := tx.Run(ctx, `
INSERT INTO effort_costs (project_id, user_id, rate_from, in_sprint, engaged, minutes)
SELECT d.project_id, d.user_id, d.rate_from, d.in_sprint, s.engaged, CAST(SUM(s.sign * d.minutes) AS BIGINT)
FROM (SELECT TRUE AS engaged, CAST($3 AS BIGINT) AS sign UNION ALL SELECT FALSE, -CAST($3 AS BIGINT)) s
CROSS JOIN (
  SELECT e.project_id, e.user_id, `+rateOn(`e.day`)+` AS rate_from, e.sprint_id <> 0 AS in_sprint, e.minutes
  FROM effort_days e
  `+ofEpic+`
) d
WHERE d.minutes > 0
GROUP BY 1, 2, 3, 4, 5`+addToCosts, projectID, epicID, sign)
	if err != nil {
		return err
	}
	return dropEmptyCosts(ctx, tx, projectID)
}

// ofEpic selects the rows e of effort_days that belong to the epic in parameter 2. It lists the sprints because the primary key begins with
// the project and the sprint.
const ofEpic = `WHERE e.project_id = $1
    AND e.sprint_id IN (SELECT s.id FROM sprints s WHERE s.project_id = $1 UNION ALL SELECT 0)
    AND e.epic_id = $2`
