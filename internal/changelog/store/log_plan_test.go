package store

import (
	"context"
	"strings"

	"earnest/internal/db"
)

// PlanOfLog returns the engine's plan for reading a page of the log, one step per line.
func PlanOfLog(ctx context.Context, s *db.DB, f LogFilter, before *LogCursor, limit int) (string, error) {
	q := logRows(f, before, limit)
	explain, columns := "EXPLAIN QUERY PLAN ", 4
	if s.Engine() == db.Postgres {
		explain, columns = "EXPLAIN ", 1
	}
	var plan strings.Builder
	err := s.Read(ctx, func(tx *db.Tx) error {
		rows, err := tx.Query(ctx, explain+string(q.Text), q.Args...)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var line string
			var number int
			targets := []any{&number, &number, &number, &line}
			if err := rows.Scan(targets[4-columns:]...); err != nil {
				return err
			}
			plan.WriteString(line + "\n")
		}
		return rows.Err()
	})
	return plan.String(), err
}
