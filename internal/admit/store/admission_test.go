package store_test

import (
	"reflect"
	"strings"
	"testing"

	admitstore "earnest/internal/admit/store"
	"earnest/internal/db"
	"earnest/internal/db/dbtest"
)

// decides lists the fields of a key and its account that decide what the key permits, with a statement that changes each;
// indifferent lists the rest.
func decides() map[string]string {
	return map[string]string{
		"Key.ID":               `UPDATE api_keys SET id = 99`,
		"Key.UserID":           `UPDATE api_keys SET user_id = 2`,
		"Key.Scopes":           `UPDATE api_keys SET scopes = 1`,
		"Key.AllowIPs":         `UPDATE api_keys SET allow_ips = '["203.0.113.0/24"]'`,
		"Key.ExpiresAt":        `UPDATE api_keys SET expires_at = 6`,
		"Key.RevokedAt":        `UPDATE api_keys SET revoked_at = 5`,
		"Account.Plan":         `UPDATE accounts SET plan = 'free'`,
		"Account.Active":       `UPDATE accounts SET active = FALSE`,
		"Account.SubscribedAt": `UPDATE accounts SET subscribed_at = 2`,
	}
}

func indifferent() map[string]string {
	return map[string]string{
		"Key.UserEmail":  `UPDATE users SET email = 'other@example.com'`,
		"Key.Name":       `UPDATE api_keys SET name = 'other'`,
		"Key.Prefix":     `UPDATE api_keys SET prefix = 'other'`,
		"Key.CreatedAt":  `UPDATE api_keys SET created_at = 7`,
		"Key.LastUsedAt": `UPDATE api_keys SET last_used_at = 7`,
		"Key.LastUsedIP": `UPDATE api_keys SET last_used_ip = '203.0.113.7'`,
		"Account.ID":     `UPDATE users SET account_id = 2`, // to an account that is otherwise the same
	}
}

const oneKey = `
INSERT INTO accounts (id, plan, active, subscribed_at, created_at, updated_at) VALUES (1, 'pro', TRUE, 1, 1, 1), (2, 'pro', TRUE, 1, 1, 1);
INSERT INTO users (id, uuid, account_id, email, email_folded, firstname, lastname, is_admin, created_at, updated_at)
VALUES (1, 'a', 1, 'a', 'a', 'a', 'a', FALSE, 1, 1), (2, 'b', 1, 'b', 'b', 'b', 'b', FALSE, 1, 1);
INSERT INTO api_keys (id, user_id, name, prefix, hash, scopes, allow_ips, created_at, expires_at)
VALUES (1, 1, 'name', 'prefix', 'hash', 7, '["198.51.100.0/24","2001:db8::/32"]', 1, 5)`

const oneProject = `;
INSERT INTO projects (id, uuid, name, color, contingency_pct, rates_for, revision, changed_at, created_at, updated_at)
VALUES (1, 'p', 'p', '#000000', 0, 'everyone', 1, 1, 1, 1);
INSERT INTO members (id, uuid, project_id, user_id, role, scrum_role, status, service, created_at, updated_at)
VALUES (1, 'm', 1, 1, 'owner', '', 'active', '', 1, 1)`

func TestEveryFactAboutAKeyMustHoldForItToBeCounted(t *testing.T) {
	t.Parallel()
	for _, part := range reflect.VisibleFields(reflect.TypeFor[admitstore.KeyOwner]()) {
		for _, field := range reflect.VisibleFields(part.Type) {
			name := part.Name + "." + field.Name
			change, must := decides()[name]
			other, may := indifferent()[name]
			if must == may {
				t.Fatalf("%s: does it decide what a key opens, or not?", name)
			}
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				mustBeConfirmed(t, change+other, may)
				mustHold(t, change+other, may)
			})
		}
	}
}

// mustHold counts a request with the facts about a key, makes a change, and checks whether the same facts still hold for
// another request.
func mustHold(t *testing.T, change string, holds bool) {
	t.Helper()
	s := openQuotaStore(t, quotaSchema(t))
	var owner admitstore.KeyOwner
	inQuotaTx(t, s, func(tx *db.Tx) (err error) {
		if err = tx.Script(t.Context(), oneKey); err == nil {
			owner, err = admitstore.KeyByID(t.Context(), tx, 1)
		}
		return err
	})
	window := admitstore.QuotaWindow{Hour: 1, Month: 1}
	ask := admitstore.QuotaRequest{Bucket: "key:1", Window: window, Requests: 1, HourLimit: 9, MonthLimit: 9, Facts: owner.Facts()}
	take := func() (answer admitstore.QuotaAnswer) {
		err := s.Once(t.Context(), func(tx *db.Tx) (err error) {
			answer, err = admitstore.TakeQuota(t.Context(), tx, ask)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return answer
	}
	if got := take(); !got.Holds || got.Granted != 1 {
		t.Fatalf("unchanged: %+v", got)
	}
	inQuotaTx(t, s, func(tx *db.Tx) error { return tx.Script(t.Context(), change) })
	used := int64(1)
	if holds {
		used = 2
	}
	if got := take(); got.Holds != holds {
		t.Errorf("after %s: %+v, want %v", change, got, holds)
	}
	mustBeStored(t, s, "key:1", admitstore.QuotaUse{Hour: 1, HourN: used, Month: 1, MonthN: used})
}

// mustBeConfirmed is the counterpart of mustHold for SQLite. It tries a request that reads nothing, and one that reads all of
// the user's projects.
func mustBeConfirmed(t *testing.T, change string, holds bool) {
	t.Helper()
	s := dbtest.MustOpen(t, dbtest.SQLite(t))
	var owner admitstore.KeyOwner
	inQuotaTx(t, s, func(tx *db.Tx) (err error) {
		if err = tx.Script(t.Context(), strings.Replace(oneKey, "'hash'", "x'01'", 1)+oneProject); err == nil {
			owner, err = admitstore.KeyByID(t.Context(), tx, 1)
		}
		return err
	})
	confirm := func(want bool) {
		t.Helper()
		for _, target := range []*admitstore.Target{nil, {UserID: 1}} {
			err := s.Once(t.Context(), func(tx *db.Tx) error {
				got, snapshot, err := admitstore.Confirm(t.Context(), tx, owner.Facts(), target)
				if got != want || snapshot.Found != (want && target != nil) {
					t.Errorf("after %s: confirmed is %v, found %v", change, got, snapshot.Found)
				}
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	confirm(true)
	inQuotaTx(t, s, func(tx *db.Tx) error { return tx.Script(t.Context(), change) })
	confirm(holds)
}
