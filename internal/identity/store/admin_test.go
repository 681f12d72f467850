package store

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"earnest/internal/db"
	"earnest/internal/db/dbtest"
	"earnest/internal/domain"
)

// Enough people for PostgreSQL to prefer an index to reading a whole table.
const (
	people   = 20_000
	projects = 200
)

// fillInstance stores people, each with a key, an identity and a place in a project. One project hides its cost, one person is an
// administrator, and few places wait for consent.
func fillInstance(t *testing.T, s *db.DB) {
	t.Helper()
	choose := func(is bool, yes, no string) string {
		if is {
			return yes
		}
		return no
	}
	dbtest.MustFill(t, s, []dbtest.Table{
		{Columns: db.Columns[int]{Name: "accounts", Columns: "id plan active subscribed_at created_at updated_at", Values: func(n int) []any {
			return []any{n, "pro", true, n, 0, 0}
		}}, Rows: people},
		{Columns: db.Columns[int]{Name: "users", Columns: "id uuid account_id email email_folded firstname lastname lastname_folded is_admin created_at updated_at", Values: func(n int) []any {
			name := strconv.Itoa(n)
			return []any{n, name, n, name, name, "Somebody", name, name, n == 777, 0, 0}
		}}, Rows: people},
		{Columns: db.Columns[int]{Name: "identities", Columns: "issuer subject user_id created_at", Values: func(n int) []any {
			return []any{"i", strconv.Itoa(n), n, 0}
		}}, Rows: people},
		{Columns: db.Columns[int]{Name: "api_keys", Columns: "id user_id name prefix hash scopes allow_ips created_at", Values: func(n int) []any {
			return []any{n, n, "Key", "ern", []byte(strconv.Itoa(n)), int64(domain.FinanceRead.Set()), "", 0}
		}}, Rows: people},
		{Columns: db.Columns[int]{Name: "projects", Columns: "id uuid name color contingency_pct rates_for revision changed_at created_at updated_at", Values: func(n int) []any {
			return []any{n, strconv.Itoa(n), "P", "#000000", 10.0, choose(n == 7, "admins", "everyone"), 1, 0, 0, 0}
		}}, Rows: projects},
		{Columns: db.Columns[int]{Name: "members", Columns: "id uuid project_id user_id role scrum_role status service created_at updated_at", Values: func(n int) []any {
			return []any{n, strconv.Itoa(n), 1 + n%projects, n, "worker", "", choose(n%5000 == 0, "invited", "active"), "", 0, 0}
		}}, Rows: people},
	})
}

// The pages of administration cost the same however many people the instance has. PostgreSQL may read the few projects and the accounts,
// which are counted, without an index.
func TestTheListsOfAdministrationUseAnIndex(t *testing.T) {
	t.Parallel()
	dbtest.EachStore(t, func(t *testing.T, s *db.DB) {
		t.Helper()
		fillInstance(t, s)
		for name, c := range map[string]struct {
			build func(*db.Tx) db.Query
			index string
		}{
			"people":         {func(tx *db.Tx) db.Query { return userRows(tx, domain.UserFilter{Limit: 200}, domain.PlanGrid{}) }, "users_name"},
			"credentials":    {func(tx *db.Tx) db.Query { return credentials(tx, []int64{1, 2, 3}, time.Now()) }, "json_each"},
			"administrators": {func(*db.Tx) db.Query { return db.Query{Text: countAdministrators} }, "users_admins"},
			"plans":          {func(*db.Tx) db.Query { return countByPlan(time.Now()) }, "accounts_plan"},
			"finance keys":   {func(*db.Tx) db.Query { return financeKeys(time.Now(), 501) }, "projects_private"},
			"invitations":    {func(*db.Tx) db.Query { return db.NewQuery(invitedMembers, 500) }, "members_invited"},
		} {
			q, err := db.Read(t.Context(), s, func(tx *db.Tx) (db.Query, error) { return c.build(tx), nil })
			if err != nil {
				t.Fatal(err)
			}
			plan := dbtest.MustPlan(t, s, q)
			for step := range strings.Lines(plan) {
				whole := strings.Contains(step, "SCAN ") && !strings.Contains(step, c.index)
				for _, table := range []string{"users", "identities", "api_keys", "members", "accounts a"} {
					whole = whole || strings.Contains(step, "Seq Scan on "+table)
				}
				if whole {
					t.Errorf("%s: %s reads a whole table in\n%s", name, strings.TrimSpace(step), plan)
				}
			}
		}
	})
}
