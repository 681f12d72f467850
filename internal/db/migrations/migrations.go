// Package migrations brings a database to the schema this binary needs. Each step is a pair of files with the same number and
// name, one for each engine; a few go on in Go. Steps are never edited once released.
package migrations

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"

	"earnest/internal/db"
)

//go:embed sqlite/*.sql postgres/*.sql
var files embed.FS

// NewerError means that the database was migrated by a newer binary than this one.
type NewerError struct{ Have, Know int }

func (e *NewerError) Error() string {
	return fmt.Sprintf("the database has schema version %d, but this earnest knows only up to %d: run the newer earnest", e.Have, e.Know)
}

// ForeignError means that a SQLite file contains another program's tables.
type ForeignError struct{ File, Table string }

func (e *ForeignError) Error() string {
	return fmt.Sprintf("%s is not a database of earnest: it has tables of something else, such as %s, and no schema_versions", e.File, e.Table)
}

// OlderError means that the database has not been migrated to the version this binary needs; Have is 0 if it has never been
// migrated.
type OlderError struct{ Have, Need int }

func (e *OlderError) Error() string {
	if e.Have == 0 {
		return "the database holds nothing of earnest yet; serve, user add, import and restore begin one"
	}
	return fmt.Sprintf("the database has schema version %d and this earnest needs %d: take a backup, "+
		"then run earnest serve (or user add, import, restore), which migrates it", e.Have, e.Need)
}

// step is one numbered migration for one engine.
type step struct {
	version int
	name    string
	sql     string
}

// Up runs the missing steps in one transaction and under a lock, so that several nodes can start at the same time and a crash
// leaves the schema as it was. now is stored with each step.
func Up(ctx context.Context, d *db.DB, now int64) error {
	steps, err := load(d.Engine())
	if err != nil {
		return err
	}
	return run(ctx, d, steps, now)
}

// UpTo is like Up but stops at the given schema version, so that a copy can keep the version of its source.
func UpTo(ctx context.Context, d *db.DB, version int, now int64) error {
	steps, err := load(d.Engine())
	if err != nil {
		return err
	}
	if version < 1 || version > len(steps) {
		return fmt.Errorf("there is no schema version %d", version)
	}
	return run(ctx, d, steps[:version], now)
}

func run(ctx context.Context, d *db.DB, steps []step, now int64) error {
	have, err := Version(ctx, d)
	if err == nil && have == last(steps) {
		return nil
	}
	return d.Write(ctx, func(tx *db.Tx) error { return up(ctx, tx, steps, now) })
}

// Version returns the schema version of a database, or 0 before the first migration. It returns a ForeignError for the SQLite
// file of another program.
func Version(ctx context.Context, d *db.DB) (int, error) {
	version := 0
	err := d.Read(ctx, func(tx *db.Tx) error {
		exists, err := begun(ctx, tx)
		if err != nil || !exists {
			return err
		}
		version, err = current(ctx, tx)
		return err
	})
	return version, err
}

// begun reports whether a database has ever been migrated. If not, a SQLite file must be empty, whereas a PostgreSQL schema may
// contain other programs' tables.
func begun(ctx context.Context, tx *db.Tx) (bool, error) {
	exists, err := tx.HasTable(ctx, "schema_versions")
	if err != nil || exists || tx.Engine() != db.SQLite {
		return exists, err
	}
	tables, err := tx.Tables(ctx)
	if err != nil || len(tables) == 0 {
		return false, err
	}
	file, err := tx.File(ctx)
	return false, errors.Join(&ForeignError{File: file, Table: tables[0].Name}, err)
}

// Check returns an OlderError or a NewerError unless the schema is exactly the one this binary knows.
func Check(ctx context.Context, d *db.DB) error {
	steps, err := load(d.Engine())
	if err != nil {
		return err
	}
	have, err := Version(ctx, d)
	switch {
	case err != nil:
		return err
	case have > last(steps):
		return &NewerError{Have: have, Know: last(steps)}
	case have < last(steps):
		return &OlderError{Have: have, Need: last(steps)}
	}
	return nil
}

func up(ctx context.Context, tx *db.Tx, steps []step, now int64) error {
	if err := tx.LockSchema(ctx); err != nil {
		return err
	}
	if _, err := begun(ctx, tx); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `
CREATE TABLE IF NOT EXISTS schema_versions (version BIGINT PRIMARY KEY, name TEXT NOT NULL, applied_at BIGINT NOT NULL)`)
	if err != nil {
		return err
	}
	have, err := current(ctx, tx)
	if err != nil {
		return err
	}
	if have > last(steps) {
		return &NewerError{Have: have, Know: last(steps)}
	}
	for _, s := range steps[have:] {
		if err := apply(ctx, tx, s, now); err != nil {
			return fmt.Errorf("migration %04d %s: %w", s.version, s.name, err)
		}
	}
	return nil
}

func apply(ctx context.Context, tx *db.Tx, s step, now int64) error {
	if err := tx.Script(ctx, s.sql); err != nil {
		return err
	}
	if further := furtherStep(s.name); further != nil {
		if err := further(ctx, tx); err != nil {
			return err
		}
	}
	_, err := tx.Exec(ctx, `INSERT INTO schema_versions (version, name, applied_at) VALUES ($1, $2, $3)`, s.version, s.name, now)
	return err
}

func current(ctx context.Context, tx *db.Tx) (int, error) {
	var version int
	err := tx.One(ctx, `SELECT COALESCE(MAX(version), 0) FROM schema_versions`, nil, &version)
	return version, err
}

func last(steps []step) int { return steps[len(steps)-1].version }

// load reads the steps for an engine in order and rejects gaps in their numbers, which would be a bug.
func load(e db.Engine) ([]step, error) {
	entries, err := fs.ReadDir(files, string(e))
	if err != nil {
		return nil, err
	}
	steps := make([]step, 0, len(entries))
	for _, entry := range entries {
		number, name, _ := strings.Cut(strings.TrimSuffix(entry.Name(), ".sql"), "_")
		version, err := strconv.Atoi(number)
		if err != nil || version != len(steps)+1 {
			return nil, errors.New("migration out of order: " + entry.Name())
		}
		sql, err := files.ReadFile(string(e) + "/" + entry.Name())
		if err != nil {
			return nil, err
		}
		steps = append(steps, step{version, name, string(sql)})
	}
	return steps, nil
}
