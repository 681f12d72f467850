package store

import (
	"context"
	"fmt"
	"slices"

	"earnest/internal/db"
	workstore "earnest/internal/work/store"
)

// CountMismatches counts the tickets of one project, or of every project, and returns a sentence for each row of ticket_counts or
// sprint_points that differs and for each ticket whose column committed does not match the table commitments.
func CountMismatches(ctx context.Context, tx *db.Tx, projectID *int64) ([]string, error) {
	of, args := db.Text(` WHERE t.project_id NOT IN `+workstore.DeletedProjects), []any{}
	if projectID != nil {
		of, args = ` WHERE t.project_id = $1`, []any{*projectID}
	}
	texts, err := tx.Texts(ctx, db.Query{Text: wrongCommitted(tx, of), Args: args})
	if err != nil {
		return nil, err
	}
	counts, err := db.Collect(db.Each(ctx, tx, db.Query{Text: wrongCounts(of), Args: args}, func(rows db.Rows) (string, error) {
		var project, sprint int64
		var kept, counted ticketStates
		var committed string
		var points float64
		err := rows.Scan(&project, &sprint, &points, &committed, &kept.open, &kept.done, &kept.deleted, &counted.open, &counted.done, &counted.deleted)
		return fmt.Sprintf("project %d has %s tickets of %v points in sprint %d with the commitments %q, but %s are kept",
			project, counted, points, sprint, committed, kept), err
	}))
	if err != nil {
		return nil, err
	}
	sums, err := db.Collect(db.Each(ctx, tx, db.Query{Text: wrongSums(of), Args: args}, func(rows db.Rows) (string, error) {
		var project, sprint int64
		var kept, counted pointSums
		err := rows.Scan(&project, &sprint, &kept.open, &kept.done, &kept.committed, &counted.open, &counted.done, &counted.committed)
		return fmt.Sprintf("project %d has %s whole points in sprint %d, but %s are kept", project, counted, sprint, kept), err
	}))
	return slices.Concat(texts, counts, sums), err
}

// pointSums are the sums of a row of sprint_points.
type pointSums struct{ open, done, committed int64 }

func (p pointSums) String() string {
	return fmt.Sprintf("%d open, %d done and %d committed", p.open, p.done, p.committed)
}

// wrongSums selects the rows of sprint_points that differ from the sums of ticket_counts, with what is kept and what was added up. A row without points may
// be missing.
func wrongSums(of db.Text) db.Text {
	return `
SELECT x.project_id,
       x.sprint_id,
       CAST(SUM(x.kept_open) AS BIGINT),
       CAST(SUM(x.kept_done) AS BIGINT),
       CAST(SUM(x.kept_committed) AS BIGINT),
       CAST(SUM(x.open) AS BIGINT),
       CAST(SUM(x.done) AS BIGINT),
       CAST(SUM(x.committed) AS BIGINT)
FROM (
  SELECT t.project_id, t.sprint_id, t.open_points AS kept_open, t.done_points AS kept_done, t.committed_points AS kept_committed,
         0 AS open, 0 AS done, 0 AS committed
  FROM sprint_points t` + of + `
  UNION ALL
  SELECT t.project_id, t.sprint_id, 0, 0, 0,
         CAST(t.points AS BIGINT) * t.open_tickets,
         CAST(t.points AS BIGINT) * t.done_tickets,
         CASE WHEN t.committed = '' THEN 0 ELSE CAST(t.points AS BIGINT) * (t.open_tickets + t.done_tickets + t.deleted_tickets) END
  FROM (SELECT c.* FROM ticket_counts c WHERE ` + workstore.Summed + `) t` + of + `
) x
GROUP BY x.project_id, x.sprint_id
HAVING SUM(x.kept_open) <> SUM(x.open) OR SUM(x.kept_done) <> SUM(x.done) OR SUM(x.kept_committed) <> SUM(x.committed)
ORDER BY x.project_id, x.sprint_id`
}

// ticketStates is how many tickets are in each state.
type ticketStates struct{ open, done, deleted int64 }

func (n ticketStates) String() string {
	return fmt.Sprintf("%d open, %d done and %d deleted", n.open, n.done, n.deleted)
}

// wrongCommitted selects a sentence for each ticket whose column committed is wrong. The engines format numbers differently.
func wrongCommitted(tx *db.Tx, of db.Text) db.Text {
	points := db.Text(`c.points`)
	if tx.Engine() == db.SQLite {
		points = `CASE WHEN c.points = CAST(c.points AS INTEGER) THEN CAST(c.points AS INTEGER) ELSE quote(c.points) END`
	}
	return `
SELECT 'ticket ' || x.uuid || ' is kept with the commitments "' || x.kept || '", but they are "' || x.counted || '"'
FROM (
  SELECT t.id, t.uuid, t.committed AS kept, COALESCE(
    (SELECT string_agg(c.sprint_id || ':' || ` + points + `, ',' ORDER BY c.sprint_id) FROM commitments c WHERE c.ticket_id = t.id), '') AS counted
  FROM tickets t` + of + `
) x
WHERE x.kept <> x.counted
ORDER BY x.id`
}

// wrongCounts selects the rows of ticket_counts that differ from a count of the tickets, with what is kept and what was counted. A stored row without
// tickets is wrong even if its counts are 0, because empty rows should have been removed.
func wrongCounts(of db.Text) db.Text {
	return `
SELECT x.project_id,
       x.sprint_id,
       x.points,
       x.committed,
       CAST(SUM(x.kept_open) AS BIGINT),
       CAST(SUM(x.kept_done) AS BIGINT),
       CAST(SUM(x.kept_deleted) AS BIGINT),
       CAST(SUM(x.open) AS BIGINT),
       CAST(SUM(x.done) AS BIGINT),
       CAST(SUM(x.deleted) AS BIGINT)
FROM (
  SELECT t.project_id, t.sprint_id, t.points, t.committed,
         t.open_tickets AS kept_open, t.done_tickets AS kept_done, t.deleted_tickets AS kept_deleted, 0 AS open, 0 AS done, 0 AS deleted
  FROM ticket_counts t` + of + `
  UNION ALL
  SELECT t.project_id, COALESCE(t.sprint_id, 0), t.story_points, t.committed, 0, 0, 0,
         CASE WHEN t.deleted_at IS NULL AND t.done_at IS NULL THEN 1 ELSE 0 END,
         CASE WHEN t.deleted_at IS NULL AND t.done_at IS NOT NULL THEN 1 ELSE 0 END,
         CASE WHEN t.deleted_at IS NOT NULL THEN 1 ELSE 0 END
  FROM tickets t` + of + `
) x
GROUP BY x.project_id, x.sprint_id, x.points, x.committed
HAVING SUM(x.kept_open) <> SUM(x.open) OR SUM(x.kept_done) <> SUM(x.done) OR SUM(x.kept_deleted) <> SUM(x.deleted)
    OR SUM(x.open + x.done + x.deleted) = 0
ORDER BY x.project_id, x.sprint_id, x.points, x.committed`
}
