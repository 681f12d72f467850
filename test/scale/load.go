package scale

import (
	"context"
	"fmt"
	"strings"

	"earnest/internal/db"
)

// Load fills an empty, migrated database with a world. say is called with the name of each table before it is filled.
//
// The triggers that maintain sums and the words for search are off meanwhile; both are computed at the end. Whoever loads PostgreSQL must own the
// tables; a superuser whose sessions have session_replication_role=replica also saves the checks of foreign keys.
func Load(ctx context.Context, d *db.DB, w *World, say func(table string)) error {
	for _, p := range w.Projects {
		p.revision = 0
	}
	triggers, err := dropTriggers(ctx, d)
	if err != nil {
		return err
	}
	for _, t := range tables() {
		say(t.name)
		if err := fill(ctx, d, w, t); err != nil {
			return fmt.Errorf("%s: %w", t.name, err)
		}
	}
	say("sums")
	if err := sum(ctx, d, w); err != nil {
		return err
	}
	if err := restoreTriggers(ctx, d, triggers); err != nil {
		return err
	}
	return settle(ctx, d)
}

// settle does what PostgreSQL would do by itself some time after so many rows were stored. The product does nothing of the kind
// on SQLite.
func settle(ctx context.Context, d *db.DB) error {
	if d.Engine() != db.Postgres {
		return nil
	}
	names := []string{"ticket_counts", "sprint_points", "effort_days", "effort_costs", "indicator_days", "ticket_words", "comment_words"}
	for _, t := range tables() {
		names = append(names, t.name)
	}
	return d.Once(ctx, func(tx *db.Tx) error { return tx.Run(ctx, db.Text("VACUUM ANALYZE "+strings.Join(names, ", "))) })
}

// fill stores the rows of a table, one transaction for each fortnight.
func fill(ctx context.Context, d *db.DB, w *World, t table) error {
	columns := strings.Fields(t.columns)
	last := int64(0)
	for f := range w.fortnights {
		err := d.Write(ctx, func(tx *db.Tx) error {
			_, err := tx.Copy(ctx, t.name, columns, func(yield func([]any, error) bool) {
				for row := range t.rows(w, f) {
					if id, ok := row[0].(int64); ok && t.hasID() {
						last = max(last, id)
					}
					if !yield(plain(row), nil) {
						return
					}
				}
			})
			return err
		})
		if err != nil {
			return err
		}
	}
	if !t.hasID() {
		return nil
	}
	return d.Write(ctx, func(tx *db.Tx) error { return tx.SetLastID(ctx, t.name, last) })
}

// plain replaces moments with numbers, the only type of ours in a row.
func plain(row []any) []any {
	for i, v := range row {
		if m, ok := v.(moment); ok {
			row[i] = int64(m)
		}
	}
	return row
}

// trigger is a trigger of SQLite's, as the schema has it.
type trigger struct{ name, text string }

// dropTriggers turns the triggers off: PostgreSQL disables them, and SQLite, which cannot, drops them.
func dropTriggers(ctx context.Context, d *db.DB) (list []trigger, err error) {
	err = d.Write(ctx, func(tx *db.Tx) error {
		if tx.Engine() == db.Postgres {
			return setTriggers(ctx, tx, "DISABLE")
		}
		const text = `SELECT name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY rowid`
		list, err = db.Collect(db.Each(ctx, tx, db.NewQuery(text), func(rows db.Rows) (t trigger, err error) {
			err = rows.Scan(&t.name, &t.text)
			return t, err
		}))
		for _, t := range list {
			if err := tx.Run(ctx, db.Text("DROP TRIGGER "+db.Quote(t.name))); err != nil {
				return err
			}
		}
		return err
	})
	return list, err
}

func restoreTriggers(ctx context.Context, d *db.DB, list []trigger) error {
	return d.Write(ctx, func(tx *db.Tx) error {
		if tx.Engine() == db.Postgres {
			return setTriggers(ctx, tx, "ENABLE")
		}
		for _, t := range list {
			if err := tx.Run(ctx, db.Text(t.text)); err != nil {
				return err
			}
		}
		return nil
	})
}

func setTriggers(ctx context.Context, tx *db.Tx, act db.Text) error {
	for _, name := range []db.Text{"tickets", "commitments", "comments", "ticket_counts"} {
		if err := tx.Run(ctx, "ALTER TABLE "+name+" "+act+" TRIGGER USER"); err != nil {
			return err
		}
	}
	return nil
}
