package store

import (
	"context"
	"fmt"

	"earnest/internal/db"
	"earnest/internal/domain"
	workstore "earnest/internal/work/store"
)

// effortMismatch is a roll-up row that a recount does not confirm.
type effortMismatch struct {
	projectID     int64
	scope         workstore.Scope
	userID        int64
	day           domain.Date // of the work, or the first day of its rate
	kept, counted int64
}

// EffortMismatches recounts the minutes of all time entries of one project, or of every project, and returns a sentence for each
// row of the two roll-ups that differs.
func EffortMismatches(ctx context.Context, tx *db.Tx, projectID *int64) ([]string, error) {
	of, args := db.Text(` WHERE e.project_id NOT IN `+workstore.DeletedProjects), []any{}
	if projectID != nil {
		of, args = ` WHERE e.project_id = $1`, []any{*projectID}
	}
	days, err := effortMismatches(ctx, tx, db.Query{Text: mismatch(`effort_days`, `day`, countedDays(of), of), Args: args})
	if err != nil {
		return nil, err
	}
	rates, err := effortMismatches(ctx, tx, db.Query{Text: mismatch(`effort_rates`, `rate_from`, countedRates(of), of), Args: args})
	if err != nil {
		return nil, err
	}
	sentences := make([]string, 0, len(days)+len(rates))
	for _, m := range days {
		sentences = append(sentences, m.sentence("on "+string(m.day)))
	}
	for _, m := range rates {
		sentences = append(sentences, m.sentence(rateWords(m.day)))
	}
	return sentences, nil
}

func effortMismatches(ctx context.Context, tx *db.Tx, q db.Query) ([]effortMismatch, error) {
	return db.Collect(db.Each(ctx, tx, q, func(rows db.Rows) (effortMismatch, error) {
		var m effortMismatch
		err := rows.Scan(
			&m.projectID,
			&m.scope.SprintID,
			&m.scope.EpicID,
			&m.userID,
			&m.day,
			&m.kept,
			&m.counted,
		)
		return m, err
	}))
}

// mismatch compares the rows of a roll-up with counted rows of the same form. A stored row for which nothing is counted is wrong
// even if it has 0 minutes, because empty rows should have been removed.
func mismatch(table, day, counted, of db.Text) db.Text {
	return `
SELECT x.project_id,
       x.sprint_id,
       x.epic_id,
       x.user_id,
       x.day,
       CAST(SUM(x.kept) AS BIGINT),
       CAST(SUM(x.counted) AS BIGINT)
FROM (
  SELECT e.project_id, e.sprint_id, e.epic_id, e.user_id, e.` + day + ` AS day, e.minutes AS kept, 0 AS counted FROM ` + table + ` e` + of + `
  UNION ALL
  SELECT c.project_id, c.sprint_id, c.epic_id, c.user_id, c.day, 0, c.minutes FROM (` + counted + `) c
) x
GROUP BY x.project_id, x.sprint_id, x.epic_id, x.user_id, x.day
HAVING SUM(x.kept) <> SUM(x.counted) OR SUM(x.counted) = 0
ORDER BY x.project_id, x.sprint_id, x.epic_id, x.user_id, x.day`
}

// countedDays returns the expected content of effort_days.
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

// countedRates returns the expected content of effort_rates, one row per day: the rate that applies on a day is the last one that
// began on or before that day, or else the first one, or else none. It restates domain.RateOn, so that each checks the other.
func countedRates(of db.Text) db.Text {
	const rates = ` FROM rates r WHERE r.project_id = d.project_id AND r.user_id = d.user_id`
	return `
SELECT d.project_id,
       d.sprint_id,
       d.epic_id,
       d.user_id,
       COALESCE((SELECT MAX(r.from_day)` + rates + ` AND r.from_day <= d.day), (SELECT MIN(r.from_day)` + rates + `), '') AS day,
       d.minutes
FROM (` + countedDays(of) + `) d`
}

func (m effortMismatch) sentence(when string) string {
	return fmt.Sprintf("effort of user %d in project %d %s (sprint %d, epic %d): %d minutes are kept, the time entries give %d",
		m.userID, m.projectID, when, m.scope.SprintID, m.scope.EpicID, m.kept, m.counted)
}

func rateWords(from domain.Date) string {
	if from == "" {
		return "without a rate"
	}
	return "at the rate from " + string(from)
}
