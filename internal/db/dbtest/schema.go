package dbtest

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"earnest/internal/db"
	"earnest/internal/db/migrations"
)

// schema is a migrated PostgreSQL schema that tests use in turn, because creating one takes longer than most tests. The schemas
// left at the end disappear with the test server.
type schema struct {
	name   string
	url    string
	conn   *pgx.Conn
	state  string   // its definition when it was created
	tables []string // those that refer to others come first
}

// schemas holds the schemas that are free for the next test of this process.
var schemas struct { //nolint:gochecknoglobals // one per process
	sync.Mutex

	free []*schema
}

// mustSchema lends a test an empty, migrated schema. After the test it is emptied for the next one; a schema whose definition
// the test changed, or that it filled with many rows, is dropped instead.
func mustSchema(t testing.TB, server string) *schema {
	t.Helper()
	schemas.Lock()
	var s *schema
	if n := len(schemas.free); n > 0 {
		s, schemas.free = schemas.free[n-1], schemas.free[:n-1]
	}
	schemas.Unlock()
	if s == nil {
		var err error
		if s, err = newSchema(server); err != nil {
			t.Fatalf("make a schema for the test: %v", err)
		}
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		if err := s.empty(ctx); err != nil {
			s.drop(ctx, t)
			return
		}
		schemas.Lock()
		defer schemas.Unlock()
		schemas.free = append(schemas.free, s)
	})
	return s
}

func newSchema(server string) (*schema, error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	s := &schema{name: newName()}
	s.url = within(server, s.name)
	var err error
	if s.conn, err = pgx.Connect(ctx, s.url); err != nil {
		return nil, err
	}
	if _, err := s.conn.Exec(ctx, `CREATE SCHEMA `+s.name); err != nil {
		return nil, err
	}
	migrated, err := migrations.Open(ctx, s.url, db.Options{Readers: 1}, time.Now())
	if err != nil {
		return nil, err
	}
	migrated.Close()
	if s.tables, err = s.ordered(ctx); err != nil {
		return nil, err
	}
	s.state, err = s.definition(ctx)
	return s, err
}

// empty deletes all rows and restarts the ids.
func (s *schema) empty(ctx context.Context) error {
	state, err := s.definition(ctx)
	if err != nil {
		return err
	}
	if state != s.state {
		return errors.New("the test changed the schema, or filled it with much")
	}
	statements := []string{`SET LOCAL lock_timeout = '5s'`}
	for _, table := range s.tables {
		statements = append(statements, `DELETE FROM `+table)
	}
	statements = append(statements, `
SELECT setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, FALSE)
FROM pg_sequences WHERE schemaname = current_schema() AND last_value IS NOT NULL`)
	_, err = s.conn.Exec(ctx, strings.Join(statements, ";\n")) // in one transaction
	return err
}

func (s *schema) drop(ctx context.Context, t testing.TB) {
	t.Helper()
	if _, err := s.conn.Exec(ctx, `SET LOCAL lock_timeout = '20s'; DROP SCHEMA `+s.name+` CASCADE`); err != nil {
		t.Errorf("drop the schema of the test, which may have left a transaction open: %v", err)
	}
	_ = s.conn.Close(ctx)
}

// definition returns a string that changes whenever a migration is applied, a table, column, index, constraint or trigger is
// changed, the planner collects statistics, or a table becomes far larger than in most tests.
func (s *schema) definition(ctx context.Context) (text string, err error) {
	err = s.conn.QueryRow(ctx, `
WITH rels AS (SELECT c.* FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace)
SELECT md5(concat(
  (SELECT string_agg(version::text, ',' ORDER BY version) FROM schema_versions),
  (SELECT string_agg(concat(oid, ' ', relfilenode, ' ', relchecks, ' ', reltuples, ' ', pg_relation_size(oid) > 4000000), ',' ORDER BY oid) FROM rels),
  (SELECT string_agg(concat(oid, ' ', convalidated), ',' ORDER BY oid) FROM pg_constraint WHERE conrelid IN (SELECT oid FROM rels)),
  (SELECT string_agg(concat(oid, ' ', tgenabled), ',' ORDER BY oid) FROM pg_trigger WHERE tgrelid IN (SELECT oid FROM rels)),
  (SELECT string_agg(concat(attrelid, ' ', attnum, ' ', attname, ' ', atttypid, ' ', attnotnull), ',' ORDER BY attrelid, attnum)
   FROM pg_attribute WHERE attrelid IN (SELECT oid FROM rels WHERE relkind = 'r'))))`).Scan(&text)
	return text, err
}

// ordered returns the tables in an order in which they can be emptied: each table comes after all those that refer to it.
func (s *schema) ordered(ctx context.Context) ([]string, error) {
	rows, err := s.conn.Query(ctx, `
SELECT c.relname::text,
       ARRAY(SELECT k.confrelid::regclass::text FROM pg_constraint k WHERE k.conrelid = c.oid AND k.contype = 'f' AND k.confrelid <> c.oid)
FROM pg_class c
WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND c.relname <> 'schema_versions'
ORDER BY c.relname`)
	if err != nil {
		return nil, err
	}
	type table struct {
		name   string
		refers []string
	}
	left, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (t table, err error) {
		err = row.Scan(&t.name, &t.refers)
		return t, err
	})
	var order []string
	for len(left) > 0 && err == nil {
		free := slices.IndexFunc(left, func(t table) bool {
			return !slices.ContainsFunc(left, func(o table) bool { return o.name != t.name && slices.Contains(o.refers, t.name) })
		})
		if free < 0 {
			return nil, fmt.Errorf("these tables refer to one another in a circle: %v", left)
		}
		order = append(order, left[free].name)
		left = slices.Delete(left, free, free+1)
	}
	return order, err
}

func newName() string { return "t_" + strings.ToLower(rand.Text()) }

// within returns the URL of a schema on a server.
func within(server, schema string) string {
	separator := "?"
	if strings.Contains(server, "?") {
		separator = "&"
	}
	return server + separator + "search_path=" + schema
}
