package store

import (
	"context"
	"errors"
	"time"

	"earnest/internal/db"
)

// DeleteProject immediately hides a project from everybody, however large it is. PurgeProject removes its rows later. Memberships and other
// links to users are removed immediately, so that no query that starts from a person can find the project. The change log is kept, but
// PurgeProject removes the texts of tickets and comments from it.
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

// purgedChunks is how many pieces of files PurgeProject removes at a time.
const purgedChunks = 16

// PurgeProject removes at most the given number of rows of a deleted project, its own row last. It does nothing if the project is already
// gone, since another node may have removed it.
func PurgeProject(ctx context.Context, tx *db.Tx, id, most int64) error {
	if gone, err := lockDeleted(ctx, tx, id); err != nil || gone {
		return err
	}
	// Pieces of files are much larger than other rows.
	chunks := min(most, purgedChunks)
	n, err := purge(`content_chunks`, `content_id, number`)(ctx, tx, id, chunks)
	if most -= n; err != nil || n == chunks {
		return err
	}
	for _, remove := range purges() {
		n, err := remove(ctx, tx, id, most)
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

// removal removes up to a number of rows of a project from a table and returns how many it removed.
type removal func(ctx context.Context, tx *db.Tx, projectID, most int64) (int64, error)

// purges returns the removals from each table, children first. If parents were deleted first, the
// schema's cascades would rewrite each ticket separately for its epic, its sprint and its type.
func purges() []removal {
	return []removal{
		purge(`time_entries`, `id`),
		purgeWithTexts(`comments`),
		purge(`attachments`, `id`),
		purge(`contents`, `id`),
		purge(`subtasks`, `id`),
		purge(`ticket_dependencies`, `ticket_id, depends_on_id`),
		purge(`ticket_tags`, `ticket_id, tag_id`),
		purge(`commitments`, `sprint_id, ticket_id`),
		purgeWithTexts(`tickets`),
		purge(`ticket_counts`, `project_id, sprint_id, points, committed`),
		purge(`sprint_points`, `project_id, sprint_id`),
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

func purge(table, key db.Text) removal {
	text := `DELETE FROM ` + table + ` WHERE (` + key + `) IN (SELECT ` + key + ` FROM ` + table + ` WHERE project_id = $1 LIMIT $2)`
	return func(ctx context.Context, tx *db.Tx, projectID, most int64) (int64, error) {
		return tx.Exec(ctx, string(text), projectID, most)
	}
}

// purgeWithTexts also removes every version of the texts of the rows from the log.
func purgeWithTexts(table db.Text) removal {
	return func(ctx context.Context, tx *db.Tx, projectID, most int64) (int64, error) {
		uuids, err := tx.Texts(ctx, db.NewQuery(`SELECT uuid FROM `+table+` WHERE project_id = $1 LIMIT $2`, projectID, most))
		if err != nil || len(uuids) == 0 {
			return 0, err
		}
		if err := forgetTexts(ctx, tx, uuids); err != nil {
			return 0, err
		}
		q := db.Query{Text: `DELETE FROM ` + table + ` WHERE uuid`}
		q.In(tx, ``, db.List(tx, uuids))
		return tx.Exec(ctx, string(q.Text), q.Args...)
	}
}

// PurgeLog deletes up to limit log rows of a project about one noun that are older than the given time, and returns how many it deleted.
func PurgeLog(ctx context.Context, tx *db.Tx, projectID int64, noun string, before time.Time, limit int64) (int64, error) {
	return tx.Exec(ctx, `
		DELETE FROM changes
		WHERE id IN (SELECT id FROM changes WHERE noun = $1 AND at < $2 AND project_id + 0 = $3 ORDER BY at, id LIMIT $4)`,
		noun, db.Micros(before), projectID, limit)
}
