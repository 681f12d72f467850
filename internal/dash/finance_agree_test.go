package dash_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"earnest/evm"
	"earnest/internal/apitest"
	"earnest/internal/demo"
)

// numbers is a JSON object of numbers, strings and nulls.
type numbers = map[string]any

// moneyPage is a project's finance page as tests read it.
type moneyPage struct {
	Finance  numbers            `json:"finance"`
	Health   map[string]*string `json:"health"`
	Today    string             `json:"today"`
	Day      string             `json:"day"`
	Past     bool               `json:"past"`
	Reported *struct {
		Day      string  `json:"day"`
		CaughtUp bool    `json:"caught_up"`
		Finance  numbers `json:"finance"`
	} `json:"reported"`
	Curve    []numbers `json:"curve"`
	Forecast struct {
		State  string             `json:"state"`
		Finish map[string]*string `json:"finish"`
		Cost   numbers            `json:"cost"`
	} `json:"forecast"`
	Schedule  numbers    `json:"schedule"`
	History   []numbers  `json:"history"`
	Sprints   []numbers  `json:"sprints"`
	Outside   *float64   `json:"outside_cost"`
	ByEpic    []numbers  `json:"by_epic"`
	ByMember  *[]numbers `json:"by_member"`
	Reserve   numbers    `json:"reserve"`
	Warnings  []numbers  `json:"warnings"`
	SeesRates bool       `json:"sees_rates"`
}

// portfolioPage is a portfolio as tests read it.
type portfolioPage struct {
	Totals numbers `json:"totals"`
	Rows   []struct {
		UUID      string  `json:"uuid"`
		Name      string  `json:"name"`
		Role      string  `json:"role"`
		HasBudget bool    `json:"has_budget"`
		Finance   numbers `json:"finance"`
		Spark     struct {
			Days []string   `json:"days"`
			CPI  []*float64 `json:"cpi"`
			SPI  []*float64 `json:"spi"`
		} `json:"spark"`
		Tail []numbers `json:"tail"`
	} `json:"rows"`
}

// agree compares the dashboard's numbers for all of a user's projects with those of the API.
func (b *browser) agree(t *testing.T, key string) {
	t.Helper()
	var want struct {
		Totals   numbers   `json:"totals"`
		Projects []numbers `json:"projects"`
	}
	b.Call(t, key, http.MethodGet, "/portfolio/finance", nil).Data(t, &want)
	got := must[portfolioPage](t, b, "GET", "/portfolio", nil)
	if !reflect.DeepEqual(got.Totals, want.Totals) || len(got.Rows) != len(want.Projects) {
		t.Errorf("totals %v of %d, the API says %v of %d", got.Totals, len(got.Rows), want.Totals, len(want.Projects))
	}
	for i, row := range got.Rows {
		var alone numbers
		b.Call(t, key, http.MethodGet, "/finance?project="+row.UUID, nil).Data(t, &alone)
		page := must[moneyPage](t, b, "GET", "/projects/"+row.UUID+"/finance", nil)
		beside := must[struct{ Now struct{ Finance numbers } }](t, b, "GET", "/projects/"+row.UUID+"/what-if?velocity=2", nil)
		named := maps.Clone(alone)
		named["project_name"] = row.Name
		if len(alone) != 26 || !reflect.DeepEqual(page.Finance, alone) || !reflect.DeepEqual(row.Finance, alone) ||
			!reflect.DeepEqual(want.Projects[i], named) || !reflect.DeepEqual(beside.Now.Finance, alone) {
			t.Errorf("%s: page %v, row %v, what-if %v; the API says %v", row.Name, page.Finance, row.Finance, beside.Now.Finance, alone)
		}
		page.holdsTogether(t, row.Name)
	}
}

// holdsTogether checks that the breakdowns of a page match its numbers.
func (p moneyPage) holdsTogether(t *testing.T, name string) {
	t.Helper()
	near := func(what string, got float64, want any) {
		if math.Abs(got-want.(float64)) > 1e-9*math.Max(1, math.Abs(got)) {
			t.Errorf("%s: %s is %v, the page says %v", name, what, got, want)
		}
	}
	if p.SeesRates {
		near("the cost of sprints", total(p.Sprints, "cost"), p.Finance["ac"])
		near("the cost of epics", total(p.ByEpic, "cost"), p.Finance["ac_total"])
		near("the cost of members", total(*p.ByMember, "cost"), p.Finance["ac_total"])
		near("the minutes of epics", total(p.ByEpic, "minutes"), total(*p.ByMember, "minutes"))
	}
	near("the points of epics", total(p.ByEpic, "done_points"), p.Finance["done_sp"])
	near("the cost outside", *p.Outside, p.Finance["no_sprint_cost"])
	for _, point := range p.Curve {
		if point["date"] == p.Today {
			near("the curve's planned points", point["planned_sp"].(float64), p.Finance["planned_sp"])
			near("the curve's earned points", point["earned_sp"].(float64), p.Finance["earned_sp"])
		}
	}
	if len(p.Curve) > 400 || len(p.History) > 400 {
		t.Errorf("%s: %d points of the curve, %d of the history", name, len(p.Curve), len(p.History))
	}
}

func total(list []numbers, field string) float64 {
	values := []float64{}
	for _, row := range list {
		values = append(values, row[field].(float64))
	}
	return evm.Sum(values...)
}

// mustDemo loads the demo and returns its owner's browser and key.
func mustDemo(t *testing.T, w *world) (b *browser, key string) {
	t.Helper()
	data := apitest.Must(json.Marshal(demo.File("2026-03-10")))(t)
	result := apitest.Must(w.App.Transfer.Import(t.Context(), bytes.NewReader(data)))(t)
	return w.mustSession(t, result.Users[demo.OwnerEmail], demo.OwnerEmail), w.MustKey(t, demo.OwnerEmail, "all")
}

func TestBothFrontsAgreeOnTheDemo(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		b, key := mustDemo(t, w)
		b.agree(t, key)
		b.explanationsAddUp(t)
	})
}

func TestBothFrontsAgreeOnTheScenarios(t *testing.T) {
	stories := apitest.MustStories(t)
	each(t, func(t *testing.T, w *world) {
		told := 0
		for i, s := range stories {
			if s.Refused || s.Today == "" {
				continue
			}
			day := apitest.Must(time.Parse(time.DateOnly, s.Today))(t)
			w.Clock.Set(day.Add(23 * time.Hour))
			owner := w.MustPerson(t, fmt.Sprint("story", i))
			s.MustImport(t, w.World, owner)
			w.mustSession(t, owner.ID, owner.Email).agree(t, owner.Key)
			told++
		}
		if told < 30 {
			t.Errorf("only %d scenarios were told", told)
		}
	})
}

// printedTerm is a term of an explanation as tests read it.
type printedTerm struct {
	Path  string        `json:"path"`
	Kind  string        `json:"kind"`
	Name  string        `json:"name"`
	Title *string       `json:"title"`
	Value *float64      `json:"value"`
	Op    evm.Op        `json:"op"`
	Parts int           `json:"parts"`
	Terms []printedTerm `json:"terms"`
}

type explainedPage struct {
	Indicator string        `json:"indicator"`
	Unknown   *string       `json:"unknown"`
	ByDay     bool          `json:"by_day"`
	Above     []printedTerm `json:"above"`
	Term      printedTerm   `json:"term"`
	Offset    int           `json:"offset"`
}

// explanationsAddUp opens the explanation of every number of every project and, for one project, everything below it, page by page.
func (b *browser) explanationsAddUp(t *testing.T) {
	t.Helper()
	for i, row := range must[portfolioPage](t, b, "GET", "/portfolio", nil).Rows {
		for _, name := range evm.IndicatorNames() {
			path := "/projects/" + row.UUID + "/explain/" + name
			x := must[explainedPage](t, b, "GET", path, nil)
			if want := row.Finance[name]; !reflect.DeepEqual(want, deref(x.Term.Value)) || (want == nil) != (x.Unknown != nil) {
				t.Errorf("%s: %s is %v, explained is %v (%v)", row.Name, name, want, deref(x.Term.Value), x.Unknown)
			}
			if len(x.Term.Terms) == x.Term.Parts {
				x.Term.addsUp(t, row.Name+" "+name)
			}
			if i == 0 && slices.Contains([]string{"eac", "planned_sp"}, name) {
				opened := 0
				b.open(t, path, x.Term, 7, &opened)
				t.Logf("%s of %s: %d terms opened", name, row.Name, opened)
			}
		}
	}
}

// open reads all parts of a term in pages, checks that they add up to its value, and opens each in turn.
func (b *browser) open(t *testing.T, path string, term printedTerm, limit int, opened *int) {
	t.Helper()
	*opened++
	whole := term
	whole.Terms = nil
	for offset := 0; offset < term.Parts; offset += limit {
		query := url.Values{"path": {term.Path}, "limit": {strconv.Itoa(limit)}, "offset": {strconv.Itoa(offset)}}
		x := must[explainedPage](t, b, "GET", path+"?"+query.Encode(), nil)
		if x.Term.Path != term.Path || !reflect.DeepEqual(x.Term.Value, term.Value) || x.Offset != offset || len(x.Term.Terms) != min(limit, term.Parts-offset) {
			t.Fatalf("%s at %q from %d: %+v", path, term.Path, offset, x)
		}
		whole.Terms = append(whole.Terms, x.Term.Terms...)
	}
	whole.addsUp(t, path+" at "+term.Path)
	for i, part := range whole.Terms {
		if want := strings.TrimPrefix(fmt.Sprint(term.Path, ".", i), "."); part.Path != want {
			t.Errorf("the part %d of %q has the path %q", i, term.Path, part.Path)
		}
		if part.Kind == "indicator" || part.Kind == "figure" || *opened < 60 {
			b.open(t, path, part, limit, opened)
		}
	}
}

// addsUp recomputes the term from its parts.
func (p printedTerm) addsUp(t *testing.T, where string) {
	t.Helper()
	if p.Op == evm.OpGiven {
		return
	}
	made := evm.Term{Op: p.Op}
	for _, part := range p.Terms {
		made.Terms = append(made.Terms, evm.Term{Op: evm.OpGiven, Value: evm.KnownIf(part.Value)})
	}
	if got := made.Recompute(); got != evm.KnownIf(p.Value) {
		t.Errorf("%s: the parts give %v, printed is %v", where, got, deref(p.Value))
	}
}

func deref(x *float64) any {
	if x == nil {
		return nil
	}
	return *x
}
