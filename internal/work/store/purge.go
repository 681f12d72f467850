package store

import (
	"context"
	"errors"
	"time"

	"earnest/internal/db"
)

// DeleteProject immediately hides a project from everybody, however large it is. PurgeProject removes its rows later. Memberships and other
// links to users are removed immediately, so that no query that starts from a person can find the project. The change log is kept.
func DeleteProject(ctx context.Context, tx *db.Tx, id int64, at time.Time) error {
	for _, text := range []db.Text{
		`DELETE FROM renames WHERE project_id = $1`,
		`DELETE FROM rekeys WHERE project_id = $1`,
		`DELETE FROM tag_ends WHERE project_id = $1`,
		`DELETE FROM favourites WHERE project_id = $1`,
		`DELETE FROM ownership_offers WHERE project_id = $1`,
		`DELETE FROM members WHERE project_id = $1`, // this also removes the private addresses of the members' calendars
	} {
		if err := tx.Run(ctx, text, id); err != nil {
			return err
		}
	}
	return tx.Run(ctx, `UPDATE projects SET deleted_at = $2 WHERE id = $1`, id, db.Micros(at))
}

// NextDeleted returns the earliest deleted project that still has rows; ok is false if there is none.
func NextDeleted(ctx context.Context, tx *db.Tx) (id int64, ok bool, err error) {
	return reference(ctx, tx, `SELECT id FROM projects WHERE deleted_at > 0 ORDER BY deleted_at, id LIMIT 1`)
}

// PurgeProject removes at most the given number of rows of a deleted project, its own row last. It does nothing if the project is already
// gone, since another node may have removed it.
func PurgeProject(ctx context.Context, tx *db.Tx, id, most int64) error {
	if gone, err := lockDeleted(ctx, tx, id); err != nil || gone {
		return err
	}
	for _, text := range purges() {
		n, err := tx.Exec(ctx, string(text), id, most)
		if err != nil {
			return err
		}
		if most -= n; most <= 0 {
			return nil
		}
	}
	return tx.Run(ctx, `DELETE FROM projects WHERE id = $1`, id)
}

// lockDeleted locks a deleted project against other nodes until the transaction ends; gone is true if another node has already removed it.
func lockDeleted(ctx context.Context, tx *db.Tx, id int64) (gone bool, err error) {
	const text = `SELECT revision, changed_at FROM projects WHERE id = $1 AND deleted_at IS NOT NULL`
	var revision int64
	var changedAt time.Time
	err = tx.One(ctx, text+tx.ForUpdate(), []any{id}, &revision, db.Moment{To: &changedAt})
	if errors.Is(err, db.ErrNoRows) {
		return true, nil
	}
	if err != nil {
		return false, err
	}
	return false, SetRevision(ctx, tx, id, revision, changedAt)
}

// purges returns the statements that remove up to $2 rows of project $1 from each table, children first. If parents were deleted first, the
// schema's cascades would rewrite each ticket separately for its epic, its sprint and its type.
func purges() []db.Text {
	return []db.Text{
		purge(`time_entries`, `id`),
		purge(`comments`, `id`),
		purge(`subtasks`, `id`),
		purge(`ticket_dependencies`, `ticket_id, depends_on_id`),
		purge(`ticket_tags`, `ticket_id, tag_id`),
		purge(`commitments`, `sprint_id, ticket_id`),
		purge(`tickets`, `id`),
		purge(`ticket_counts`, `project_id, sprint_id, state, points, committed`),
		purge(`links`, `id`),
		purge(`milestones`, `id`),
		purge(`epic_tags`, `epic_id, tag_id`),
		purge(`epics`, `id`),
		purge(`super_epic_tags`, `super_epic_id, tag_id`),
		purge(`super_epics`, `id`),
		purge(`tags`, `id`),
		purge(`sprints`, `id`),
		purge(`ticket_types`, `id`),
		purge(`statuses`, `id`),
		purge(`effort_days`, `project_id, sprint_id, epic_id, user_id, day`),
		purge(`effort_costs`, `project_id, user_id, rate_from, in_sprint, engaged`),
		purge(`rates`, `project_id, user_id, from_day`),
		purge(`budgets`, `project_id, from_date`),
		purge(`indicator_days`, `project_id, day`),
		purge(`commentaries`, `project_id, day`),
		purge(`project_keys`, `key`), // which can then be used again
	}
}

func purge(table, key db.Text) db.Text {
	return `DELETE FROM ` + table + ` WHERE (` + key + `) IN (SELECT ` + key + ` FROM ` + table + ` WHERE project_id = $1 LIMIT $2)`
}
