package scale

import (
	"context"

	"earnest/evm"
	"earnest/internal/db"
	"earnest/internal/money"
	"earnest/internal/work/store"
)

// sum fills the tables that are computed from others, and gives each project the revision of its log.
func sum(ctx context.Context, d *db.DB, w *World) error {
	for _, text := range append(searchWords(d.Engine()), ticketCounts, sprintPoints, entryCounts, effortDays, effortCosts, nextNumbers, projectKeys) {
		err := d.Write(ctx, func(tx *db.Tx) error {
			_, err := tx.Exec(ctx, string(text)) // not Run, which would be sent with the commit and have to end within its time
			return err
		})
		if err != nil {
			return err
		}
	}
	err := d.Write(ctx, func(tx *db.Tx) error {
		for _, p := range w.Projects {
			if err := tx.Run(ctx, `UPDATE projects SET revision = $2 WHERE id = $1`, p.ID, p.revision); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return fill(ctx, d, w, table{"indicator_days", "project_id day indicators reported_at caught_up", perProject(dayRows)})
}

// searchWords returns the statements that index the texts for search, as the migrations do.
func searchWords(engine db.Engine) []db.Text {
	if engine == db.Postgres {
		return []db.Text{
			`INSERT INTO ticket_words (rowid, words)
SELECT id, words_of_ticket(project_id, title, description) FROM tickets WHERE deleted_at IS NULL ORDER BY id`,
			`INSERT INTO comment_words (rowid, words) SELECT id, words_of_comment(project_id, content) FROM comments ORDER BY id`,
		}
	}
	return []db.Text{
		`INSERT INTO ticket_words (rowid, words)
SELECT id, search_words(project_id || 't', title) || ' ' || search_words(project_id || 'x', title || ' ' || COALESCE(description, ''))
FROM tickets
WHERE deleted_at IS NULL
ORDER BY id`,
		`INSERT INTO comment_words (rowid, words) SELECT id, search_words(project_id || 'x', comment_text(content)) FROM comments ORDER BY id`,
	}
}

// nextNumbers takes into account that the number of a ticket is its id.
const nextNumbers = `UPDATE projects SET next_number = 1 + COALESCE((SELECT MAX(t.number) FROM tickets t WHERE t.project_id = projects.id), 0)`

const projectKeys = `INSERT INTO project_keys (key, project_id) SELECT key, id FROM projects`

const ticketCounts = `
INSERT INTO ticket_counts (project_id, sprint_id, points, committed, open_tickets, done_tickets, deleted_tickets)
SELECT project_id,
       COALESCE(sprint_id, 0),
       story_points,
       committed,
       SUM(CASE WHEN deleted_at IS NULL AND done_at IS NULL THEN 1 ELSE 0 END),
       SUM(CASE WHEN deleted_at IS NULL AND done_at IS NOT NULL THEN 1 ELSE 0 END),
       SUM(CASE WHEN deleted_at IS NOT NULL THEN 1 ELSE 0 END)
FROM tickets
GROUP BY 1, 2, 3, 4`

const sprintPoints = `
INSERT INTO sprint_points (project_id, sprint_id, open_points, done_points, committed_points)
SELECT c.project_id,
       c.sprint_id,
       SUM(c.summed * c.open_tickets),
       SUM(c.summed * c.done_tickets),
       SUM(CASE WHEN c.committed = '' THEN 0 ELSE c.summed * (c.open_tickets + c.done_tickets + c.deleted_tickets) END)
FROM (SELECT c.*, CASE WHEN ` + store.Summed + ` THEN CAST(c.points AS BIGINT) ELSE 0 END AS summed FROM ticket_counts c) c
GROUP BY 1, 2`

const effortDays = `
INSERT INTO effort_days (project_id, sprint_id, epic_id, user_id, day, minutes)
SELECT e.project_id, COALESCE(t.sprint_id, 0), COALESCE(t.epic_id, 0), e.user_id, e.logged_at, CAST(SUM(e.duration_minutes) AS BIGINT)
FROM time_entries e
JOIN tickets t ON t.id = e.ticket_id
GROUP BY 1, 2, 3, 4, 5`

const entryCounts = `
UPDATE projects SET entry_count = (SELECT COUNT(*) FROM time_entries e WHERE e.project_id = projects.id)`

const effortCosts = `
INSERT INTO effort_costs (project_id, user_id, rate_from, in_sprint, engaged, minutes)
SELECT d.project_id,
       d.user_id,
       COALESCE(
         (SELECT MAX(r.from_day) FROM rates r WHERE r.project_id = d.project_id AND r.user_id = d.user_id AND r.from_day <= d.day),
         (SELECT MIN(r.from_day) FROM rates r WHERE r.project_id = d.project_id AND r.user_id = d.user_id),
         ''),
       d.sprint_id <> 0,
       o.id IS NOT NULL,
       CAST(SUM(d.minutes) AS BIGINT)
FROM effort_days d
LEFT JOIN epics o ON o.id = d.epic_id AND o.status <> 'done'
GROUP BY 1, 2, 3, 4, 5`

// dayRows returns the daily rows of a project in a fortnight. Yesterday's rows are missing, so that a server has them to compute.
// Their figures are invented: nothing is computed from them.
func dayRows(p *Project, f int) (rows [][]any) {
	if f < p.first-1 {
		return nil
	}
	figures := money.EncodeIndicators(evm.Indicators{})
	for day := p.world.begin(f); day < p.world.begin(f+1) && day < p.world.end-aDay; day += aDay {
		rows = append(rows, []any{p.ID, day.day(), figures, day + aDay, false})
	}
	return rows
}
