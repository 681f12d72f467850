package apiv1_test

import (
	"fmt"
	"math"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"earnest/client"
	"earnest/evm"
	"earnest/internal/apitest"
	"earnest/internal/domain"
)

// The engine's scenarios give the same figures when they are imported from workspace files and read from /finance and
// /portfolio/finance. Lines about figures that the API does not return are skipped.
func TestScenariosHoldOverHTTP(t *testing.T) {
	t.Parallel()
	stories := apitest.MustStories(t)
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		checked := 0
		for i, s := range stories {
			if !s.Refused && s.Today != "" { // a scenario without a day is about the roadmap
				checked += play(t, w, s, fmt.Sprint("story", i))
			}
		}
		if checked < 300 {
			t.Errorf("only %d numbers were checked", checked)
		}
	})
}

// play imports the story for a new user, on the day on which the story is set, and checks the API's responses.
func play(t *testing.T, w *apitest.World, s *apitest.Story, owner string) (checked int) {
	t.Helper()
	day, err := time.Parse(time.DateOnly, s.Today)
	if err != nil {
		t.Fatalf("%s: %v", s.Name, err)
	}
	w.Clock.Set(day.Add(23*time.Hour + 59*time.Minute))
	person := w.MustPerson(t, owner)
	uuids := s.MustImport(t, w, person)
	for _, line := range s.Expect {
		words := strings.Fields(line)
		path, pairs := "/finance?project="+uuids["p"+words[0]], words[1:]
		if pairs[0] == "total" {
			path, pairs = "/portfolio/finance", pairs[1:]
		} else if !slices.Contains(evm.IndicatorNames(), pairs[0]) {
			continue // the line is about a curve, a path, …
		}
		var got map[string]any
		w.Call(t, person.Key, http.MethodGet, path, nil).Data(t, &got)
		if totals, ok := got["totals"].(map[string]any); ok {
			got = totals
		}
		for i := 0; i+1 < len(pairs); i += 2 {
			checked++
			if value, known := got[pairs[i]]; !known || !same(value, pairs[i+1]) {
				t.Errorf("%s: %s is %v, not %s", s.Name, pairs[i], value, pairs[i+1])
			}
		}
	}
	return checked
}

func same(got any, want string) bool {
	if want == "null" || got == nil {
		return want == "null" && got == nil
	}
	value, ok := got.(float64)
	return ok && math.Abs(value-apitest.StoryNumber(want)) <= 1e-9*math.Abs(apitest.StoryNumber(want))
}

func TestInvalidPortfoliosAreRefused(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c, other := w.MustCast(t, ""), w.MustCast(t, "other")
		second := c.NewProject(t)
		for query, want := range map[string]int{
			"": 200, "?projects=" + c.Project: 200, "?projects=" + c.Project + "," + second: 200, "?projects=" + c.Project + "," + c.Project: 200,
			"?projects=": 422, "?projects=x": 422, "?projects=" + c.Project + ",": 422, "?projects=" + apitest.NewUUID(): 404,
			"?projects=" + other.Project: 403, "?projects=" + c.Project + "," + other.Project: 403,
			"?projects=" + strings.Join(many(1001), ","): 422,
		} {
			if a := w.Call(t, c.Owner.Key, http.MethodGet, "/portfolio/finance"+query, nil); a.Status != want {
				t.Errorf("%.60s: %d %s, want %d", query, a.Status, a.Body, want)
			}
		}
		whole := w.Call(t, c.Owner.Key, http.MethodGet, "/portfolio/finance?projects="+second, nil)
		if !strings.HasSuffix(string(whole.Body), `"meta":{"total":1}}`+"\n") || !strings.Contains(string(whole.Body), second) {
			t.Errorf("one project of two: %s", whole.Body)
		}
	})
}

func TestFinancesAreHiddenFromMembersWithoutAccessToCost(t *testing.T) {
	t.Parallel()
	eachPlanning(t, func(t *testing.T, p planning) {
		open := p.NewProject(t)
		p.mustAudience(t, domain.RatesForAdmins)
		for person, sees := range map[*apitest.Person]bool{&p.Owner: true, &p.Admin: true, &p.Member: false, &p.Viewer: false} {
			one := p.World.Call(t, person.Key, http.MethodGet, "/finance?project="+p.Project, nil)
			named := p.World.Call(t, person.Key, http.MethodGet, "/portfolio/finance?projects="+p.Project+","+open, nil)
			all := apitest.Must(person.PortfolioFinance(t.Context()))(t)
			shown := slices.ContainsFunc(all.Projects, func(r client.PortfolioProject) bool { return r.ProjectUUID == p.Project })
			if shown != sees || slices.Contains(all.Hidden, p.Project) == sees || all.Totals.Projects != len(all.Projects) || len(all.Projects) == 0 {
				t.Errorf("%s: %d projects, hidden %v", person.Email, len(all.Projects), all.Hidden)
			}
			for _, a := range []apitest.Answer{one, named} {
				if sees && a.Status != http.StatusOK || !sees && (a.Status != http.StatusForbidden || a.Code != "FORBIDDEN") {
					t.Errorf("%s: %d %s", person.Email, a.Status, a.Body)
				}
			}
		}
		p.mustAudience(t, domain.RatesForEveryone)
		if a := p.World.Call(t, p.Viewer.Key, http.MethodGet, "/finance?project="+p.Project, nil); a.Status != http.StatusOK {
			t.Errorf("shown to everyone again: %d %s", a.Status, a.Body)
		}
	})
}

// The number of statements that a portfolio needs does not depend on the number of projects.
func TestAPortfolioIsOnePass(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c := w.MustCast(t, "")
		once := func() int64 {
			c.NewTicket(t) // otherwise the answer would come from the cache
			before := w.Store.Statements()
			w.Call(t, c.Owner.Key, http.MethodGet, "/portfolio/finance", nil)
			return w.Store.Statements() - before
		}
		cost := func() int64 { return min(once(), once(), once()) } // background work may interfere
		few := cost()
		for range 30 {
			c.NewProject(t)
		}
		if n := cost(); n > few+5 {
			t.Errorf("1 project cost %d statements, 31 cost %d", few, n)
		}
	})
}
