package db

import (
	"context"
	"encoding/json"
	"strconv"

	"zombiezen.com/go/sqlite/sqlitex"
)

// schemaLock is the number of the advisory lock that migrating nodes take on PostgreSQL.
const schemaLock = 0x6561726e // "earn"

// Everything that differs between the engines and is more than a type stands here, with the engine
// that forced it.

// LockSchema keeps other nodes from migrating until the transaction ends. SQLite's writes exclude
// each other already; PostgreSQL needs to be asked.
func (tx *Tx) LockSchema(ctx context.Context) error {
	if tx.Engine() == SQLite {
		return nil
	}
	_, err := tx.Exec(ctx, `SELECT pg_advisory_xact_lock($1)`, schemaLock)
	return err
}

// HasTable tells whether a table exists. Neither engine has the other's catalogue.
func (tx *Tx) HasTable(ctx context.Context, name string) (bool, error) {
	query := `SELECT COUNT(*) FROM sqlite_master WHERE type = 'table' AND name = $1`
	if tx.Engine() == Postgres {
		query = `SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = current_schema() AND table_name = $1`
	}
	var n int
	err := tx.One(ctx, query, []any{name}, &n)
	return n > 0, err
}

// Script runs several statements without parameters. SQLite's driver prepares one statement at a
// time; PostgreSQL's takes them in one message when there are no parameters.
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

// ForUpdate is the clause that locks the rows a SELECT reads until the transaction ends. SQLite has
// one writer at a time and knows no such clause.
func (tx *Tx) ForUpdate() string {
	if tx.Engine() == Postgres {
		return " FOR UPDATE"
	}
	return ""
}

// In is the right side of `column …` for "is one of the list in parameter n", to be bound with
// List. PostgreSQL compares with an array; SQLite has none and unfolds
// JSON.
func (tx *Tx) In(n int) string {
	if tx.Engine() == Postgres {
		return " = ANY($" + strconv.Itoa(n) + ")"
	}
	return " IN (SELECT value FROM json_each($" + strconv.Itoa(n) + "))"
}

// List is the argument that goes with In: texts or ids.
func List[T string | int64](tx *Tx, values []T) any {
	if values == nil {
		values = []T{}
	}
	if tx.Engine() == Postgres {
		return values
	}
	text, _ := json.Marshal(values) //nolint:errchkjson // texts and integers always marshal
	return string(text)
}
