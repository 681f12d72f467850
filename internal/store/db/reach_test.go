package db

import "testing"

func TestAStatementIsWideUnlessItWritesToQuietTablesOnly(t *testing.T) {
	t.Parallel()
	r := newReach([]string{"tickets", "effort"}, []string{"tickets"})
	for sql, want := range map[string]bool{
		"SELECT 1": false,
		"\n\tWITH x AS (SELECT 1) SELECT * FROM x":                                                            false,
		"INSERT INTO tickets (a) VALUES ($1) RETURNING id":                                                    false,
		"INSERT INTO effort AS e (a) VALUES ($1)\n ON CONFLICT (a)\n DO UPDATE SET a = excluded.a":            false,
		"UPDATE\n tickets SET a = 1":                                                                          false,
		"DELETE FROM tickets WHERE id IN (SELECT id FROM members)":                                            false,
		"WITH gone AS (SELECT 1) DELETE FROM effort":                                                          false,
		"UPDATE members SET role = $1":                                                                        true,
		"insert or replace into users VALUES (1)":                                                             true,
		"WITH a AS (INSERT INTO tickets VALUES (1) RETURNING id) UPDATE projects SET revision = revision + 1": true,
		"CREATE TABLE tickets (id INTEGER)":                                                                   true,
		"PRAGMA user_version = 7":                                                                             true,
		"DROP TABLE tickets":                                                                                  true,
	} {
		if r.of(sql).wide != want {
			t.Errorf("%s: wide is %v", sql, !want)
		}
	}
}

func TestAStatementIsLooseIfItMayChangePartsThatNobodyTellsOf(t *testing.T) {
	t.Parallel()
	r := newReach([]string{"tickets", "effort"}, []string{"tickets"})
	for sql, want := range map[string]extent{
		"SELECT 1 FROM tickets":            {},
		"UPDATE tickets SET a = 1":         {loose: true, writes: true, counts: true},
		"INSERT INTO effort VALUES (1)":    {writes: true, counts: true},
		"DELETE FROM effort":               {loose: true, writes: true, counts: true}, // what goes with its rows?
		"REPLACE INTO effort VALUES (1)":   {loose: true, writes: true, counts: true},
		"UPDATE members SET role = 'x'":    {wide: true, writes: true, counts: true},
		"CREATE TABLE tickets (a INTEGER)": {wide: true, writes: true},
	} {
		if got := r.of(sql); got != want {
			t.Errorf("%s: %+v", sql, got)
		}
	}
}
