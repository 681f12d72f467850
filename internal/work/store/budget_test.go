package store_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"earnest/internal/db"
	"earnest/internal/db/dbtest"
	"earnest/internal/db/migrations"
	"earnest/internal/work/store"
)

// before21 fills a database of version 20 with projects and their log.
//
// Project 1 has never changed. Project 2 has changed on three days, twice on the first of them. The log of project 3 contains values that are
// no amounts, as an imported one may, and that of an earlier project with the same uuid. Project 4 has no log at all. Project 5 was given a budget on the
// day of its creation, and its log is not in the order of time.
const before21 = `
INSERT INTO accounts (id, plan, active, subscribed_at, created_at, updated_at) VALUES (1, 'pro', TRUE, 0, 0, 0);
INSERT INTO users (id, uuid, account_id, email, email_folded, firstname, lastname, is_admin, created_at, updated_at)
VALUES (1, 'u', 1, 'a', 'a', 'A', 'B', FALSE, 0, 0), (2, 'v', 1, 'b', 'b', 'C', 'D', FALSE, 0, 0);
INSERT INTO projects (id, uuid, name, color, contingency_pct, budget, rates_for, revision, changed_at, created_at, updated_at)
VALUES (1, 'p1', 'P', '', 10, 1000.5, 'everyone', 1, 0, 7, 0),
       (2, 'p2', 'P', '', 20, NULL, 'everyone', 1, 0, 7, 0),
       (3, 'p3', 'P', '', 0, 0, 'everyone', 1, 0, 7, 0),
       (4, 'p4', 'P', '', 3, NULL, 'everyone', 1, 0, 7, 0),
       (5, 'p5', 'P', '', 10, 900, 'everyone', 1, 0, %[1]d, 0);
INSERT INTO changes (project_id, revision, at, user_id, noun, noun_uuid, what, from_value, to_value) VALUES
(1, 1, 7, 2, 'project', 'p1', 'created', NULL, '{"budget":1000.5}'),
(1, 2, 8, 1, 'project', 'p1', 'name', '"O"', '"P"'),
(2, 1, 7, 1, 'project', 'p2', 'created', NULL, '{"budget":100}'),
(2, 2, %[1]d, 1, 'project', 'p2', 'budget', '100', '200'),
(2, 3, %[1]d + 1, 2, 'project', 'p2', 'budget', '200', '300.25'),
(2, 4, %[2]d, 1, 'project', 'p2', 'contingency_pct', '10', '1e-07'),
(2, 4, %[2]d, 1, 'ticket', 'p2', 'budget', '10', '1e-07'),
(2, 5, %[3]d, 2, 'project', 'p2', 'budget', '300.25', 'null'),
(2, 5, %[3]d, 2, 'project', 'p2', 'contingency_pct', '1e-07', '20'),
(3, 1, 7, NULL, 'project', 'p3', 'created', NULL, '{}'),
(3, 2, %[1]d, 9, 'project', 'p3', 'budget', '"a lot"', '5'),
(3, 3, %[2]d, 9, 'project', 'p3', 'budget', '1e999', 'null'),
(3, 4, %[2]d, 9, 'project', 'p3', 'contingency_pct', 'null', '0'),
(3, 5, %[3]d, 9, 'project', 'p3', 'budget', 'null', '0'),
(9, 5, %[3]d, 9, 'project', 'p3', 'budget', '77', '0'),
(5, 1, %[1]d, 1, 'project', 'p5', 'created', NULL, '{}'),
(5, 2, %[1]d + 5, 2, 'project', 'p5', 'budget', 'null', '700'),
(5, 4, %[3]d, 1, 'project', 'p5', 'budget', '800', '900'),
(5, 3, %[2]d, 2, 'project', 'p5', 'budget', '700', '800')`

// Days in UTC: the first moment of one, the last moment of the next, and a later one.
func budgetMoments() []any {
	return []any{
		time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC).UnixMicro(),
		time.Date(2026, 3, 2, 23, 59, 59, 999_999_000, time.UTC).UnixMicro(),
		time.Date(2026, 5, 9, 12, 0, 0, 0, time.UTC).UnixMicro(),
	}
}

func TestAnUpgradeBuildsTheBudgetsFromTheLog(t *testing.T) {
	t.Parallel()
	dbtest.EachEmpty(t, func(t *testing.T, url string) {
		t.Helper()
		d := mustUpgradeFrom(t, url, 20, fmt.Sprintf(before21, budgetMoments()...))
		for project, want := range map[int64][]string{
			1: {"0001-01-01 1000.5 10 by 2 at 7"},
			2: {
				"0001-01-01 100 10 by 1 at 7", "2026-03-01 300.25 10 by 2 at 1772323200000001", "2026-03-02 300.25 1e-07 by 1 at 1772495999999999",
				"2026-05-09 none 20 by 2 at 1778328000000000",
			},
			3: {"0001-01-01 none 0 by 0 at 7", "2026-05-09 0 0 by 0 at 1778328000000000"},
			4: {"0001-01-01 none 3 by 0 at 7"},
			5: {"0001-01-01 700 10 by 2 at 1772323200000005", "2026-03-02 800 10 by 2 at 1772495999999999", "2026-05-09 900 10 by 1 at 1778328000000000"},
		} {
			if got := mustBudgets(t, d, project); !slices.Equal(got, want) {
				t.Errorf("project %d has %q, want %q", project, got, want)
			}
		}
	})
}

// mustUpgradeFrom creates a database of a version, fills it and upgrades it.
func mustUpgradeFrom(t *testing.T, url string, version int, script string) *db.DB {
	t.Helper()
	d, err := db.Open(t.Context(), url, db.Options{Readers: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	if err := migrations.UpTo(t.Context(), d, version, 1); err != nil {
		t.Fatal(err)
	}
	if err := d.Write(t.Context(), func(tx *db.Tx) error { return tx.Script(t.Context(), script) }); err != nil {
		t.Fatal(err)
	}
	if err := migrations.Up(t.Context(), d, 1); err != nil {
		t.Fatal(err)
	}
	return d
}

func mustBudgets(t *testing.T, d *db.DB, project int64) (list []string) {
	t.Helper()
	err := d.Read(t.Context(), func(tx *db.Tx) error {
		budgets, err := store.Budgets(t.Context(), tx, project)
		for _, b := range budgets {
			amount, user := any("none"), int64(0)
			if b.Amount != nil {
				amount = *b.Amount
			}
			if b.UserID != nil {
				user = *b.UserID
			}
			list = append(list, strings.TrimSpace(fmt.Sprint(b.From, " ", amount, " ", b.ContingencyPct, " by ", user, " at ", b.CreatedAt.UnixMicro(), b.Reason)))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// A project with very many changes has one budget for each day, however long its log is. The first one stands for the day of creation too.
func TestAnUpgradeBuildsTheBudgetsFromALongLog(t *testing.T) {
	t.Parallel()
	dbtest.EachEmpty(t, func(t *testing.T, url string) {
		t.Helper()
		var script strings.Builder
		script.WriteString(`
INSERT INTO projects (id, uuid, name, color, contingency_pct, budget, rates_for, revision, changed_at, created_at, updated_at)
VALUES (1, 'p', 'P', '', 10, 5000, 'everyone', 1, 0, 7, 0);
INSERT INTO changes (project_id, revision, at, noun, noun_uuid, what, from_value, to_value)
WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 4999)
SELECT 1, i, i * CAST(43200000000 AS BIGINT), 'project', 'p', 'budget', CAST(i AS TEXT), CAST(i + 1 AS TEXT) FROM n;
INSERT INTO changes (project_id, revision, at, noun, noun_uuid, what, from_value, to_value)
WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 49999)
SELECT 1, i, 0, 'ticket', 't' || CAST(i AS TEXT), 'status', '"a"', '"b"' FROM n`)
		d := mustUpgradeFrom(t, url, 20, script.String())
		list := mustBudgets(t, d, 1)
		if len(list) != 2500 {
			t.Fatalf("%d budgets", len(list))
		}
		for i, want := range map[int]string{
			0: "0001-01-01 2 10 by 0 at 43200000000", 1: "1970-01-02 4 10 by 0 at 129600000000", 2499: "1976-11-04 5000 10 by 0 at 215956800000000",
		} {
			if list[i] != want {
				t.Errorf("budget %d is %q, want %q", i, list[i], want)
			}
		}
	})
}
