package store

import (
	"context"
	"fmt"
	"slices"

	"earnest/internal/db"
	"earnest/internal/domain"
	workstore "earnest/internal/work/store"
)

// EffortMismatches recounts the time entries and their minutes in one project, or in every project, and returns a sentence for each
// number of entries and each row of the two roll-ups that differs.
func EffortMismatches(ctx context.Context, tx *db.Tx, projectID *int64) ([]string, error) {
	of, args := db.Text(` WHERE e.project_id NOT IN `+workstore.DeletedProjects), []any{}
	if projectID != nil {
		of, args = ` WHERE e.project_id = $1`, []any{*projectID}
	}
	days := mismatch(`effort_days`, `project_id, user_id, day, sprint_id, epic_id`, countedDays(of), of)
	costs := mismatch(`effort_costs`, `project_id, user_id, rate_from, in_sprint, engaged`, countedCosts(of), of)
	byDay, err := db.Collect(db.Each(ctx, tx, db.Query{Text: days, Args: args}, dayMismatch))
	if err != nil {
		return nil, err
	}
	byCost, err := db.Collect(db.Each(ctx, tx, db.Query{Text: costs, Args: args}, costMismatch))
	if err != nil {
		return nil, err
	}
	entries, err := tx.Texts(ctx, db.Query{Text: entryCounts(of), Args: args})
	return slices.Concat(byDay, byCost, entries), err
}

// entryCounts selects a sentence for each project whose number of time entries is wrong.
func entryCounts(of db.Text) db.Text {
	return `
SELECT 'project ' || x.uuid || ' counts ' || x.entry_count || ' time entries, but there are ' || x.entries
FROM (
  SELECT e.project_id, e.uuid, e.entry_count, (SELECT COUNT(*) FROM time_entries t WHERE t.project_id = e.project_id) AS entries
  FROM (SELECT id AS project_id, uuid, entry_count FROM projects) e` + of + `
) x
WHERE x.entries <> x.entry_count
ORDER BY x.project_id`
}

// mismatch selects the rows of a roll-up that differ from counted rows of the same form. A stored row for which nothing is
// counted is wrong even if it has 0 minutes, because empty rows should have been removed.
func mismatch(table, key, counted, of db.Text) db.Text {
	return `
SELECT ` + key + `, CAST(SUM(kept) AS BIGINT), CAST(SUM(counted) AS BIGINT)
FROM (
  SELECT ` + key + `, e.minutes AS kept, 0 AS counted FROM ` + table + ` e` + of + `
  UNION ALL
  SELECT ` + key + `, 0, c.minutes FROM (` + counted + `) c
) x
GROUP BY ` + key + `
HAVING SUM(kept) <> SUM(counted) OR SUM(counted) = 0
ORDER BY ` + key
}

// countedDays selects the expected content of effort_days.
func countedDays(of db.Text) db.Text {
	return `
SELECT e.project_id,
       COALESCE(t.sprint_id, 0) AS sprint_id,
       COALESCE(t.epic_id, 0) AS epic_id,
       e.user_id,
       e.logged_at AS day,
       CAST(SUM(e.duration_minutes) AS BIGINT) AS minutes
FROM time_entries e
JOIN tickets t ON t.id = e.ticket_id` + of + `
GROUP BY e.project_id, COALESCE(t.sprint_id, 0), COALESCE(t.epic_id, 0), e.user_id, e.logged_at`
}

// countedCosts selects the expected content of effort_costs, one row per day: the rate that applies on a day is the last one that
// began on or before that day, or else the first one, or else none. It restates domain.RateOn, so that each checks the other.
func countedCosts(of db.Text) db.Text {
	const rates = ` FROM rates r WHERE r.project_id = d.project_id AND r.user_id = d.user_id`
	return `
SELECT d.project_id,
       d.user_id,
       COALESCE((SELECT MAX(r.from_day)` + rates + ` AND r.from_day <= d.day), (SELECT MIN(r.from_day)` + rates + `), '') AS rate_from,
       d.sprint_id <> 0 AS in_sprint,
       o.id IS NOT NULL AS engaged,
       d.minutes
FROM (` + countedDays(of) + `) d
LEFT JOIN epics o ON o.id = d.epic_id AND o.status <> 'done'`
}

func dayMismatch(rows db.Rows) (string, error) {
	var project, user, sprint, epic, kept, counted int64
	var day domain.Date
	err := rows.Scan(&project, &user, &day, &sprint, &epic, &kept, &counted)
	return fmt.Sprintf("effort of user %d in project %d on %s (sprint %d, epic %d): %d minutes are kept, the time entries give %d",
		user, project, day, sprint, epic, kept, counted), err
}

func costMismatch(rows db.Rows) (string, error) {
	var project, user, kept, counted int64
	var from domain.Date
	var inSprint, engaged bool
	err := rows.Scan(&project, &user, &from, &inSprint, &engaged, &kept, &counted)
	rate := "at the rate from " + string(from)
	if from == "" {
		rate = "without a rate"
	}
	return fmt.Sprintf("effort of user %d in project %d %s (in a sprint: %t, in an open epic: %t): %d minutes are kept, the time entries give %d",
		user, project, rate, inSprint, engaged, kept, counted), err
}
