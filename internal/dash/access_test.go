package dash_test

import (
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"earnest/internal/apitest"
	"earnest/internal/app"
	"earnest/internal/auth"
	"earnest/internal/dash"
	"earnest/internal/db"
	"earnest/internal/db/dbtest"
	"earnest/internal/domain"
	"earnest/internal/identity"
)

// The people in the test, under the names that rows use. The administrator manages the instance and is in no project; the stranger is in no
// project either. "invited" and "inactive" are admins of the project who have not accepted yet or are no longer active. "out" is a browser
// without a session.
const (
	anybody        = signedIn + " out"
	signedIn       = readers + " stranger invited inactive administrator"
	readers        = "owner admin member viewer"
	writers        = "owner admin member"
	managers       = "owner admin"
	owners         = "owner"
	administrators = "administrator"
)

// row lists who may call a route, and how to call it with valid data. Others get 403 forbidden or, if signed out, 401 signed_out.
type row struct {
	may    string
	closed bool // everyone gets 403, even if signed out
	kept   bool // browsers may keep the response, but must ask whether it is still valid
	// call returns the path below /dash and the body of a call that a caller with every permission may make. It creates any object that the
	// call changes or deletes. If call is nil, the route's own path is called without a body.
	call func(t testing.TB, c *cast, who *browser) (path string, body any)
}

// accessRows is the table, one area per file: access_<area>_test.go. A route without a row fails the test.
func accessRows() map[string]row {
	all := map[string]row{}
	for _, area := range []map[string]row{
		sessionAccess(),
		accountAccess(),
		keyAccess(),
		projectAccess(),
		ticketAccess(),
		sprintAccess(),
		settingAccess(),
		liveAccess(),
		financeAccess(),
		timeAccess(),
		reportAccess(),
		roadmapAccess(),
		adminAccess(),
	} {
		maps.Copy(all, area)
	}
	return all
}

// cast is a project with someone in every role and one object of every kind, and people outside it.
type cast struct {
	*apitest.Cast

	w      *world
	people map[string]browser
}

func (w *world) mustCast(t testing.TB) *cast {
	t.Helper()
	return w.mustNamedCast(t, "")
}

// mustNamedCast is like mustCast, with a prefix that distinguishes the people in two casts.
func (w *world) mustNamedCast(t testing.TB, prefix string) *cast {
	t.Helper()
	c := &cast{Cast: w.MustCast(t, prefix), w: w, people: map[string]browser{}}
	for role, p := range map[string]apitest.Person{
		"owner": c.Owner, "admin": c.Admin, "member": c.Member, "viewer": c.Viewer, "stranger": c.Stranger,
	} {
		c.people[role] = browser{world: w, ID: p.ID, Email: p.Email}
	}
	admin := identity.NewUser{Email: prefix + "administrator@example.com", Firstname: "The", Lastname: "Administrator", Plan: domain.Business, Admin: true}
	id, _, err := w.App.Accounts.CreateUser(t.Context(), admin)
	if err != nil {
		t.Fatal(err)
	}
	c.people["administrator"] = browser{world: w, ID: id, Email: admin.Email}
	return c
}

// mustShutOut adds to the project an admin whose status denies them access.
func (c *cast) mustShutOut(t testing.TB, status domain.MemberStatus) browser {
	t.Helper()
	p := c.w.MustPerson(t, string(status))
	c.w.MustJoin(t, c.Project, p.ID, domain.Admin)
	err := c.w.Store.Write(t.Context(), func(tx *db.Tx) error {
		_, err := tx.Exec(t.Context(), `UPDATE members SET status = $1 WHERE user_id = $2`, string(status), p.ID)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return browser{world: c.w, ID: p.ID, Email: p.Email}
}

// browser returns a browser with its own session for a person, so that calls do not affect each other.
func (c *cast) browser(t testing.TB, who string) *browser {
	t.Helper()
	if who == "out" {
		return c.w.stranger()
	}
	return c.w.mustSession(t, c.people[who].ID, c.people[who].Email)
}

func TestEveryRouteAdmitsExactlyTheAllowedCallers(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		w := newWorld(t, url, func(c *app.Config) { // with a provider that is unreachable
			c.Provider = auth.NewProvider(auth.ProviderConfig{Issuer: "http://127.0.0.1:1", ClientID: "earnest", Name: "Test"})
		})
		c, table := w.mustCast(t), accessRows()
		for _, status := range []domain.MemberStatus{domain.MemberInvited, domain.MemberInactive} {
			c.people[string(status)] = c.mustShutOut(t, status)
		}
		for _, r := range dash.Routes() {
			name := r.Method + " " + r.Path
			row, ok := table[name]
			if !ok {
				t.Errorf("%s has no row: add one to the access_*_test.go of its area", name)
				continue
			}
			delete(table, name)
			for who := range strings.FieldsSeq(anybody) {
				c.check(t, r, row, who)
			}
		}
		for name := range table {
			t.Errorf("%s has a row and is no route", name)
		}
	})
}

// check calls a route as the given person and checks that they are admitted or refused as the row requires.
func (c *cast) check(t *testing.T, r dash.Route, row row, who string) {
	t.Helper()
	b, path, body := c.browser(t, who), r.Path, any(nil)
	if row.call != nil {
		path, body = row.call(t, c, b)
	}
	got := b.call(t, r.Method, path, body)
	caching := "no-store"
	if row.kept && got.Status == http.StatusOK {
		caching = "private, no-cache"
	}
	if got.Header.Get("Cache-Control") != caching || len(got.Body) > 0 && got.Header.Get("Content-Type") == "" {
		t.Errorf("%s %s by %s: %d may be kept or guessed at: %v", r.Method, r.Path, who, got.Status, got.Header)
	}
	status, code := http.StatusForbidden, "forbidden"
	if who == "out" && !row.closed {
		status, code = http.StatusUnauthorized, "signed_out"
	}
	if slices.Contains(strings.Fields(row.may), who) {
		if got.Status >= http.StatusBadRequest {
			t.Errorf("%s %s by %s: %d %s, want a success", r.Method, r.Path, who, got.Status, got.Body)
		}
	} else if got.Status != status || codeOf(got) != code {
		t.Errorf("%s %s by %s: %d %s, want %d %s", r.Method, r.Path, who, got.Status, got.Body, status, code)
	}
}

// codeOf returns the code of an error, or "".
func codeOf(a answer) string {
	var body struct {
		Error struct {
			Code string `json:"code"`
		} `json:"error"`
	}
	_ = json.Unmarshal(a.Body, &body)
	return body.Error.Code
}
