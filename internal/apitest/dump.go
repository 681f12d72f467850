package apitest

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"earnest/internal/db"
	workstore "earnest/internal/work/store"
)

// MustDump returns everything stored for a project: every row of every table that belongs to it, and its export. Two dumps are
// equal if and only if nothing in the project has changed.
func (w *World) MustDump(t testing.TB, project string) string {
	t.Helper()
	var out bytes.Buffer
	if err := w.App.Transfer.Export(context.Background(), &out, []string{project}); err != nil {
		t.Fatal(err)
	}
	w.mustRead(t, func(ctx context.Context, tx *db.Tx) error {
		access, err := workstore.ProjectAccess(ctx, tx, project, 0)
		if err != nil {
			return err
		}
		return eachTable(ctx, tx, func(table db.Table) error {
			key := "project_id"
			if table.Name == "projects" {
				key = "id"
			}
			if !slices.Contains(table.Columns, key) {
				return nil
			}
			return dumpRows(ctx, tx, &out, table, " WHERE "+key+" = $1", access.ProjectID)
		})
	})
	return out.String()
}

// MustDumpAll returns every row of every table except those with counters and times of last use, which reads and refused requests
// may change. Two dumps are equal if and only if nothing was written.
func (w *World) MustDumpAll(t testing.TB) string {
	t.Helper()
	counters := []string{"quotas", "tries", "leases", "api_keys", "sessions"}
	var out bytes.Buffer
	w.mustRead(t, func(ctx context.Context, tx *db.Tx) error {
		return eachTable(ctx, tx, func(table db.Table) error {
			if slices.Contains(counters, table.Name) {
				return nil
			}
			return dumpRows(ctx, tx, &out, table, "")
		})
	})
	return out.String()
}

func (w *World) mustRead(t testing.TB, f func(context.Context, *db.Tx) error) {
	t.Helper()
	ctx := context.Background()
	if err := w.Store.Read(ctx, func(tx *db.Tx) error { return f(ctx, tx) }); err != nil {
		t.Fatal(err)
	}
}

func eachTable(ctx context.Context, tx *db.Tx, f func(db.Table) error) error {
	tables, err := tx.Tables(ctx)
	if err != nil {
		return err
	}
	for _, table := range tables {
		if err := f(table); err != nil {
			return fmt.Errorf("%s: %w", table.Name, err)
		}
	}
	return nil
}

// dumpRows writes one row per line, sorted, because the engines return rows in no particular order.
func dumpRows(ctx context.Context, tx *db.Tx, out *bytes.Buffer, table db.Table, where string, args ...any) error {
	names := []string{}
	for _, name := range table.Columns {
		names = append(names, db.Quote(name))
	}
	rows, err := tx.Query(ctx, "SELECT "+strings.Join(names, ", ")+" FROM "+db.Quote(table.Name)+where, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	lines := []string{}
	for rows.Next() {
		cells := make([]db.Cell, len(names))
		dest := make([]any, len(names))
		for i := range cells {
			dest[i] = &cells[i]
		}
		if err := rows.Scan(dest...); err != nil {
			return err
		}
		lines = append(lines, fmt.Sprintf("%s %q\n", table.Name, fmt.Sprint(cells)))
	}
	slices.Sort(lines)
	out.WriteString(strings.Join(lines, ""))
	return rows.Err()
}
