package db

import (
	"context"
	"database/sql"
)

// Table is a table as the database itself describes it.
type Table struct {
	Name    string
	Columns []string
	Bools   map[string]bool // the boolean columns; empty on SQLite, which has no boolean type
}

// HasID reports whether the table has a numeric id.
func (t Table) HasID() bool { return len(t.Columns) > 0 && t.Columns[0] == "id" }

// Tables describes every table of the schema except those of the search index, which each database fills itself. On SQLite they
// are in order of creation, so each table follows those it refers to. The engines have different catalogues.
func (tx *Tx) Tables(ctx context.Context) ([]Table, error) {
	text := `
SELECT m.name, c.name, FALSE
FROM sqlite_master m
JOIN pragma_table_info(m.name) c
WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite\_%' ESCAPE '\'
  AND m.name NOT LIKE 'ticket\_words%' ESCAPE '\' AND m.name NOT LIKE 'comment\_words%' ESCAPE '\'
ORDER BY m.rowid, c.cid`
	if tx.Engine() == Postgres {
		text = `
SELECT t.table_name, c.column_name, c.data_type = 'boolean'
FROM information_schema.tables t
JOIN information_schema.columns c ON c.table_schema = t.table_schema AND c.table_name = t.table_name
WHERE t.table_schema = current_schema() AND t.table_type = 'BASE TABLE' AND t.table_name NOT IN ('ticket_words', 'comment_words')
ORDER BY t.table_name, c.ordinal_position`
	}
	rows, err := tx.Query(ctx, text)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var tables []Table
	for rows.Next() {
		var table, column string
		var isBool bool
		if err := rows.Scan(&table, &column, &isBool); err != nil {
			return nil, err
		}
		if n := len(tables); n == 0 || tables[n-1].Name != table {
			tables = append(tables, Table{Name: table, Bools: map[string]bool{}})
		}
		t := &tables[len(tables)-1]
		t.Columns = append(t.Columns, column)
		if isBool {
			t.Bools[column] = true
		}
	}
	return tables, rows.Err()
}

// LastID returns the highest id that a table has ever assigned, or 0. PostgreSQL keeps it in the table's sequence, SQLite in a
// table of its own.
func (tx *Tx) LastID(ctx context.Context, table string) (int64, error) {
	text, name := `SELECT COALESCE((SELECT seq FROM sqlite_sequence WHERE name = $1), 0)`, table
	if tx.Engine() == Postgres {
		text, name = `SELECT COALESCE(pg_sequence_last_value(pg_get_serial_sequence($1, 'id')::regclass), 0)`, Quote(table)
	}
	var last int64
	err := tx.One(ctx, text, []any{name}, &last)
	return last, err
}

// SetLastID ensures that the next row of a table gets an id greater than last.
func (tx *Tx) SetLastID(ctx context.Context, table string, last int64) error {
	if last == 0 {
		return nil
	}
	if tx.Engine() == Postgres {
		_, err := tx.Exec(ctx, `SELECT setval(pg_get_serial_sequence($1, 'id')::regclass, $2)`, Quote(table), last)
		return err
	}
	known, err := tx.Exec(ctx, `UPDATE sqlite_sequence SET seq = $2 WHERE name = $1`, table, last)
	if err != nil || known > 0 {
		return err
	}
	_, err = tx.Exec(ctx, `INSERT INTO sqlite_sequence (name, seq) VALUES ($1, $2)`, table, last)
	return err
}

// Cell scans a column of any type and keeps the value as the database returns it.
type Cell struct{ Value any }

var _ sql.Scanner = (*Cell)(nil)

// Scan implements sql.Scanner.
func (c *Cell) Scan(src any) error {
	c.Value = src
	return nil
}
