package db

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"

	"zombiezen.com/go/sqlite/sqlitex"
)

// schemaLock is the number of the advisory lock that migrating nodes take on PostgreSQL.
const schemaLock = 0x6561726e // "earn"

// This file contains the differences between the engines that go beyond a column type. Each comment names the engine that
// requires the difference.

// LockSchema keeps other nodes from migrating until the transaction ends. SQLite's writes already exclude each other; PostgreSQL
// needs an advisory lock.
func (tx *Tx) LockSchema(ctx context.Context) error {
	if tx.Engine() == SQLite {
		return nil
	}
	_, err := tx.Exec(ctx, `SELECT pg_advisory_xact_lock($1)`, schemaLock)
	return err
}

// HasTable reports whether a table exists. The engines have different catalogues.
func (tx *Tx) HasTable(ctx context.Context, name string) (bool, error) {
	query := `SELECT COUNT(*) FROM sqlite_master WHERE type = 'table' AND name = $1`
	if tx.Engine() == Postgres {
		query = `SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = current_schema() AND table_name = $1`
	}
	var n int
	err := tx.One(ctx, query, []any{name}, &n)
	return n > 0, err
}

// Script runs several statements without parameters. SQLite's driver prepares one statement at a time; PostgreSQL's driver sends
// them all in one message if there are no parameters.
func (tx *Tx) Script(ctx context.Context, sql string) error {
	if q, ok := tx.q.(*jobQuerier); ok {
		q.wrote = true
	}
	if q, ok := tx.q.(sqliteConn); ok {
		return classify(sqlitex.ExecuteScript(q.connection(), sql, nil))
	}
	_, err := tx.Exec(ctx, sql)
	return err
}

// Analyze tells the database that it has many new tickets. PostgreSQL plans with statistics that it otherwise collects about a minute later: until then, it may
// read all tickets again for each one. SQLite plans without statistics.
func (tx *Tx) Analyze(ctx context.Context) error {
	if tx.Engine() == SQLite {
		return nil
	}
	return tx.Run(ctx, `ANALYZE tickets, ticket_tags, ticket_dependencies, subtasks, comments, time_entries, changes`)
}

// ForUpdate returns the clause that locks the rows a SELECT reads until the transaction ends. SQLite has a single writer and no
// such clause.
func (tx *Tx) ForUpdate() string {
	if tx.Engine() == Postgres {
		return " FOR UPDATE"
	}
	return ""
}

// ForNoKeyUpdate is like ForUpdate, but other transactions can still store rows that refer to the locked ones. PostgreSQL checks a foreign key by
// locking the row that it refers to, and FOR UPDATE would make that wait.
func (tx *Tx) ForNoKeyUpdate() string {
	switch {
	case tx.Engine() == SQLite:
		return ""
	case tx.waitsForNobody:
		return " FOR NO KEY UPDATE SKIP LOCKED"
	default:
		return " FOR NO KEY UPDATE"
	}
}

// Claim returns a condition that is true unless another transaction has claimed the number in parameter n. The claim lasts until the transaction ends.
// On SQLite, the condition is always true, because no two writes run at the same time.
func (tx *Tx) Claim(n int) string {
	if tx.Engine() == Postgres {
		return " AND pg_try_advisory_xact_lock($" + strconv.Itoa(n) + ")"
	}
	return " AND $" + strconv.Itoa(n) + " IS NOT NULL"
}

// In returns the SQL that follows a column name to test whether the column is in the list in parameter n, whose value comes from
// List. PostgreSQL compares the column with an array; SQLite has no arrays, so it expands a JSON list.
func (tx *Tx) In(n int) string {
	if tx.Engine() == Postgres {
		return " = ANY($" + strconv.Itoa(n) + ")"
	}
	return " IN (SELECT value FROM json_each($" + strconv.Itoa(n) + "))"
}

// List returns a list of strings or ids in the form that In expects.
func List[T string | int64](tx *Tx, values []T) any {
	if values == nil {
		values = []T{}
	}
	if tx.Engine() == Postgres {
		return slices.Clone(values) // the statement may be sent later; see Run
	}
	text, _ := json.Marshal(values) //nolint:errchkjson // strings and integers always marshal
	return string(text)
}
