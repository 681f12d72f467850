package dash_test

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"earnest/internal/app"
	"earnest/internal/db"
	"earnest/internal/db/dbtest"
	"earnest/internal/domain"
	identitystore "earnest/internal/identity/store"
)

// gridded runs f in a world whose plan grid takes effect in 2026 and includes the API from the plan pro upwards, as it does by
// default.
func gridded(t *testing.T, f func(t *testing.T, w *world)) {
	t.Helper()
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		t.Helper()
		f(t, newWorld(t, url, func(c *app.Config) {
			c.Grid = domain.PlanGrid{APIFrom: domain.Pro, Since: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)}
		}))
	})
}

// knownUser is a person in the list of people.
type knownUser struct {
	ID            int64  `json:"id"`
	Email         string `json:"email"`
	Plan          string `json:"plan"`
	Active        bool   `json:"active"`
	IsAdmin       bool   `json:"is_admin"`
	APIAccess     bool   `json:"api_access"`
	SubscribedAt  string `json:"subscribed_at"`
	Early         bool   `json:"early"`
	Grandfathered bool   `json:"grandfathered"`
	Keys          int    `json:"keys"`
}

type knownUsers struct {
	Users        []knownUser `json:"users"`
	Total        int         `json:"total"`
	Everybody    int         `json:"everybody"`
	ActiveAdmins int         `json:"active_admins"`
	Grid         struct {
		APIFrom string `json:"api_from"`
		Since   string `json:"since"`
	} `json:"grid"`
}

func userPath(id int64) string { return "/admin/users/" + strconv.FormatInt(id, 10) }

func TestAnAdministratorFindsPeopleByTextPlanAndState(t *testing.T) {
	gridded(t, func(t *testing.T, w *world) {
		admin := w.mustAdmin(t)
		zoe, ben := w.mustBrowser(t, "Zoë"), w.mustBrowser(t, "ben")
		_ = w.MustKey(t, zoe.Email, "projects:read")
		must[any](t, admin, "PUT", userPath(zoe.ID), map[string]any{"plan": "free", "subscribed_at": "2025-12-31"})
		must[any](t, admin, "PUT", userPath(ben.ID), map[string]any{"plan": "free", "active": false})
		find := func(query string) []int64 {
			ids := []int64{}
			for _, u := range must[knownUsers](t, admin, "GET", "/admin/users"+query, nil).Users {
				ids = append(ids, u.ID)
			}
			return ids
		}
		for query, want := range map[string]string{
			"?q=ZO%C3%8B":                  ids(zoe.ID),
			"?q=zo%C3%AB+test":             ids(zoe.ID),
			"?q=nobody":                    ids(),
			"?q=%25":                       ids(), // these signs have a meaning in SQL
			"?q=_":                         ids(),
			"?q=%5C":                       ids(),
			"?plan=free":                   ids(ben.ID, zoe.ID),
			"?plan=free&state=active":      ids(zoe.ID),
			"?state=inactive":              ids(ben.ID),
			"?state=admin":                 ids(admin.ID),
			"?state=grandfathered":         ids(zoe.ID),
			"?plan=free&limit=1":           ids(ben.ID),
			"?plan=free&limit=1&offset=1":  ids(zoe.ID),
			"?plan=free&limit=1&offset=99": ids(),
		} {
			if got := ids(find(query)...); got != want {
				t.Errorf("%s finds %s, want %s", query, got, want)
			}
		}
		list := must[knownUsers](t, admin, "GET", "/admin/users?plan=free&limit=1", nil)
		if list.Total != 2 || list.Everybody != 3 || list.ActiveAdmins != 1 || list.Grid.APIFrom != "pro" || list.Grid.Since != "2026-01-01" {
			t.Errorf("%+v", list)
		}
		z := must[knownUsers](t, admin, "GET", "/admin/users?q=zo%C3%AB", nil).Users[0]
		if !z.APIAccess || !z.Early || !z.Grandfathered || z.Keys != 1 || z.SubscribedAt != "2025-12-31" {
			t.Errorf("%+v", z)
		}
		for _, wrong := range []string{"?plan=gold", "?state=asleep", "?limit=0", "?limit=201", "?offset=-1", "?q=a&q=b"} {
			refused(t, admin.call(t, "GET", "/admin/users"+wrong, nil), http.StatusUnprocessableEntity, "invalid")
		}
	})
}

func TestPeopleAreSortedByNameWithoutRegardToCaseAndAccents(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		admin := w.mustAdmin(t)
		for i, name := range []string{"Zoë Eden", "ada eden", "Ann Édison", "Jo O’Neill", "Jo O'Brien", "Jo Øre", "Ann Jean-Luc", "Ann Jean Marc", "Íris Jean Marc"} {
			first, last, _ := strings.Cut(name, " ")
			must[any](t, admin, "POST", "/admin/users", map[string]any{"email": fmt.Sprintf("new%d@sorted.example", i), "firstname": first, "lastname": last})
		}
		var names []string
		for offset := range 9 {
			list := must[struct {
				Users []struct{ Firstname, Lastname string }
			}](t, admin, "GET", fmt.Sprintf("/admin/users?q=sorted.example&limit=1&offset=%d", offset), nil)
			for _, u := range list.Users {
				names = append(names, u.Firstname+" "+u.Lastname)
			}
		}
		want := "ada eden, Zoë Eden, Ann Édison, Ann Jean Marc, Íris Jean Marc, Ann Jean-Luc, Jo O'Brien, Jo Øre, Jo O’Neill"
		if got := strings.Join(names, ", "); got != want {
			t.Errorf("%s, not %s", got, want)
		}
	})
}

func ids(list ...int64) string {
	words := make([]string, 0, len(list))
	for _, id := range list {
		words = append(words, strconv.FormatInt(id, 10))
	}
	return strings.Join(words, ",")
}

func TestAnAccountChangeAppliesFromTheNextRequest(t *testing.T) {
	gridded(t, func(t *testing.T, w *world) {
		admin, ada := w.mustAdmin(t), w.mustPassworded(t)
		first, second := ada.mustSignIn(t), ada.mustSignIn(t)
		key := w.MustKey(t, ada.Email, "projects:read")
		status := func() int { return w.Call(t, key, "GET", "/projects", nil).Status }
		set := func(body map[string]any) knownUser { return must[knownUser](t, admin, "PUT", userPath(ada.ID), body) }
		if status() != http.StatusOK {
			t.Fatalf("the key gets %d at first", status())
		}
		if u := set(map[string]any{"plan": "free"}); u.APIAccess || u.Grandfathered || status() != http.StatusForbidden {
			t.Errorf("without the plan: %+v, the key gets %d", u, status())
		}
		if u := set(map[string]any{"subscribed_at": "2025-06-01"}); !u.APIAccess || !u.Grandfathered || status() != http.StatusOK {
			t.Errorf("with an early start: %+v, the key gets %d", u, status())
		}
		set(map[string]any{"active": false})
		for _, b := range []*browser{first, second} {
			refused(t, b.call(t, "GET", "/projects", nil), http.StatusForbidden, "account_inactive")
		}
		if status() != http.StatusForbidden || ada.signIn(t, ada.Email, goodPassword, "").Status != http.StatusForbidden {
			t.Error("an inactive account still comes in")
		}
		set(map[string]any{"active": true, "is_admin": true})
		must[any](t, first, "GET", "/admin/users", nil)
		set(map[string]any{"is_admin": false})
		refused(t, first.call(t, "GET", "/admin/users", nil), http.StatusForbidden, "forbidden")
		for field, bad := range map[string]any{"plan": "gold", "active": "yes", "is_admin": nil, "subscribed_at": "soon"} {
			got := admin.call(t, "PUT", userPath(ada.ID), map[string]any{field: bad})
			refused(t, got, http.StatusUnprocessableEntity, "invalid")
		}
		refused(t, admin.call(t, "PUT", "/admin/users/999", map[string]any{"plan": "pro"}), http.StatusNotFound, "not_found")
	})
}

// An administrator who was only invited cannot sign in, so they do not count.
func TestTheLastAdministratorWhoCanSignInStays(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		admin, other, invited := w.mustAdmin(t), w.mustBrowser(t, "other"), w.mustBrowser(t, "invited")
		must[any](t, admin, "PUT", userPath(invited.ID), map[string]any{"is_admin": true})
		if n := must[knownUsers](t, admin, "GET", "/admin/users", nil).ActiveAdmins; n != 1 {
			t.Errorf("%d administrators can sign in", n)
		}
		for field, body := range map[string]map[string]any{"active": {"active": false}, "is_admin": {"is_admin": false}} {
			got := admin.call(t, "PUT", userPath(admin.ID), body)
			refused(t, got, http.StatusConflict, "conflict")
			if !strings.Contains(string(got.Body), `"field":"`+field+`"`) {
				t.Errorf("%s", got.Body)
			}
		}
		must[any](t, admin, "PUT", userPath(other.ID), map[string]any{"is_admin": true, "active": false})
		refused(t, admin.call(t, "PUT", userPath(admin.ID), map[string]any{"is_admin": false}), http.StatusConflict, "conflict")
		must[any](t, admin, "PUT", userPath(other.ID), map[string]any{"active": true})
		refused(t, admin.call(t, "PUT", userPath(admin.ID), map[string]any{"is_admin": false}), http.StatusConflict, "conflict")
		w.mustIdentify(t, other.ID) // now they can sign in through the provider
		must[any](t, admin, "PUT", userPath(admin.ID), map[string]any{"is_admin": false, "plan": "pro"})
		refused(t, admin.call(t, "GET", "/admin/users", nil), http.StatusForbidden, "forbidden")
		refused(t, other.call(t, "PUT", userPath(other.ID), map[string]any{"active": false}), http.StatusConflict, "conflict")
	})
}

func TestTwoAdministratorsCannotRemoveEachOtherConcurrently(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		a, b := w.mustAdmin(t), w.mustBrowser(t, "other")
		w.mustIdentify(t, b.ID)
		for round := range 5 {
			w.mustAdminister(t, a.ID, b.ID)
			var wg sync.WaitGroup
			for by, of := range map[*browser]int64{a: b.ID, b: a.ID} {
				wg.Go(func() { by.call(t, "PUT", userPath(of), map[string]any{"is_admin": false}) })
			}
			wg.Wait()
			left := 0
			for _, one := range []*browser{a, b} {
				if one.call(t, "GET", "/admin/plans", nil).Status == http.StatusOK {
					left++
				}
			}
			if left != 1 {
				t.Errorf("round %d: %d administrators are left", round, left)
			}
		}
	})
}

// mustIdentify links a user to an identity at the provider.
func (w *world) mustIdentify(t testing.TB, id int64) {
	t.Helper()
	err := w.Store.Write(t.Context(), func(tx *db.Tx) error {
		return identitystore.InsertIdentity(t.Context(), tx, "https://id.example.org", strconv.FormatInt(id, 10), id, w.Clock.Now())
	})
	if err != nil {
		t.Fatal(err)
	}
}

// mustAdminister makes users administrators.
func (w *world) mustAdminister(t testing.TB, ids ...int64) {
	t.Helper()
	err := w.Store.Write(t.Context(), func(tx *db.Tx) error {
		for _, id := range ids {
			if err := identitystore.SetAdministrator(t.Context(), tx, id, true, w.Clock.Now()); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
