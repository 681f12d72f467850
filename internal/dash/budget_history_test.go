package dash_test

import (
	"net/http"
	"reflect"
	"strings"
	"testing"
	"time"
)

type budgetRow struct {
	From           string   `json:"from"`
	Budget         *float64 `json:"budget"`
	ContingencyPct float64  `json:"contingency_pct"`
	Reason         string   `json:"reason"`
	User           *string  `json:"user"`
	SetAt          string   `json:"set_at"`
}

type budgetRows struct {
	Budgets []budgetRow `json:"budgets"`
	More    bool        `json:"more"`
	Today   string      `json:"today"`
}

// funded is a project with a budget of 1000, a sprint from 10 to 19 March with two tickets of five points, one done on the 12th, and a day's work on the
// 11th that cost 400. It is 15 March.
type funded struct {
	*browser
	project string
}

func newFunded(t *testing.T, w *world) *funded {
	t.Helper()
	at := func(day int) { w.Clock.Set(time.Date(2026, 3, day, 9, 0, 0, 0, time.UTC)) }
	at(10)
	f := &funded{browser: w.mustBrowser(t, "ada")}
	f.project = must[frame](t, f.browser, "POST", "/projects", map[string]any{"name": "Funded", "budget": 1000}).Project.UUID
	type thing struct {
		UUID string `json:"uuid"`
	}
	sprint := must[thing](t, f.browser, "POST", "/projects/"+f.project+"/sprints", map[string]any{"title": "S", "start_date": "2026-03-10", "end_date": "2026-03-19"}).UUID
	ticket := map[string]any{"title": "T", "story_points": 5, "sprint_uuid": sprint}
	_ = must[thing](t, f.browser, "POST", "/projects/"+f.project+"/tickets", ticket)
	done := must[thing](t, f.browser, "POST", "/projects/"+f.project+"/tickets", ticket).UUID
	member := must[struct{ Members []thing }](t, f.browser, "GET", "/projects/"+f.project+"/members", nil).Members[0].UUID
	_ = must[rates](t, f.browser, "PUT", "/members/"+member+"/rate", map[string]any{"tjm": 400, "rewrite_past": true})
	at(12)
	_ = must[thing](t, f.browser, "PUT", "/tickets/"+done, map[string]any{"status": "done"})
	_ = must[thing](t, f.browser, "POST", "/tickets/"+done+"/time", map[string]any{"duration_minutes": 480, "logged_at": "2026-03-11"})
	at(15)
	return f
}

// set sets the budget.
func (f *funded) set(t *testing.T, body map[string]any) answer {
	t.Helper()
	return f.call(t, "PUT", "/projects/"+f.project+"/budget", body)
}

func (f *funded) budgets(t *testing.T) budgetRows {
	t.Helper()
	return must[budgetRows](t, f.browser, "GET", "/projects/"+f.project+"/budgets", nil)
}

// page returns the finance page as of a day, as it was sent.
func (f *funded) page(t *testing.T, day string) string {
	t.Helper()
	return string(f.call(t, "GET", "/projects/"+f.project+"/finance?as_of="+day, nil).Body)
}

func (f *funded) money(t *testing.T, day string) moneyPage {
	t.Helper()
	return must[moneyPage](t, f.browser, "GET", "/projects/"+f.project+"/finance?as_of="+day, nil)
}

func TestABudgetSetThroughTheAPIAppliesFromToday(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		f := newFunded(t, w)
		before := f.page(t, "2026-03-12")
		if cpi := f.money(t, "2026-03-12").Finance["cpi"]; cpi != 1.25 {
			t.Fatalf("the cpi is %v", cpi)
		}
		_ = must[frame](t, f.browser, "PUT", "/projects/"+f.project, map[string]any{"budget": 2000, "contingency_pct": 20})
		if after := f.page(t, "2026-03-12"); after != before {
			t.Errorf("another budget changes an earlier day from\n%s\nto\n%s", before, after)
		}
		if now := f.money(t, "2026-03-15").Finance; now["bac"] != 2000.0 || now["ev"] != 1000.0 || now["contingency_pct"] != 20.0 {
			t.Errorf("today's figures are %v", now)
		}
		want := []budgetRow{
			{From: "2026-03-15", Budget: new(2000.0), ContingencyPct: 20, User: new("ada Test"), SetAt: "2026-03-15T09:00:00Z"},
			{From: "0001-01-01", Budget: new(1000.0), ContingencyPct: 10, User: new("ada Test"), SetAt: "2026-03-10T09:00:00Z"},
		}
		if got := f.budgets(t); !reflect.DeepEqual(got, budgetRows{Budgets: want, Today: "2026-03-15"}) {
			t.Errorf("the history is %+v", got)
		}
	})
}

func TestTheCurveStepsWhereTheBudgetChanged(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		f := newFunded(t, w)
		_ = f.set(t, map[string]any{"budget": 3000, "from": "2026-03-14", "reason": "A second team"})
		page := must[struct {
			Curve []numbers `json:"curve"`
			Steps []numbers `json:"budget_steps"`
		}](t, f.browser, "GET", "/projects/"+f.project+"/finance", nil)
		for _, point := range page.Curve {
			want := 100 * point["planned_sp"].(float64) // a tenth of 1000 for each of the ten points
			if point["date"].(string) >= "2026-03-14" {
				want *= 3
			}
			if point["pv"] != want {
				t.Errorf("the curve is %v", point)
			}
		}
		if want := []numbers{{"date": "2026-03-14", "before": 1000.0, "budget": 3000.0, "reason": "A second team"}}; !reflect.DeepEqual(page.Steps, want) {
			t.Errorf("the steps are %v", page.Steps)
		}
		explained := must[struct{ Term numbers }](t, f.browser, "GET", "/projects/"+f.project+"/explain/bac?limit=1&as_of=2026-03-14", nil).Term
		if explained["value"] != 3000.0 || explained["date"] != "2026-03-14" || explained["title"] != "A second team" {
			t.Errorf("the budget is explained by %v", explained)
		}
		explained = must[struct{ Term numbers }](t, f.browser, "GET", "/projects/"+f.project+"/explain/bac?limit=1&as_of=2026-03-13", nil).Term
		if explained["value"] != 1000.0 || explained["date"] != "0001-01-01" || explained["title"] != nil {
			t.Errorf("the earlier budget is explained by %v", explained)
		}
	})
}

func TestABackdatedBudgetAppliesUntilTheNextOne(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		f := newFunded(t, w)
		_ = must[frame](t, f.browser, "PUT", "/projects/"+f.project+"/budget", map[string]any{"budget": 2000, "from": "2026-03-14", "reason": "More scope"})
		first, last := f.page(t, "2026-03-11"), f.money(t, "2026-03-14")
		got := must[struct{ Project struct{ Budget *float64 } }](t, f.browser, "PUT", "/projects/"+f.project+"/budget",
			map[string]any{"budget": nil, "contingency_pct": 5, "from": "2026-03-12"})
		if got.Project.Budget == nil || *got.Project.Budget != 2000 {
			t.Errorf("the project's budget is %v", got.Project.Budget)
		}
		if f.page(t, "2026-03-11") != first {
			t.Error("a backdated budget changes an earlier day")
		}
		// The curve of the 14th shows the days before with their own budgets.
		now := f.money(t, "2026-03-14")
		for i, point := range now.Curve {
			if day := point["date"]; day == "2026-03-12" || day == "2026-03-13" {
				last.Curve[i]["pv"], last.Curve[i]["ev"] = nil, nil
			}
		}
		if !reflect.DeepEqual(now, last) {
			t.Errorf("a backdated budget changes a day after the next one from\n%+v\nto\n%+v", last, now)
		}
		for _, day := range []string{"2026-03-12", "2026-03-13"} {
			if numbers := f.money(t, day).Finance; numbers["bac"] != nil || numbers["cpi"] != nil || numbers["contingency_pct"] != 5.0 {
				t.Errorf("%s: %v", day, numbers)
			}
		}
		var days []string
		for _, b := range f.budgets(t).Budgets {
			days = append(days, b.From)
		}
		if want := []string{"2026-03-14", "2026-03-12", "0001-01-01"}; !reflect.DeepEqual(days, want) {
			t.Errorf("budgets begin on %v", days)
		}
		// Absent amounts are those of the day from which the budget applies.
		_ = f.set(t, map[string]any{"contingency_pct": 7, "from": "2026-03-13"})
		if numbers := f.money(t, "2026-03-13").Finance; numbers["bac"] != nil || numbers["contingency_pct"] != 7.0 {
			t.Errorf("%v", numbers)
		}
	})
}

func TestASecondBudgetOfTheSameDayReplacesTheFirst(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		f := newFunded(t, w)
		_ = f.set(t, map[string]any{"budget": 2000, "reason": "More scope"})
		_ = f.set(t, map[string]any{"budget": 2500, "reason": "Even more"})
		rows := f.budgets(t).Budgets
		if len(rows) != 2 || *rows[0].Budget != 2500 || rows[0].Reason != "Even more" {
			t.Errorf("%+v", rows)
		}
		revision := f.revisionOf(t)
		for _, body := range []map[string]any{
			{}, {"budget": 2500}, {"budget": 2500, "reason": "Even more"}, {"budget": 1000, "from": "2026-03-01", "reason": "said again"},
		} {
			if got := f.set(t, body); got.Status != http.StatusOK {
				t.Errorf("%v = %d %s", body, got.Status, got.Body)
			}
		}
		if now := f.revisionOf(t); now != revision {
			t.Errorf("setting the budget that is in force changed the project from revision %d to %d", revision, now)
		}
		_ = f.set(t, map[string]any{"reason": "A better reason"})
		if rows := f.budgets(t).Budgets; len(rows) != 2 || rows[0].Reason != "A better reason" || *rows[0].Budget != 2500 {
			t.Errorf("%+v", rows)
		}
	})
}

// What is set on the day on which a project is created belongs to its beginning, however late that is noticed, but only as long as no other budget
// is in force on that day.
func TestABudgetOfTheDayOfCreationIsTheFirstOne(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		f := newFunded(t, w)
		mustHave := func(want ...budgetRow) {
			t.Helper()
			rows := f.budgets(t).Budgets
			for i := range rows {
				rows[i].User, rows[i].SetAt, rows[i].ContingencyPct = nil, "", 0
			}
			if !reflect.DeepEqual(rows, want) {
				t.Errorf("the history is %+v, want %+v", rows, want)
			}
		}
		_ = f.set(t, map[string]any{"budget": 1500, "from": "2026-03-10", "reason": "As signed"})
		mustHave(budgetRow{From: "0001-01-01", Budget: new(1500.0), Reason: "As signed"})
		revision := f.revisionOf(t)
		_ = f.set(t, map[string]any{"budget": 1500, "from": "2026-03-10"})
		if now := f.revisionOf(t); now != revision {
			t.Errorf("setting the first budget again changed the project from revision %d to %d", revision, now)
		}
		// The first row was set today, but the project was not created today.
		_ = f.set(t, map[string]any{"budget": nil})
		mustHave(budgetRow{From: "2026-03-15"}, budgetRow{From: "0001-01-01", Budget: new(1500.0), Reason: "As signed"})
		_ = f.set(t, map[string]any{"budget": 900, "from": "2026-03-01"})
		_ = f.set(t, map[string]any{"budget": 1000, "from": "2026-03-10"})
		mustHave(budgetRow{From: "2026-03-15"}, budgetRow{From: "2026-03-10", Budget: new(1000.0)}, budgetRow{From: "2026-03-01", Budget: new(900.0)},
			budgetRow{From: "0001-01-01", Budget: new(1500.0), Reason: "As signed"})
	})
}

func (f *funded) revisionOf(t *testing.T) int64 {
	t.Helper()
	return must[struct{ Revision int64 }](t, f.browser, "GET", "/projects/"+f.project, nil).Revision
}

func TestABudgetCannotBeginAfterToday(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		f := newFunded(t, w)
		for field, body := range map[string]map[string]any{
			"from":            {"budget": 5, "from": "2026-03-16"},
			"reason":          {"budget": 5, "reason": strings.Repeat("é", 501)},
			"budget":          {"budget": -1},
			"contingency_pct": {"contingency_pct": 101},
		} {
			refusedAt(t, f.set(t, body), http.StatusUnprocessableEntity, "invalid", field)
		}
		if got := f.set(t, map[string]any{"budget": 5, "reason": strings.Repeat("é", 500)}); got.Status != http.StatusOK {
			t.Errorf("%d %s", got.Status, got.Body)
		}
		if n := len(f.budgets(t).Budgets); n != 2 {
			t.Errorf("there are %d budgets", n)
		}
	})
}

// The daily row of yesterday is stored shortly after midnight, when the budget may already be another one.
func TestTheDailyRowUsesTheBudgetOfItsDay(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		f := newFunded(t, w)
		w.Clock.Set(time.Date(2026, 3, 16, 0, 10, 0, 0, time.UTC))
		_ = must[frame](t, f.browser, "PUT", "/projects/"+f.project, map[string]any{"budget": 7000})
		if _, err := w.App.Money.StoreDays(t.Context(), "node"); err != nil {
			t.Fatal(err)
		}
		for _, day := range []string{"2026-03-14", "2026-03-15"} {
			if page := f.money(t, day); page.Reported == nil || page.Reported.Finance["bac"] != 1000.0 || page.Finance["bac"] != 1000.0 {
				t.Errorf("%s: %+v", day, page.Reported)
			}
		}
	})
}
