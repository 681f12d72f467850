package app_test

import (
	"bytes"
	"context"
	"encoding/json"
	"reflect"
	"slices"
	"testing"

	"earnest/client"
	"earnest/evm"
	"earnest/internal/apitest"
	"earnest/internal/db/dbtest"
	"earnest/internal/demo"
	"earnest/internal/domain"
	"earnest/internal/money"
	"earnest/internal/report"
)

// demoDay is the day for which the demo is generated.
const demoDay = "2026-03-10"

// demoWorld is the demo as of demoDay, with a client that has its owner's API key.
type demoWorld struct {
	*apitest.World
	owner    *client.Client
	projects []client.Project
}

// TestTheDemo loads the demo once on each engine, and reads it in many ways.
func TestTheDemo(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		t.Helper()
		w := newDemo(t, url)
		t.Run("the report shows exactly the API's figures", w.reportTellsFinance)
		t.Run("the curve matches today's figures and continues with the plan", w.curveMeetsFinance)
		t.Run("every explanation adds up to the printed number", w.explanationsAddUp)
		t.Run("the figures in the documentation of earned value are correct", w.pageIsTrue)
	})
}

func newDemo(t *testing.T, url string) demoWorld {
	t.Helper()
	w := demoWorld{World: apitest.New(t, url, nil)}
	data := apitest.Must(json.Marshal(demo.File(demoDay)))(t)
	_ = apitest.Must(w.App.Transfer.Import(context.Background(), bytes.NewReader(data)))(t)
	w.owner = w.Client(w.MustKey(t, demo.OwnerEmail, "all"))
	w.projects = apitest.Must(w.owner.Projects(context.Background()))(t)
	if len(w.projects) < 8 {
		t.Fatalf("the demo has %d projects", len(w.projects))
	}
	return w
}

func (w demoWorld) mustReport(t *testing.T, project string, day *domain.Date) report.Report {
	t.Helper()
	q := money.ReportQuery{Project: project, AsOf: day, Thresholds: evm.DefaultThresholds()}
	return apitest.Must(w.App.Money.Report(context.Background(), domain.Operator(), q))(t)
}

// reportFile is the part of a report's JSON with the figures of the contract and the curve.
type reportFile struct {
	Finance  client.Finance
	Reported *struct {
		client.Finance

		ReportedAt string `json:"reported_at"`
		CaughtUp   bool   `json:"caught_up"`
	}
	Curve []map[string]any
	Raw   map[string]json.RawMessage `json:"-"`
}

func mustFile(t *testing.T, r report.Report) reportFile {
	t.Helper()
	var b bytes.Buffer
	if err := report.JSON(&b, r); err != nil {
		t.Fatal(err)
	}
	var f reportFile
	for _, to := range []any{&f, &f.Raw} {
		if err := json.Unmarshal(b.Bytes(), to); err != nil {
			t.Fatal(err)
		}
	}
	return f
}

func (w demoWorld) reportTellsFinance(t *testing.T) {
	hidden := apitest.Must(w.owner.PortfolioFinance(t.Context()))(t).Hidden
	if len(hidden) != 1 {
		t.Errorf("the demo hides the cost of %d projects from its owner", len(hidden))
	}
	for _, p := range w.projects {
		if slices.Contains(hidden, p.UUID) {
			continue
		}
		want := apitest.Must(w.owner.Finance(t.Context(), p.UUID))(t)
		f := mustFile(t, w.mustReport(t, p.UUID, nil))
		if !reflect.DeepEqual(f.Finance, *want) {
			t.Errorf("%s: the report says %+v, the API %+v", p.Name, f.Finance, *want)
		}
		var names, contract map[string]any
		mustDecode(t, f.Raw["finance"], &names)
		mustDecode(t, apitest.Must(json.Marshal(want))(t), &contract)
		if len(contract) != 26 || !reflect.DeepEqual(names, contract) {
			t.Errorf("%s: %v, want %v", p.Name, names, contract)
		}
	}
}

func mustDecode(t *testing.T, data []byte, to any) {
	t.Helper()
	if err := json.Unmarshal(data, to); err != nil {
		t.Fatal(err)
	}
}

func (w demoWorld) curveMeetsFinance(t *testing.T) {
	for _, p := range w.projects {
		f := mustFile(t, w.mustReport(t, p.UUID, nil))
		var finance map[string]any
		mustDecode(t, f.Raw["finance"], &finance)
		days := 0
		for _, row := range f.Curve {
			for _, name := range []string{"planned_sp", "earned_sp", "pv", "ev", "ac", "ac_total"} {
				value, ok := row[name]
				switch later := row["date"].(string) > demoDay; {
				case !ok || len(row) != 7:
					t.Fatalf("%s: %v", p.Name, row)
				case row["date"] == demoDay && value != finance[name]:
					t.Errorf("%s: %s is %v on the curve, %v in the finance", p.Name, name, value, finance[name])
				case later && (name == "planned_sp" || name == "pv" && finance["bac"] != nil) != (value != nil):
					t.Errorf("%s: %s on %v is %v", p.Name, name, row["date"], value)
				}
			}
			if row["date"] == demoDay {
				days++
			}
		}
		if days != 1 {
			t.Errorf("%s: today is on the curve %d times", p.Name, days)
		}
	}
}

func TestAPastDayIsRestatedBesideWhatWasReported(t *testing.T) {
	t.Parallel()
	eachPast(t, "UTC", func(t *testing.T, p *past) {
		day := domain.Date("2026-03-10")
		p.log(t, day, 240)
		p.utc(t, "2026-03-11 00:10:00")
		p.store(t, 1)
		p.log(t, day, 480)
		report := func(asOf *domain.Date) reportFile {
			q := money.ReportQuery{Project: p.project, AsOf: asOf, Thresholds: evm.DefaultThresholds()}
			return mustFile(t, apitest.Must(p.App.Money.Report(t.Context(), p.caller, q))(t))
		}
		past, present := report(&day), report(nil)
		if past.Reported == nil || past.Reported.AC != 240 || past.Finance.AC != 720 {
			t.Fatalf("reported %+v, known %+v", past.Reported, past.Finance)
		}
		if past.Reported.CaughtUp || past.Reported.ReportedAt != "2026-03-11 00:10:00" {
			t.Errorf("reported %+v", past.Reported)
		}
		p.utc(t, "2026-03-13 00:10:00") // the row for the 11th was not stored in time
		p.store(t, 2)
		if late, next := report(new(domain.Date("2026-03-11"))), report(new(domain.Date("2026-03-12"))); !late.Reported.CaughtUp || next.Reported.CaughtUp {
			t.Errorf("the row of a missed day %+v, and of the day after it %+v", late.Reported, next.Reported)
		}
		if present.Reported != nil {
			t.Errorf("today was reported: %+v", present.Reported)
		}
		if rows := report(new(domain.Date("2026-03-09"))); rows.Reported != nil || rows.Finance.AC != 0 {
			t.Errorf("before the project: %+v", rows)
		}
		mustLieOnCurve(t, past.Finance, day, present)
	})
}

// mustLieOnCurve checks that the figures as of a past day match the current curve.
func mustLieOnCurve(t *testing.T, known client.Finance, day domain.Date, present reportFile) {
	t.Helper()
	for _, row := range present.Curve {
		if row["date"] != string(day) {
			continue
		}
		for name, want := range map[string]float64{
			"planned_sp": known.PlannedSP, "earned_sp": known.EarnedSP, "pv": *known.PV, "ev": *known.EV, "ac": known.AC, "ac_total": known.ACTotal,
		} {
			if row[name] != want {
				t.Errorf("%s on %s: %v on the curve, %v as of that day", name, day, row[name], want)
			}
		}
		return
	}
	t.Errorf("%s is not on the curve", day)
}
