package dash_test

import (
	"fmt"
	"net/http"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"earnest/client"
	"earnest/evm"
	"earnest/internal/apitest"
	"earnest/internal/domain"
)

// rich adds costs to the project: the scene, two daily rates whose digits occur in no other number, and time logged by three people.
func (c *cast) rich(t testing.TB) (done string) {
	t.Helper()
	c.scene(t)
	admin := c.browser(t, "admin")
	team := c.team(t, admin)
	must[any](t, admin, "PUT", "/members/"+team[c.Member.ID].UUID+"/rate", map[string]any{"tjm": 7531})
	must[any](t, admin, "PUT", "/members/"+team[c.Admin.ID].UUID+"/rate", map[string]any{"tjm": 6427})
	done = c.ticketIn(t, "done", 2)
	for _, e := range []struct {
		who     apitest.Person
		minutes int
		day     string
	}{{c.Member, 60, "2026-03-09"}, {c.Admin, 75, "2026-03-10"}, {c.Owner, 30, "2026-03-10"}} {
		entry := client.TimeEntryCreate{TicketUUID: done, DurationMinutes: e.minutes, LoggedAt: client.Date(e.day)}
		_ = apitest.Must(e.who.CreateTimeEntry(t.Context(), entry))(t)
	}
	return done
}

func TestAMemberWithoutAccessToCostSeesNoFigureDerivedFromIt(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		c.rich(t)
		page := func(who string) moneyPage {
			return must[moneyPage](t, c.browser(t, who), "GET", "/projects/"+c.Project+"/finance", nil)
		}
		open := page("viewer")
		if open.ByMember == nil || len(*open.ByMember) != 3 || !open.SeesRates || total(*open.ByMember, "minutes") != 165 {
			t.Errorf("rates are for everyone, but the viewer sees %+v", open.ByMember)
		}
		c.setAudience(t, domain.RatesForAdmins)
		for _, who := range []string{"member", "viewer"} {
			hidden := page(who)
			if hidden.ByMember != nil || hidden.SeesRates || hidden.Outside != nil || hidden.Forecast.Cost != nil || hidden.Reserve["used"] != nil {
				t.Errorf("%s sees %+v", who, hidden)
			}
			for name, value := range open.Finance {
				if want := hiddenValue(name, value); !reflect.DeepEqual(hidden.Finance[name], want) {
					t.Errorf("%s sees %v as %s, want %v", who, hidden.Finance[name], name, want)
				}
			}
			for _, part := range slices.Concat(hidden.Sprints, hidden.ByEpic) {
				if part["cost"] != nil {
					t.Errorf("%s sees what a part cost: %v", who, part)
				}
			}
			for _, warned := range hidden.Warnings {
				if warned["code"] == "unrated_minutes" {
					t.Errorf("%s sees that time has no rate: %v", who, warned)
				}
			}
			c.explainsNoRate(t, c.browser(t, who))
		}
		for _, who := range []string{"admin", "owner"} {
			if seen := page(who); !reflect.DeepEqual(seen.ByMember, open.ByMember) || !seen.SeesRates {
				t.Errorf("%s sees %+v", who, seen.ByMember)
			}
			x := c.browser(t, who).call(t, "GET", "/projects/"+c.Project+"/explain/ac?path=0", nil)
			if !strings.Contains(string(x.Body), "6427") && !strings.Contains(string(x.Body), "7531") {
				t.Errorf("%s sees no rate in %s", who, x.Body)
			}
		}
	})
}

func TestTheTermsOfAMemberWhoseRateChangedAreToldApart(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		done := c.rich(t)
		owner := c.browser(t, "owner")
		member := c.team(t, owner)[c.Member.ID].UUID
		must[any](t, owner, "PUT", "/members/"+member+"/rate", map[string]any{"tjm": 8000, "from": "2026-03-10"})
		entry := client.TimeEntryCreate{TicketUUID: done, DurationMinutes: 30, LoggedAt: "2026-03-10"}
		_ = apitest.Must(c.Member.CreateTimeEntry(t.Context(), entry))(t)
		x := must[struct {
			Term struct {
				Rate  *float64
				Terms []struct {
					Kind, Title string
					Rate        *float64
				}
			}
		}](t, owner, "GET", "/projects/"+c.Project+"/explain/ac", nil)
		seen := map[string]bool{}
		for _, term := range x.Term.Terms {
			if term.Kind != "member" || term.Rate == nil {
				t.Fatalf("%+v", term)
			}
			line := fmt.Sprint(term.Title, " at ", *term.Rate)
			if seen[line] {
				t.Errorf("two terms are %q", line)
			}
			seen[line] = true
		}
		if len(seen) < 3 || x.Term.Rate != nil {
			t.Errorf("%+v", x.Term)
		}
	})
}

// hiddenValue returns the value of an indicator for a reader who may not see cost.
func hiddenValue(name string, value any) any {
	if evm.NeedsCost(name) {
		return nil
	}
	return value
}

// withoutUUIDs removes the uuids from a response, since they may contain any digits.
func withoutUUIDs(body []byte) string {
	return regexp.MustCompile(`[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`).ReplaceAllString(string(body), "")
}

// explainsNoRate opens the explanation of every number down to its last term. It must find no member, no rate and no time entry, and no
// number that depends on cost may be explained at all.
func (c *cast) explainsNoRate(t *testing.T, b *browser) {
	t.Helper()
	for _, name := range evm.Explainable() {
		path := "/projects/" + c.Project + "/explain/" + name
		if evm.NeedsCost(name) {
			refused(t, b.call(t, "GET", path, nil), http.StatusForbidden, "forbidden")
			continue
		}
		var walk func(at string)
		walk = func(at string) {
			a := b.call(t, "GET", path+"?path="+at, nil)
			for _, secret := range []string{"7531", "6427", `"daily rate"`, `"member"`, `"effort"`} {
				if strings.Contains(withoutUUIDs(a.Body), secret) {
					t.Errorf("%s at %q holds %s: %s", name, at, secret, a.Body)
				}
			}
			for _, part := range read[explainedPage](t, a).Term.Terms {
				if part.Parts > 0 {
					walk(part.Path)
				}
			}
		}
		walk("")
	}
}

func TestAWarningCountsWhatItDoesNotList(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada := w.mustBrowser(t, "ada")
		p := ada.mustProject(t, "Apollo").Project.UUID
		for range 52 {
			ada.mustTicket(t, p, "Without points", nil)
		}
		type warning struct {
			Tickets []thing
			Total   int
		}
		warnings := must[struct{ Warnings []warning }](t, ada, http.MethodGet, "/projects/"+p+"/finance", nil).Warnings
		if len(warnings) != 1 || len(warnings[0].Tickets) != 50 || warnings[0].Total != 52 {
			t.Errorf("the warnings are %+v", warnings)
		}
	})
}

func TestAPastDayShowsBothReportedAndCurrentFigures(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		done := c.rich(t)
		b := c.browser(t, "owner")
		path := "/projects/" + c.Project + "/finance"
		reported := must[moneyPage](t, b, "GET", path, nil)
		if reported.Past || reported.Reported != nil || reported.Day != "2026-03-10" || len(reported.History) != 0 {
			t.Errorf("%+v", reported)
		}
		w.Clock.Set(time.Date(2026, 3, 11, 0, 30, 0, 0, time.UTC))
		_ = apitest.Must(w.App.Money.StoreDays(t.Context(), "node"))(t)
		late := client.TimeEntryCreate{TicketUUID: done, DurationMinutes: 480, LoggedAt: "2026-03-10"}
		_ = apitest.Must(c.Member.CreateTimeEntry(t.Context(), late))(t)
		past := must[moneyPage](t, b, "GET", path+"?as_of=2026-03-10", nil)
		if !past.Past || past.Today != "2026-03-11" || past.Day != "2026-03-10" || past.Reported == nil || len(past.History) != 1 {
			t.Fatalf("%+v", past)
		}
		if !reflect.DeepEqual(past.Reported.Finance, reported.Finance) || past.Reported.CaughtUp || past.History[0]["cpi"] != reported.Finance["cpi"] {
			t.Errorf("reported was %v, told is %+v, %v", reported.Finance, past.Reported, past.History)
		}
		if past.Finance["ac"].(float64) != reported.Finance["ac"].(float64)+7531 {
			t.Errorf("%v is known now of %v", past.Finance["ac"], reported.Finance["ac"])
		}
		for _, day := range []string{"x", "2026-02-30", "2026-03-10T00:00:00Z"} {
			refused(t, b.call(t, "GET", path+"?as_of="+day, nil), http.StatusUnprocessableEntity, "invalid")
		}
	})
}

func TestALongPlanIsSampledButKeepsItsCorners(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		b := c.browser(t, "owner")
		want := []string{"2000-01-01", "2049-12-31", "2026-03-10"}
		for i, end := range []string{"2003-05-17", "2011-02-03", "2049-12-31"} {
			start := []string{"2000-01-01", "2004-01-01", "2012-01-01"}[i]
			s := must[sprint](t, b, "POST", "/projects/"+c.Project+"/sprints", map[string]any{"title": end, "start_date": start, "end_date": end})
			b.mustTicket(t, c.Project, "Work", map[string]any{"story_points": 5, "sprint_uuid": s.UUID})
			want = append(want, end)
		}
		page := must[moneyPage](t, b, "GET", "/projects/"+c.Project+"/finance", nil)
		days := []string{}
		for _, point := range page.Curve {
			days = append(days, point["date"].(string))
		}
		if len(days) > 400 || len(days) < 350 || !slices.IsSorted(days) {
			t.Errorf("%d points", len(days))
		}
		for _, day := range want {
			if !slices.Contains(days, day) {
				t.Errorf("%s is not drawn", day)
			}
		}
	})
}

func TestAnExplanationRefusesUnknownIndicators(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		b := c.browser(t, "viewer")
		path := "/projects/" + c.Project + "/explain/"
		for query, code := range map[string]string{
			"profit": "invalid", "cpi?path=a": "invalid", "cpi?path=0..1": "invalid", "cpi?path=-1": "invalid", "cpi?limit=0": "invalid",
			"cpi?limit=201": "invalid", "cpi?offset=-1": "invalid", "cpi?path=0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0": "invalid",
			"cpi?path=7": "not_found", "cpi?path=4294967296": "invalid",
		} {
			status := map[string]int{"invalid": http.StatusUnprocessableEntity, "not_found": http.StatusNotFound}[code]
			refused(t, b.call(t, "GET", path+query, nil), status, code)
		}
		deep := must[explainedPage](t, b, "GET", path+"cpi?path=0.2&offset=9", nil)
		if len(deep.Above) != 2 || deep.Above[0].Path != "" || deep.Above[1].Path != "0" || deep.Term.Path != "0.2" || len(deep.Term.Terms) != 0 {
			t.Errorf("%+v", deep)
		}
	})
}

func TestTheMoneyPagesCostTheSameForASmallAndALargeProject(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		c.rich(t)
		w.mustReport(t, 3)
		b := c.browser(t, "owner")
		pages := []string{"/finance", "/finance?as_of=2026-03-09", "/explain/eac", "/explain/ac?path=0.0", "/what-if?scope=2x", "/flow", "/cycle-time"}
		cost := func() (all []int64) {
			for _, page := range pages {
				all = append(all, b.least(t, "GET", "/projects/"+c.Project+page))
			}
			return all
		}
		small := cost()
		c.MustFill(t, 500)
		for range 5 {
			c.ticketIn(t, "done", 1)
			c.NewEpic(t)
			c.NewSprint(t)
		}
		w.mustReport(t, 500)
		if large := cost(); !slices.Equal(small, large) || slices.Max(large) > 24 {
			t.Errorf("%v: %d statements, then %d", pages, small, large)
		}
		t.Logf("statements, with the session's: %v %v", pages, small)
	})
}
