package dash_test

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"earnest/internal/admit"
	"earnest/internal/apitest"
	"earnest/internal/app"
	"earnest/internal/db/dbtest"
	"earnest/internal/domain"
	"earnest/internal/identity"
)

// key is a key as the pages read it.
type key struct {
	ID         int64    `json:"id"`
	Name       string   `json:"name"`
	Prefix     string   `json:"prefix"`
	Scopes     []string `json:"scopes"`
	AllowIPs   []string `json:"allow_ips"`
	ExpiresAt  *string  `json:"expires_at"`
	RevokedAt  *string  `json:"revoked_at"`
	LastUsedAt *string  `json:"last_used_at"`
	LastUsedIP *string  `json:"last_used_ip"`
	State      string   `json:"state"`
	Hour       use      `json:"hour"`
	Month      use      `json:"month"`
}

type use struct {
	Used     int64  `json:"used"`
	Limit    int64  `json:"limit"`
	ResetsAt string `json:"resets_at"`
}

type keys struct {
	Keys      []key    `json:"keys"`
	Scopes    []string `json:"scopes"`
	Limits    any      `json:"limits"`
	Address   string   `json:"address"`
	BaseURL   string   `json:"base_url"`
	APIAccess bool     `json:"api_access"`
}

type madeKey struct {
	Key    key    `json:"key"`
	Old    key    `json:"old"`
	Secret string `json:"secret"`
}

func newKeyBody(changes ...any) map[string]any {
	body := map[string]any{"name": "Robot", "scopes": []string{"projects:read", "projects:write"}, "expires_at": nil, "allow_ips": []string{}}
	for i := 0; i < len(changes); i += 2 {
		body[fmt.Sprint(changes[i])] = changes[i+1]
	}
	return body
}

// asks calls the API with a key and checks the status and the code.
func (w *world) asks(t testing.TB, secret string, status int, code string) {
	t.Helper()
	if a := w.Call(t, secret, "GET", "/projects", nil); a.Status != status || a.Code != code {
		t.Errorf("the API answers %d %s, want %d %s", a.Status, a.Body, status, code)
	}
}

func TestAKeyWorksAtOnceAndEveryChangeAppliesFromTheNextRequest(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		b := w.mustBrowser(t, "ada")
		got := b.call(t, "POST", "/keys", newKeyBody())
		if got.Status != http.StatusCreated {
			t.Fatalf("%d %s", got.Status, got.Body)
		}
		k := read[madeKey](t, got)
		path := fmt.Sprintf("/keys/%d", k.Key.ID)
		if !strings.HasPrefix(k.Secret, k.Key.Prefix) || k.Key.State != "active" || k.Key.ExpiresAt != nil || len(k.Key.Scopes) != 2 {
			t.Errorf("made %+v", k)
		}
		w.asks(t, k.Secret, 200, "")
		must[key](t, b, "PUT", path, map[string]any{"scopes": []string{"tickets:read"}})
		w.asks(t, k.Secret, 403, "INSUFFICIENT_SCOPE")
		must[key](t, b, "PUT", path, map[string]any{"scopes": []string{"projects:read"}, "allow_ips": []string{"203.0.113.0/24"}})
		w.asks(t, k.Secret, 403, "IP_NOT_ALLOWED")
		must[key](t, b, "PUT", path, map[string]any{"allow_ips": []string{"127.0.0.1", "::1"}, "expires_at": "2026-03-10T10:00:00Z"})
		w.asks(t, k.Secret, 200, "")
		w.Clock.Advance(time.Hour)
		w.asks(t, k.Secret, 401, "EXPIRED_API_KEY")
		if k := must[key](t, b, "PUT", path, map[string]any{"expires_at": nil, "name": " Robot 2 "}); k.State != "active" || k.Name != "Robot 2" || k.AllowIPs[0] != "127.0.0.1" {
			t.Errorf("%+v", k)
		}
		w.asks(t, k.Secret, 200, "")
		if k := must[key](t, b, "DELETE", path, nil); k.State != "revoked" || k.RevokedAt == nil {
			t.Errorf("%+v", k)
		}
		w.asks(t, k.Secret, 401, "REVOKED_API_KEY")
		refused(t, b.call(t, "PUT", path, map[string]any{"name": "Back"}), http.StatusConflict, "conflict")
		refused(t, b.call(t, "POST", path+"/rotate", map[string]any{"overlap_hours": 1}), http.StatusConflict, "conflict")
	})
}

func TestTheKeyListShowsOnlyTheCallersOwnKeys(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada, ben := w.mustBrowser(t, "ada"), w.mustBrowser(t, "ben")
		k := must[madeKey](t, ada, "POST", "/keys", newKeyBody("expires_at", "2026-03-31"))
		w.asks(t, k.Secret, 200, "")
		mine := must[keys](t, ada, "GET", "/keys", nil)
		if len(mine.Keys) != 1 || *mine.Keys[0].ExpiresAt != "2026-04-01T00:00:00Z" || mine.Keys[0].Hour.Used != 1 {
			t.Errorf("%+v", mine)
		}
		if mine.Address != "127.0.0.1" || mine.BaseURL != "http://earnest.example/api/v1" || !mine.APIAccess || len(mine.Scopes) != len(domain.AllScopes()) {
			t.Errorf("%+v", mine)
		}
		if strings.Contains(string(ada.call(t, "GET", "/keys", nil).Body), k.Secret) {
			t.Error("the key is shown again")
		}
		if theirs := must[keys](t, ben, "GET", "/keys", nil); len(theirs.Keys) != 0 {
			t.Errorf("ben sees %+v", theirs.Keys)
		}
		for _, id := range []string{strconv.FormatInt(k.Key.ID, 10), "999999", "x", "-1", "99999999999999999999"} {
			refused(t, ben.call(t, "PUT", "/keys/"+id, map[string]any{"name": 5}), http.StatusNotFound, "not_found")
			refused(t, ben.call(t, "POST", "/keys/"+id+"/rotate", map[string]any{}), http.StatusNotFound, "not_found")
			refused(t, ben.call(t, "DELETE", "/keys/"+id, nil), http.StatusNotFound, "not_found")
		}
		w.asks(t, k.Secret, 200, "")
	})
}

func TestTheUseOfAKeyMatchesTheAPI(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		b := w.mustBrowser(t, "ada")
		k := must[madeKey](t, b, "POST", "/keys", newKeyBody())
		var wg sync.WaitGroup
		for range 20 {
			wg.Go(func() { w.asks(t, k.Secret, 200, "") })
		}
		wg.Wait()
		used := func() key { return must[keys](t, b, "GET", "/keys", nil).Keys[0] }
		want := func(when string, hour, month int64) {
			t.Helper()
			if k := used(); k.Hour.Used != hour || k.Month.Used != month || k.Hour.Limit != 1_000_000 || k.Month.Limit != 10_000_000 {
				t.Errorf("%s: %+v %+v, want %d and %d", when, k.Hour, k.Month, hour, month)
			}
		}
		want("at once", 20, 20)
		want("again: looking does not count", 20, 20)
		if k := used(); k.Hour.ResetsAt != "2026-03-10T10:00:00Z" || k.Month.ResetsAt != "2026-04-01T00:00:00Z" {
			t.Errorf("%+v %+v", k.Hour, k.Month)
		}
		w.Clock.Advance(time.Hour)
		want("an hour later", 0, 20)
		w.asks(t, k.Secret, 200, "")
		want("and one more", 1, 21)
		w.Clock.Set(time.Date(2026, 4, 1, 0, 0, 0, 0, time.UTC))
		b = w.mustSession(t, b.ID, b.Email) // the previous session has expired
		want("a month later", 0, 0)
	})
}

func TestTheUseOfAKeyIsTheSameOnAnotherNodeAndAfterARestart(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		w := newWorld(t, url, nil)
		b := w.mustBrowser(t, "ada")
		k := must[madeKey](t, b, "POST", "/keys", newKeyBody())
		for range 3 {
			w.asks(t, k.Secret, 200, "")
		}
		if err := w.App.Stop(t.Context()); err != nil { // on SQLite this stores the counts
			t.Fatal(err)
		}
		other := app.New(w.Store, app.Config{Clock: w.Clock.Now, Limits: admit.Limits{Hour: 10, Month: 100}})
		own := apitest.Must(other.Keys.OwnKeys(t.Context(), domain.User{ID: b.ID}))(t)
		if u := own.Keys[0].Usage; u.HourUsed != 3 || u.MonthUsed != 3 || own.Keys[0].LastUsedIP == nil {
			t.Errorf("%+v", own.Keys[0])
		}
	})
}

func TestARotatedKeyWorksBesideItsSuccessorForTheOverlap(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		b := w.mustBrowser(t, "ada")
		old := must[madeKey](t, b, "POST", "/keys", newKeyBody("expires_at", "2026-03-19", "allow_ips", []string{"127.0.0.0/8"}))
		w.Clock.Advance(24 * time.Hour)
		rotate := func(id int64, hours int) madeKey {
			t.Helper()
			return must[madeKey](t, b, "POST", fmt.Sprintf("/keys/%d/rotate", id), map[string]any{"overlap_hours": hours})
		}
		next := rotate(old.Key.ID, 48)
		if *next.Old.ExpiresAt != "2026-03-13T09:00:00Z" || next.Old.State != "active" {
			t.Errorf("the old one: %+v", next.Old)
		}
		if n := next.Key; n.Name != "Robot" || len(n.Scopes) != 2 || n.AllowIPs[0] != "127.0.0.0/8" || *n.ExpiresAt != "2026-03-21T00:00:00Z" {
			t.Errorf("the new one: %+v", n)
		}
		w.asks(t, old.Secret, 200, "")
		w.asks(t, next.Secret, 200, "")
		if again := rotate(old.Key.ID, 720); *again.Old.ExpiresAt != "2026-03-13T09:00:00Z" {
			t.Errorf("a rotation prolonged the old one to %s", *again.Old.ExpiresAt)
		}
		w.Clock.Advance(48 * time.Hour)
		w.asks(t, old.Secret, 401, "EXPIRED_API_KEY")
		refused(t, b.call(t, "POST", fmt.Sprintf("/keys/%d/rotate", old.Key.ID), map[string]any{"overlap_hours": 1}), http.StatusConflict, "conflict")
		last := rotate(next.Key.ID, 0)
		if last.Old.State != "revoked" {
			t.Errorf("%+v", last.Old)
		}
		w.asks(t, next.Secret, 401, "REVOKED_API_KEY")
		w.asks(t, last.Secret, 200, "")
	})
}

func TestAKeyErrorNamesTheMemberAndTheEntry(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		b := w.mustBrowser(t, "ada")
		for name, c := range map[string]struct {
			body        map[string]any
			field, want string
		}{
			"no name":         {newKeyBody("name", " "), "name", "name must be text of 1 to 80 characters"},
			"no scope":        {newKeyBody("scopes", []string{}), "scopes", "at least one scope"},
			"unknown scope":   {newKeyBody("scopes", []string{"tickets:eat"}), "scopes", `"tickets:eat" is not a scope; use some of: projects:read,`},
			"past":            {newKeyBody("expires_at", "2026-03-09"), "expires_at", "must be in the future"},
			"no date":         {newKeyBody("expires_at", "soon"), "expires_at", `must be a date (YYYY-MM-DD) or an ISO 8601 date and time, or null, not "soon"`},
			"no address":      {newKeyBody("allow_ips", []string{"10.0.0.1", "10.0.0.300"}), "allow_ips", `allow_ips[1]: "10.0.0.300" must be an IPv4 or IPv6 address`},
			"a name, no text": {newKeyBody("name", 5), "name", "not 5"},
		} {
			a := b.call(t, "POST", "/keys", c.body)
			message := refused(t, a, http.StatusUnprocessableEntity, "invalid")
			if !strings.Contains(message, c.want) || !strings.Contains(string(a.Body), `"field":"`+c.field+`"`) {
				t.Errorf("%s: %s", name, a.Body)
			}
		}
		k := must[madeKey](t, b, "POST", "/keys", newKeyBody())
		for _, hours := range []any{-1, 721, 1.5, "1", nil} {
			refused(t, b.call(t, "POST", fmt.Sprintf("/keys/%d/rotate", k.Key.ID), map[string]any{"overlap_hours": hours}), http.StatusUnprocessableEntity, "invalid")
		}
		if list := must[keys](t, b, "GET", "/keys", nil); len(list.Keys) != 1 {
			t.Errorf("%d keys were made", len(list.Keys))
		}
	})
}

func TestAPlanWithoutAPIAccessCannotCreateKeys(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		b := w.mustBrowser(t, "ada")
		k := must[madeKey](t, b, "POST", "/keys", newKeyBody())
		if _, err := w.App.Accounts.UpdateAccount(t.Context(), b.Email, identity.AccountPatch{Plan: domain.Some(domain.Free)}); err != nil {
			t.Fatal(err)
		}
		if must[keys](t, b, "GET", "/keys", nil).APIAccess {
			t.Error("api_access is true")
		}
		message := refused(t, b.call(t, "POST", "/keys", newKeyBody()), http.StatusForbidden, "plan_required")
		if !strings.Contains(message, "starts at the plan pro") {
			t.Error(message)
		}
		path := fmt.Sprintf("/keys/%d", k.Key.ID)
		refused(t, b.call(t, "POST", path+"/rotate", map[string]any{"overlap_hours": 1}), http.StatusForbidden, "plan_required")
		must[key](t, b, "PUT", path, map[string]any{"name": "Still mine"})
		must[key](t, b, "DELETE", path, nil)
	})
}

func TestTheNumberOfKeysIsLimited(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		b := w.mustBrowser(t, "ada")
		for range 99 {
			w.MustKey(t, b.Email, "all")
		}
		var wg sync.WaitGroup
		answers := make(chan int, 4)
		for range 4 {
			wg.Go(func() { answers <- b.call(t, "POST", "/keys", newKeyBody()).Status })
		}
		wg.Wait()
		close(answers)
		count := map[int]int{}
		for status := range answers {
			count[status]++
		}
		if count[201] != 1 || count[409] != 3 {
			t.Errorf("answers: %v", count)
		}
		list := must[keys](t, b, "GET", "/keys", nil)
		last := list.Keys[0]
		must[madeKey](t, b, "POST", fmt.Sprintf("/keys/%d/rotate", last.ID), map[string]any{"overlap_hours": 0})
		refused(t, b.call(t, "POST", fmt.Sprintf("/keys/%d/rotate", list.Keys[1].ID), map[string]any{"overlap_hours": 1}), http.StatusConflict, "conflict")
	})
}
