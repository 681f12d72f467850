package apiv1_test

import (
	"fmt"
	"maps"
	"net/http"
	"testing"
	"time"

	"earnest/client"
	"earnest/internal/admit"
	admitstore "earnest/internal/admit/store"
	"earnest/internal/apitest"
	"earnest/internal/app"
	"earnest/internal/db"
	"earnest/internal/db/dbtest"
)

// mustRun changes the database as another process would.
func mustRun(t *testing.T, s *db.DB, statement string, args ...any) {
	t.Helper()
	err := s.Write(t.Context(), func(tx *db.Tx) error {
		_, err := tx.Exec(t.Context(), statement, args...)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// counted returns the number of requests counted in the quota buckets whose names start with a prefix, on an engine that stores each
// request immediately.
func counted(t *testing.T, s *db.DB, names string) (n int64) {
	t.Helper()
	err := s.Read(t.Context(), func(tx *db.Tx) error {
		return tx.One(t.Context(), `SELECT CAST(COALESCE(SUM(hour_n), 0) AS BIGINT) FROM quotas WHERE bucket LIKE $1`, []any{names + "%"}, &n)
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// losses lists changes on another node that end a key's access, each with the expected refusal.
func losses() map[string]struct {
	change string
	status int
	code   string
} {
	const ofKey, ofAccount = ` WHERE user_id = $1`, ` WHERE id = (SELECT account_id FROM users WHERE id = $1)`
	return map[string]struct {
		change string
		status int
		code   string
	}{
		"revoked":              {`UPDATE api_keys SET revoked_at = 1` + ofKey, 401, "REVOKED_API_KEY"},
		"expired":              {`UPDATE api_keys SET expires_at = 1` + ofKey, 401, "EXPIRED_API_KEY"},
		"deleted":              {`DELETE FROM api_keys` + ofKey, 401, "INVALID_API_KEY"},
		"elsewhere":            {`UPDATE api_keys SET allow_ips = '["203.0.113.0/24"]'` + ofKey, 403, "IP_NOT_ALLOWED"},
		"account inactive":     {`UPDATE accounts SET active = FALSE` + ofAccount, 403, "ACCOUNT_INACTIVE"},
		"plan without the API": {`UPDATE accounts SET plan = 'free'` + ofAccount, 403, "PLAN_REQUIRED"},
		"scope taken away":     {`UPDATE api_keys SET scopes = 0` + ofKey, 403, "INSUFFICIENT_SCOPE"},
	}
}

func TestACachedKeyThatLostAccessIsRefusedAtTheNextRequestAndNotCounted(t *testing.T) {
	t.Parallel()
	for name, loss := range losses() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dbtest.Each(t, func(t *testing.T, url string) {
				w, other := apitest.New(t, url, nil), dbtest.MustOpen(t, url)
				ada := w.MustPerson(t, "ada")
				for range 3 {
					if a := w.Call(t, ada.Key, http.MethodGet, "/projects", nil); a.Status != http.StatusOK {
						t.Fatalf("%d %s", a.Status, a.Body)
					}
				}
				key, address := counted(t, other, "key:"), counted(t, other, "addr:")
				mustRun(t, other, loss.change, ada.ID)
				wantEnvelope(t, name, w.Call(t, ada.Key, http.MethodGet, "/projects", nil), loss.status, loss.code)
				if !admitstore.QuotaIsShared(w.Store) {
					return // counts are not stored immediately
				}
				if loss.code == "INSUFFICIENT_SCOPE" {
					key, address = key+1, address-1 // an admitted request counts against the key, whatever the response
				}
				if k, a := counted(t, other, "key:"), counted(t, other, "addr:"); k != key || a != address+1 {
					t.Errorf("the key was counted %d times, want %d; the address %d, want %d", k, key, a, address+1)
				}
			})
		})
	}
}

func TestAnExpiredKeyIsRefusedThoughNothingChanged(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		ada := w.MustPerson(t, "ada")
		end := w.Clock.Now().Add(time.Minute)
		mustRun(t, w.Store, `UPDATE api_keys SET expires_at = $2 WHERE user_id = $1`, ada.ID, end.UnixMicro())
		for _, status := range []int{200, 200} {
			if a := w.Call(t, ada.Key, http.MethodGet, "/projects", nil); a.Status != status {
				t.Fatalf("%d %s", a.Status, a.Body)
			}
		}
		w.Clock.Set(end)
		wantEnvelope(t, "expired", w.Call(t, ada.Key, http.MethodGet, "/projects", nil), 401, "EXPIRED_API_KEY")
	})
}

func TestAKeyThatRegainsAccessIsAdmittedAtTheNextRequest(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		ada := w.MustPerson(t, "ada")
		account := `UPDATE accounts SET active = $2 WHERE id = (SELECT account_id FROM users WHERE id = $1)`
		for _, active := range []bool{true, false, true, false, true} {
			mustRun(t, w.Store, account, ada.ID, active)
			want := map[bool]int{true: 200, false: 403}[active]
			for range 2 {
				if a := w.Call(t, ada.Key, http.MethodGet, "/projects", nil); a.Status != want {
					t.Errorf("active is %v: %d %s", active, a.Status, a.Body)
				}
			}
		}
	})
}

func TestARevokedKeyIsReportedAsSuchThoughItsQuotaIsUsedUp(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		w := apitest.New(t, url, func(c *app.Config) { c.Limits = admit.Limits{Hour: 3, Month: 9} })
		ada := w.MustPerson(t, "ada")
		for _, status := range []int{200, 200, 200, 429, 429} {
			if a := w.Call(t, ada.Key, http.MethodGet, "/projects", nil); a.Status != status {
				t.Fatalf("%d %s, want %d", a.Status, a.Body, status)
			}
		}
		mustRun(t, w.Store, `UPDATE api_keys SET revoked_at = 1 WHERE user_id = $1`, ada.ID)
		wantEnvelope(t, "revoked", w.Call(t, ada.Key, http.MethodGet, "/projects", nil), 401, "REVOKED_API_KEY")
	})
}

// least runs f several times and checks the smallest number of round trips, because background work may interfere with single runs.
func least(t *testing.T, wire *wireTap, want int, what string, f func()) {
	t.Helper()
	var best []string
	for range 8 {
		wire.start()
		f()
		if waits := wire.stop(); best == nil || len(waits) < len(best) {
			best = waits
		}
	}
	if len(best) != want {
		t.Errorf("%s: %d round trips, want %d: %q", what, len(best), want, best)
	}
}

func TestAdmissionAndAnUnchangedReadAreOneRoundTripToPostgreSQL(t *testing.T) {
	t.Parallel()
	wire := newWireTap(t, dbtest.Postgres(t))
	w := apitest.New(t, wire.url, nil)
	c := w.MustCast(t, "")
	paths := append(reads(t, c), "/tickets/"+apitest.NewUUID()+"/nothing", "/nothing")
	for _, path := range paths {
		w.Call(t, c.Owner.Key, http.MethodGet, path, nil)
		least(t, wire, 1, "GET "+path, func() { w.Call(t, c.Owner.Key, http.MethodGet, path, nil) })
		least(t, wire, 1, "HEAD "+path, func() { ask(t, w, c.Owner.Key, http.MethodHead, path, "*") })
	}
	least(t, wire, 1, "a write without a route", func() { w.Call(t, c.Owner.Key, http.MethodPost, "/nothing", nil) })
	least(t, wire, 1, "a write with a malformed body", func() { w.Call(t, c.Owner.Key, http.MethodPost, "/tickets", "no JSON") })
}

// A read of changed data is admitted in one round trip. Then its transaction begins with the check of the caller's role; its data and its end take one
// round trip each.
func TestAReadAfterAWriteTakesFourRoundTripsToPostgreSQL(t *testing.T) {
	t.Parallel()
	wire := newWireTap(t, dbtest.Postgres(t))
	w := apitest.New(t, wire.url, nil)
	c := w.MustCast(t, "")
	n := 0
	for _, path := range []string{"/statuses?project=" + c.Project, "/finance?project=" + c.Project, "/portfolio/finance"} {
		least(t, wire, 4, "GET "+path, func() {
			n++
			apitest.Must(c.Owner.UpdateTicket(t.Context(), c.Ticket, client.TicketUpdate{Title: client.Set(fmt.Sprint("Title ", n))}))(t)
			wire.start() // the write does not count
			w.Call(t, c.Owner.Key, http.MethodGet, path, nil)
		})
	}
}

// A write is admitted in one round trip. It takes three more: one to find the project, one to lock it and to look up what the change refers to,
// and one for all changes and the commit.
func TestAWriteTakesThreeRoundTripsAfterItsAdmission(t *testing.T) {
	t.Parallel()
	wire := newWireTap(t, dbtest.Postgres(t))
	w := apitest.New(t, wire.url, nil)
	c := w.MustCast(t, "")
	other := apitest.Must(c.Owner.CreateTicket(t.Context(), client.TicketCreate{ProjectUUID: c.Project, Title: "Another"}))(t).UUID
	full := map[string]any{
		"title": "A ticket", "status": "in_progress", "story_points": 3, "epic_uuid": c.Epic, "sprint_uuid": c.Sprint, "assignee_id": c.Owner.ID,
		"tags": []string{w.MustTag(t, c.Project, "red"), w.MustTag(t, c.Project, "green")}, "dependencies": []string{other},
	}
	for name, do := range map[string]func(n int) apitest.Answer{
		"a plain ticket is created": func(int) apitest.Answer {
			return w.Call(t, c.Owner.Key, http.MethodPost, "/tickets", map[string]any{"project_uuid": c.Project, "title": "A ticket"})
		},
		"a full ticket is created": func(int) apitest.Answer {
			body := maps.Clone(full)
			body["project_uuid"] = c.Project
			return w.Call(t, c.Owner.Key, http.MethodPost, "/tickets", body)
		},
		"everything in a ticket is changed": func(n int) apitest.Answer {
			body := maps.Clone(full)
			if n%2 == 1 {
				body = map[string]any{"title": "Plain", "status": "done", "epic_uuid": nil, "sprint_uuid": nil, "assignee_id": nil, "tags": []string{}, "dependencies": []string{}}
			}
			return w.Call(t, c.Owner.Key, http.MethodPut, "/tickets/"+c.Ticket, body)
		},
		"time is logged": func(int) apitest.Answer {
			return w.Call(t, c.Owner.Key, http.MethodPost, "/time-entries", map[string]any{"ticket_uuid": c.Ticket, "duration_minutes": 30, "logged_at": "2026-03-02"})
		},
		"a comment is written": func(int) apitest.Answer {
			return w.Call(t, c.Owner.Key, http.MethodPost, "/comments", map[string]any{"ticket_uuid": c.Ticket, "content": "Fine.", "mentions": []int64{c.Owner.ID}})
		},
	} {
		n := 0
		least(t, wire, 4, name, func() {
			n++
			if a := do(n); a.Status/100 != 2 {
				t.Fatalf("%s: %d %s", name, a.Status, a.Body)
			}
		})
	}
}

func TestAChangedKeyCostsThreeRoundTripsOnceThenOne(t *testing.T) {
	t.Parallel()
	url := dbtest.Postgres(t)
	wire := newWireTap(t, url)
	w, other := apitest.New(t, wire.url, nil), dbtest.MustOpen(t, url)
	c := w.MustCast(t, "")
	read := func() { w.Call(t, c.Owner.Key, http.MethodGet, "/tickets/"+c.Ticket, nil) }
	end := w.Clock.Now().Add(time.Hour).UnixMicro()
	change := func() {
		end++
		mustRun(t, other, `UPDATE api_keys SET expires_at = $2 WHERE user_id = $1`, c.Owner.ID, end)
	}
	change()
	read()
	least(t, wire, 3, "after a change of the key", func() { change(); read() }) // one each to check the cached key, read it again and repeat the checks
	least(t, wire, 1, "after that", read)
}
