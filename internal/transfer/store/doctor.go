package store

import (
	"context"
	"fmt"
	"time"

	"earnest/internal/db"
	"earnest/internal/db/migrations"
)

// Check is one invariant of the data, with a sentence for each violation.
type Check struct {
	Name     string
	Problems []string
	Note     string // why something was not checked
}

// maxProblems is the maximum number of problems that a check reports.
const maxProblems = 20

// probe is a check to run: its name, and the function that finds violations.
type probe struct {
	name string
	find func(context.Context, *db.Tx) ([]string, error)
}

// Doctor checks the data against its invariants, all in one snapshot. A check that fails because a SQLite file is damaged
// reports that, and the others still run.
func Doctor(ctx context.Context, s *db.DB, now time.Time) ([]Check, error) {
	checks := []Check{schemaCheck(ctx, s)}
	err := s.Read(ctx, func(tx *db.Tx) error {
		for _, p := range probes(tx, now) {
			found, err := p.find(ctx, tx)
			if err != nil && !survives(ctx, tx) {
				return fmt.Errorf("check that %s: %w", p.name, err)
			}
			checks = append(checks, Found(p.name, found, err))
		}
		return nil
	})
	return checks, err
}

// Found returns a check with its findings, or with the reason why it could not run.
func Found(name string, problems []string, err error) Check {
	if err != nil {
		problems = append(problems, fmt.Sprintf("this could not be checked: %v", err))
	}
	return Check{Name: name, Problems: problems}.Bounded()
}

// survives reports whether a transaction can continue after a failed statement. On PostgreSQL it cannot, because the server
// refuses every further statement.
func survives(ctx context.Context, tx *db.Tx) bool {
	return tx.Engine() == db.SQLite && ctx.Err() == nil
}

func schemaCheck(ctx context.Context, s *db.DB) Check {
	c := Check{Name: "the schema is the one this earnest needs"}
	if err := migrations.Check(ctx, s); err != nil {
		c.Problems = []string{err.Error()}
	}
	return c
}

// probes returns the checks that run in one snapshot.
func probes(tx *db.Tx, now time.Time) []probe {
	list := engineProbes(tx)
	for _, rule := range append(invariants(), keyInvariants()...) {
		list = append(list, probe{rule.name, func(ctx context.Context, tx *db.Tx) ([]string, error) { return breaches(ctx, tx, rule) }})
	}
	return append(list,
		probe{"every project has the built-in statuses", missingStatuses},
		probe{"no ticket depends on itself", cycles},
		probe{"the roll-ups of effort equal a recount of the time entries", func(ctx context.Context, tx *db.Tx) ([]string, error) {
			return EffortMismatches(ctx, tx, nil)
		}},
		probe{"the counts of tickets equal a recount", func(ctx context.Context, tx *db.Tx) ([]string, error) {
			return CountMismatches(ctx, tx, nil)
		}},
		probe{"every file is complete and has its hash", damagedFiles},
		probe{"nothing is left of interrupted uploads", leftovers(now)},
	)
}

// engineProbes returns the checks in which SQLite examines its own file. PostgreSQL needs none, since it checks its pages and
// keys itself.
func engineProbes(tx *db.Tx) []probe {
	if tx.Engine() != db.SQLite {
		return nil
	}
	ask := func(text db.Text) func(context.Context, *db.Tx) ([]string, error) {
		return func(ctx context.Context, tx *db.Tx) ([]string, error) { return tx.Texts(ctx, db.Query{Text: text}) }
	}
	return []probe{
		{"the file is sound (SQLite's integrity_check)", unsound},
		{"every row that another refers to exists (SQLite's foreign_key_check)", ask(`
SELECT 'a row of ' || "table" || ' (rowid ' || COALESCE(rowid, 'none') || ') refers to a row of ' || parent || ' that does not exist'
FROM pragma_foreign_key_check
LIMIT 20`)},
	}
}

// unsound runs SQLite's own check of its file. A query of each FTS5 table, which finds nothing, comes first, because only a query makes a connection notice
// that another one has changed the table; without it, the check would report damage.
func unsound(ctx context.Context, tx *db.Tx) ([]string, error) {
	var problems []string
	for _, text := range []db.Text{
		`SELECT 'fresh' FROM ticket_words WHERE rowid = 0`,
		`SELECT 'fresh' FROM comment_words WHERE rowid = 0`,
		`SELECT integrity_check FROM pragma_integrity_check WHERE integrity_check <> 'ok' LIMIT 20`,
	} {
		found, err := tx.Texts(ctx, db.Query{Text: text})
		if err != nil {
			found = []string{err.Error()}
		}
		problems = append(problems, found...)
	}
	return problems, ctx.Err()
}

// breaches runs the statements of an invariant.
func breaches(ctx context.Context, tx *db.Tx, rule invariant) ([]string, error) {
	var problems []string
	for _, text := range rule.broken {
		found, err := tx.Texts(ctx, db.Query{Text: text + ` LIMIT 20`})
		problems = append(problems, found...)
		if err != nil {
			return problems, err
		}
	}
	return problems, nil
}

// Bounded keeps the first problems of a check and states how many more there are.
func (c Check) Bounded() Check {
	if more := len(c.Problems) - maxProblems; more > 0 {
		c.Problems = append(c.Problems[:maxProblems:maxProblems], fmt.Sprintf("and at least %d more", more))
	}
	return c
}
