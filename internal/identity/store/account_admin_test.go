package store_test

import (
	"strings"
	"testing"
	"time"

	"earnest/internal/db"
	"earnest/internal/db/dbtest"
	"earnest/internal/db/migrations"
	"earnest/internal/domain"
	"earnest/internal/identity/store"
)

func TestPeopleAreFoundByTheirNamesAfterAnUpgradeAndAfterAChange(t *testing.T) {
	t.Parallel()
	dbtest.EachEmpty(t, func(t *testing.T, url string) {
		t.Helper()
		d, err := db.Open(t.Context(), url, db.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer d.Close()
		if err := migrations.UpTo(t.Context(), d, 17, 1); err != nil {
			t.Fatal(err)
		}
		err = d.Write(t.Context(), func(tx *db.Tx) error {
			return tx.Script(t.Context(), `
INSERT INTO accounts (id, plan, active, subscribed_at, created_at, updated_at) VALUES (1, 'pro', TRUE, 1, 1, 1);
INSERT INTO users (id, uuid, account_id, email, email_folded, firstname, lastname, is_admin, created_at, updated_at)
VALUES (1, 'z', 1, 'z@example.org', 'z@example.org', 'Zoë', 'Évrard', FALSE, 1, 1), (2, 'a', 1, 'a@example.org', 'a@example.org', 'Ann', 'Eyre', FALSE, 1, 1)`)
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := migrations.Up(t.Context(), d, 2); err != nil {
			t.Fatal(err)
		}
		if got := mustFind(t, d, ""); got != "Zoë Évrard, Ann Eyre" {
			t.Errorf("after the upgrade there are %s", got)
		}
		if got := mustFind(t, d, "zoe EVRARD z@"); got != "Zoë Évrard" {
			t.Errorf("after the upgrade the search finds %q", got)
		}
		err = d.Write(t.Context(), func(tx *db.Tx) error {
			return store.UpdateNames(t.Context(), tx, domain.User{ID: 1, Email: "z@example.org", Firstname: "Zoë", Lastname: "Œhm"})
		})
		if err != nil {
			t.Fatal(err)
		}
		if got := mustFind(t, d, ""); got != "Ann Eyre, Zoë Œhm" {
			t.Errorf("after the change there are %s", got)
		}
		if got := mustFind(t, d, "oehm") + mustFind(t, d, "evrard"); got != "Zoë Œhm" {
			t.Errorf("after the change the search finds %q", got)
		}
	})
}

func mustFind(t *testing.T, d *db.DB, text string) string {
	t.Helper()
	rows, err := db.Read(t.Context(), d, func(tx *db.Tx) ([]store.UserRow, error) {
		return store.UserRows(t.Context(), tx, domain.UserFilter{Text: text, Limit: 10}, domain.PlanGrid{}, time.Now())
	})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, r := range rows {
		names = append(names, domain.FullName(r.Firstname, r.Lastname))
	}
	return strings.Join(names, ", ")
}
