package store

import (
	"context"
	"fmt"

	"earnest/internal/store/db"
	"earnest/internal/store/migrations"
)

// Check is one invariant of the data and the sentences about what breaks it, few at most; none when it
// holds.
type Check struct {
	Name     string
	Problems []string
}

// maxProblems is how many problems a check tells.
const maxProblems = 20

// Doctor holds the data against its own invariants, all in one snapshot.
func (s *Store) Doctor(ctx context.Context) ([]Check, error) {
	checks := []Check{s.schemaCheck(ctx)}
	err := s.Read(ctx, func(tx *Tx) error {
		for _, run := range []func(context.Context) ([]Check, error){
			tx.engineChecks, tx.statementChecks, tx.statusChecks, tx.cycleCheck, tx.effortCheck,
		} {
			found, err := run(ctx)
			if err != nil {
				return err
			}
			checks = append(checks, found...)
		}
		return nil
	})
	return checks, err
}

func (s *Store) schemaCheck(ctx context.Context) Check {
	c := Check{Name: "the schema is the one this earnest needs"}
	if err := migrations.Check(ctx, s.db); err != nil {
		c.Problems = []string{err.Error()}
	}
	return c
}

// engineChecks asks SQLite whether its file is sound. PostgreSQL watches over its own pages and keys.
func (tx *Tx) engineChecks(ctx context.Context) ([]Check, error) {
	if tx.Engine() != db.SQLite {
		return nil, nil
	}
	pages := Check{Name: "the file is sound (SQLite's integrity_check)"}
	var err error
	pages.Problems, err = tx.sentences(ctx, query{text: `SELECT integrity_check FROM pragma_integrity_check WHERE integrity_check <> 'ok' LIMIT 20`})
	if err != nil {
		return nil, err
	}
	keys := Check{Name: "every row that another refers to exists (SQLite's foreign_key_check)"}
	keys.Problems, err = tx.sentences(ctx, query{text: `
SELECT 'a row of ' || "table" || ' (rowid ' || COALESCE(rowid, 'none') || ') refers to a row of ' || parent || ' that does not exist'
FROM pragma_foreign_key_check
LIMIT 20`})
	return []Check{pages, keys}, err
}

// sentences runs a statement that gives one text a row.
func (tx *Tx) sentences(ctx context.Context, q query) ([]string, error) {
	return Collect(each(ctx, tx, q, func(rows db.Rows) (string, error) {
		var s string
		err := rows.Scan(&s)
		return s, err
	}))
}

// statementChecks runs the checks that are one statement each.
func (tx *Tx) statementChecks(ctx context.Context) ([]Check, error) {
	checks := []Check{}
	for _, rule := range invariants() {
		c := Check{Name: rule.name}
		for _, text := range rule.broken {
			found, err := tx.sentences(ctx, query{text: text + ` LIMIT 20`})
			if err != nil {
				return nil, fmt.Errorf("check that %s: %w", rule.name, err)
			}
			c.Problems = append(c.Problems, found...)
		}
		checks = append(checks, c.Bounded())
	}
	return checks, nil
}

// Bounded keeps the first problems of a check and says how many more there are.
func (c Check) Bounded() Check {
	if more := len(c.Problems) - maxProblems; more > 0 {
		c.Problems = append(c.Problems[:maxProblems:maxProblems], fmt.Sprintf("and at least %d more", more))
	}
	return c
}

// effortCheck counts the time entries again.
func (tx *Tx) effortCheck(ctx context.Context) ([]Check, error) {
	problems, err := tx.EffortMismatches(ctx, nil)
	return []Check{Check{Name: "the roll-ups of effort equal a recount of the time entries", Problems: problems}.Bounded()}, err
}
