package dash_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"earnest/internal/domain"
)

// costPoint is the cost on one day of a curve.
type costPoint struct {
	Date    string   `json:"date"`
	AC      *float64 `json:"ac"`
	ACTotal *float64 `json:"ac_total"`
}

func (p costPoint) tells() bool { return p.AC != nil || p.ACTotal != nil }

func TestNoDayRevealsItsCostToAMemberWithoutAccess(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		c.rich(t)
		c.setAudience(t, domain.RatesForAdmins)
		project := "/projects/" + c.Project
		type side struct {
			Curve []costPoint `json:"curve"`
		}
		told := func(who, query string) bool {
			b := c.browser(t, who)
			page := must[side](t, b, "GET", project+"/finance"+query, nil)
			asked := must[struct{ Now, Then side }](t, b, "GET", project+"/what-if"+query, nil)
			curve := slices.Concat(page.Curve, asked.Now.Curve, asked.Then.Curve)
			if len(curve) == 0 {
				t.Fatal("there is no curve: the test proves nothing")
			}
			file := string(b.call(t, "GET", project+"/export/finance.csv"+query+"&table=curve", nil).Body)
			return slices.ContainsFunc(curve, costPoint.tells) || strings.Contains(file, "ac_total")
		}
		for _, query := range []string{"?scope=0.001x", "?as_of=2026-03-09"} {
			if !told("admin", query) {
				t.Fatal("an admin sees no cost: the test proves nothing")
			}
			for _, who := range []string{"member", "viewer"} {
				if told(who, query) {
					t.Errorf("%s sees the cost of a day with %s", who, query)
				}
			}
		}
		refused(t, c.browser(t, "member").call(t, "GET", project+"/what-if?rates=1.1x", nil), http.StatusForbidden, "forbidden")
	})
}

func TestTheCostIndexIsHiddenWithTheRates(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		c.rich(t)
		w.mustReport(t, 8)
		type indices struct {
			History []struct{ CPI *float64 } `json:"history"`
		}
		told := func(who string) (days int) {
			for _, p := range must[indices](t, c.browser(t, who), "GET", "/projects/"+c.Project+"/finance", nil).History {
				if p.CPI != nil {
					days++
				}
			}
			return days
		}
		if told("viewer") == 0 {
			t.Fatal("nothing was reported: the test proves nothing")
		}
		c.setAudience(t, domain.RatesForAdmins)
		if n := told("viewer"); n != 0 {
			t.Errorf("a viewer sees the cost index of %d days", n)
		}
		if told("owner") == 0 {
			t.Error("the owner sees none")
		}
	})
}

func TestAPortfolioNamesTheProjectsWhoseCostIsHidden(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		c.rich(t)
		open := c.NewProject(t)
		c.setAudience(t, domain.RatesForAdmins)
		type page struct {
			Rows   []struct{ UUID string }       `json:"rows"`
			Hidden []struct{ UUID, Name string } `json:"hidden"`
			Totals struct{ Projects int }        `json:"totals"`
		}
		for who, sees := range map[string]bool{"owner": true, "admin": true, "member": false, "viewer": false} {
			p := must[page](t, c.browser(t, who), "GET", "/portfolio", nil)
			shown := slices.ContainsFunc(p.Rows, func(r struct{ UUID string }) bool { return r.UUID == c.Project })
			hidden := len(p.Hidden) == 1 && p.Hidden[0].UUID == c.Project && p.Hidden[0].Name != ""
			if shown != sees || hidden == sees || p.Totals.Projects != len(p.Rows) {
				t.Errorf("%s sees %+v", who, p)
			}
			a := c.browser(t, who).call(t, "GET", "/portfolio?projects="+open+","+c.Project, nil)
			if want := map[bool]int{true: http.StatusOK, false: http.StatusForbidden}[sees]; a.Status != want {
				t.Errorf("%s asks for both: %d %s", who, a.Status, a.Body)
			}
		}
	})
}

func TestAdministratorsSeeTheKeysThatMayNotReadFinances(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		w.MustKey(t, c.Viewer.Email, "tickets:read")
		barred := w.MustKey(t, c.Viewer.Email, "finance:read")
		admin := w.mustAdmin(t)
		type list struct {
			Keys []struct {
				Prefix   string
				Owner    struct{ Email string }
				Projects []struct{ UUID string }
			} `json:"keys"`
			More bool `json:"more"`
		}
		if got := must[list](t, admin, "GET", "/admin/finance-keys", nil); len(got.Keys) != 0 {
			t.Errorf("cost is for everyone, and %+v", got)
		}
		c.setAudience(t, domain.RatesForAdmins)
		got := must[list](t, admin, "GET", "/admin/finance-keys", nil)
		found := 0
		for _, k := range got.Keys {
			if k.Owner.Email != c.Member.Email && k.Owner.Email != c.Viewer.Email || len(k.Projects) != 1 || k.Projects[0].UUID != c.Project {
				t.Errorf("listed: %+v", k)
			}
			if strings.HasPrefix(barred, k.Prefix) {
				found++
			}
		}
		if len(got.Keys) != 3 || found != 1 || got.More { // the member's and the viewer's keys with all scopes, and this one
			t.Errorf("%+v", got)
		}
	})
}
