package dash_test

import (
	"net/http"
	"strings"
	"testing"

	"earnest/client"
	"earnest/internal/apitest"
	"earnest/internal/dash"
	"earnest/internal/domain"
)

func TestRatesAreDated(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		owner := c.browser(t, "owner")
		uuid := c.team(t, owner)[c.Member.ID].UUID
		_ = apitest.Must(c.Member.CreateTimeEntry(t.Context(), client.TimeEntryCreate{TicketUUID: c.Ticket, DurationMinutes: 480, LoggedAt: "2026-02-01"}))(t)
		set := func(body map[string]any, want ...ratePerDay) {
			t.Helper()
			got := must[rates](t, owner, "PUT", "/members/"+uuid+"/rate", body).Rates
			if len(got) != len(want) {
				t.Fatalf("%v: %v, want %v", body, got, want)
			}
			for i := range want {
				if got[i] != want[i] {
					t.Errorf("%v: %v, want %v", body, got, want)
				}
			}
		}
		cost := func(want float64) {
			t.Helper()
			if f := apitest.Must(w.App.Money.Finance(t.Context(), c.owner(), c.Project))(t); f.ACTotal != want {
				t.Errorf("the cost is %v, want %v", f.ACTotal, want)
			}
		}
		set(map[string]any{"tjm": 400}, ratePerDay{"2026-03-10", 400})
		cost(400)
		set(map[string]any{"tjm": 300.5, "from": "2026-01-01"}, ratePerDay{"0001-01-01", 400}, ratePerDay{"2026-01-01", 300.5}, ratePerDay{"2026-03-10", 400})
		cost(300.5)
		set(map[string]any{"tjm": 600, "from": "2026-05-01"},
			ratePerDay{"0001-01-01", 400}, ratePerDay{"2026-01-01", 300.5}, ratePerDay{"2026-03-10", 400}, ratePerDay{"2026-05-01", 600})
		set(map[string]any{"tjm": 500, "rewrite_past": true}, ratePerDay{"0001-01-01", 500}, ratePerDay{"2026-05-01", 600})
		cost(500)
		if got := c.team(t, owner)[c.Member.ID]; got.TJM == nil || *got.TJM != 500 || len(*got.Rates) != 2 {
			t.Errorf("%+v", got)
		}
		for name, body := range map[string]map[string]any{
			"nothing": {}, "negative": {"tjm": -1}, "text": {"tjm": "5"}, "too much": {"tjm": 1e13}, "no day": {"tjm": 5, "from": "2026-02-30"},
			"two starts": {"tjm": 5, "from": "2026-01-01", "rewrite_past": true},
		} {
			t.Log(name)
			refused(t, owner.call(t, "PUT", "/members/"+uuid+"/rate", body), http.StatusUnprocessableEntity, "invalid")
		}
		must[any](t, owner, "DELETE", "/members/"+uuid+"/rate", nil)
		cost(0)
		w.mustBeHealthy(t)
	})
}

// secretRate is a number that appears only in a rate.
const secretRate = 7531.25

// The test calls every route that a viewer may use, including those added later.
func TestRatesAreNeverSentToExcludedReaders(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		owner := c.browser(t, "owner")
		for _, p := range c.team(t, owner) {
			must[rates](t, owner, "PUT", "/members/"+p.UUID+"/rate", map[string]any{"tjm": secretRate})
			must[rates](t, owner, "PUT", "/members/"+p.UUID+"/rate", map[string]any{"tjm": secretRate, "from": "2026-09-01"})
		}
		shows := func(who string) (routes []string) {
			t.Helper()
			table := accessRows()
			for _, r := range dash.Routes() {
				row := table[r.Method+" "+r.Path]
				if r.Method != http.MethodGet || r.Audience == dash.Public || strings.HasSuffix(r.Path, "/events") {
					continue
				}
				b, path := c.browser(t, who), r.Path
				if row.call != nil {
					path, _ = row.call(t, c, b)
				}
				if a := b.call(t, r.Method, path, nil); strings.Contains(string(a.Body), "7531.25") {
					routes = append(routes, r.Path)
				}
			}
			return routes
		}
		c.setAudience(t, domain.RatesForEveryone)
		if got := shows("viewer"); len(got) != 1 || got[0] != "/projects/{uuid}/members" {
			t.Errorf("where all may see rates, a viewer sees them on %v", got)
		}
		c.setAudience(t, domain.RatesForAdmins)
		for _, who := range []string{"viewer", "member"} {
			if got := shows(who); len(got) > 0 {
				t.Errorf("%s sees rates on %v", who, got)
			}
			for _, p := range c.team(t, c.browser(t, who)) {
				if p.TJM != nil || p.Rates != nil {
					t.Errorf("%s sees %+v", who, p)
				}
			}
		}
		for _, who := range []string{"admin", "owner"} {
			if got := shows(who); len(got) != 1 {
				t.Errorf("%s sees rates on %v", who, got)
			}
		}
		if a := w.Call(t, c.Viewer.Key, "GET", "/team?project="+c.Project, nil); strings.Contains(string(a.Body), "7531.25") {
			t.Error("the API shows them to a viewer")
		}
	})
}

// setAudience sets who can see rates.
func (c *cast) setAudience(t testing.TB, audience domain.RatesFor) {
	t.Helper()
	must[any](t, c.browser(t, "owner"), "PUT", "/projects/"+c.Project, map[string]any{"rates_for": audience})
}
