package store

import (
	"context"
	"time"

	"earnest/internal/db"
)

// TakeLease gives the holder a task exclusively until the given time, or renews its lease. It returns false if another holder has the task.
// A single statement decides, so concurrent callers cannot both succeed. On PostgreSQL, a caller waits for a transaction that is renewing
// the same lease.
func TakeLease(ctx context.Context, tx *db.Tx, name, holder string, now, until time.Time) (bool, error) {
	n, err := tx.Exec(ctx, `
INSERT INTO leases (name, holder, held_until)
VALUES ($1, $2, $3)
ON CONFLICT (name)
DO UPDATE SET holder = excluded.holder, held_until = excluded.held_until
WHERE leases.holder = excluded.holder OR leases.held_until <= $4`,
		name, holder, db.Micros(until), db.Micros(now))
	return n > 0, err
}

// EndLease releases a task, if the holder has it.
func EndLease(ctx context.Context, tx *db.Tx, name, holder string) error {
	return tx.Run(ctx, `DELETE FROM leases WHERE name = $1 AND holder = $2`, name, holder)
}
