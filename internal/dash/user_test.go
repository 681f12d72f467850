package dash_test

import (
	"math"
	"net/http"
	"strings"
	"testing"
)

func TestAnAdministratorAddsUsersWhoSignInWithTheirLink(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		admin := w.mustAdmin(t)
		body := map[string]any{"email": "new@example.com", "firstname": "New", "lastname": "Person", "plan": "free", "is_admin": true}
		got := admin.call(t, "POST", "/admin/users", body)
		made := read[struct {
			User userBody `json:"user"`
			Link string   `json:"link"`
		}](t, got)
		token, ok := strings.CutPrefix(made.Link, "http://earnest.example/invitation#")
		if got.Status != http.StatusCreated || !ok || made.User.Email != "new@example.com" || !made.User.IsAdmin || made.User.HasPassword || made.User.APIAccess {
			t.Fatalf("%d %s", got.Status, got.Body)
		}
		for field, bad := range map[string]any{"email": "nobody", "plan": "gold", "firstname": "", "is_admin": "yes"} {
			wrong := map[string]any{"email": "other@example.com", "firstname": "New", "lastname": "Person", "plan": "free", "is_admin": true}
			wrong[field] = bad
			got := admin.call(t, "POST", "/admin/users", wrong)
			refused(t, got, http.StatusUnprocessableEntity, "invalid")
			if !strings.Contains(string(got.Body), `"field":"`+field+`"`) {
				t.Errorf("%s: %s", field, got.Body)
			}
		}
		body["email"] = "NEW@example.com" // already taken; the error code differs from that of a missing email
		got = admin.call(t, "POST", "/admin/users", body)
		refused(t, got, http.StatusConflict, "conflict")
		if !strings.Contains(string(got.Body), `"field":"email"`) {
			t.Errorf("%s", got.Body)
		}
		b := w.stranger()
		b.keep(b.call(t, "POST", "/invitation", map[string]any{"token": token, "password": goodPassword}))
		users := must[struct {
			Users []userBody `json:"users"`
		}](t, b, "GET", "/admin/users", nil).Users
		if len(users) != 2 || users[1].Email != "new@example.com" || !users[1].HasPassword || !users[1].Active || users[1].LastSeenAt == nil {
			t.Errorf("%+v", users)
		}
		refused(t, admin.call(t, "POST", "/admin/users/999/reset", nil), http.StatusNotFound, "not_found")
		refused(t, admin.call(t, "POST", "/admin/users/x/reset", nil), http.StatusNotFound, "not_found")
	})
}

func TestTheListOfUsersCostsTheSameForMany(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		admin := w.mustAdmin(t)
		cost := func() int64 { return w.cost(func() { must[any](t, admin, "GET", "/admin/users", nil) }) }
		one := cost()
		for range 5 {
			w.mustPassworded(t)
		}
		if many := cost(); many > one || one > 4 {
			t.Errorf("%d statements for one user, %d for six", one, many)
		}
	})
}

// cost returns how many statements f sends: the minimum over several runs, to exclude background work.
func (w *world) cost(f func()) int64 {
	least := int64(math.MaxInt64)
	for range 5 {
		before := w.Store.Statements()
		f()
		least = min(least, w.Store.Statements()-before)
	}
	return least
}
