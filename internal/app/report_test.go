package app_test

import (
	"bytes"
	"context"
	"encoding/json"
	"reflect"
	"testing"

	"earnest/client"
	"earnest/evm"
	"earnest/internal/apitest"
	"earnest/internal/app"
	"earnest/internal/demo"
	"earnest/internal/domain"
	"earnest/internal/report"
	"earnest/internal/store/storetest"
)

// demoDay is the day on which the demo is looked at.
const demoDay = "2026-03-10"

// demoWorld is the demo as it stands on demoDay, with a key of its owner.
type demoWorld struct {
	*apitest.World
	owner    *client.Client
	projects []client.Project
}

// eachDemo runs f on the demo, on each engine.
func eachDemo(t *testing.T, f func(t *testing.T, w demoWorld)) {
	t.Helper()
	storetest.Each(t, func(t *testing.T, url string) {
		t.Helper()
		f(t, newDemo(t, url))
	})
}

func newDemo(t *testing.T, url string) demoWorld {
	t.Helper()
	w := demoWorld{World: apitest.New(t, url, nil)}
	data := apitest.Must(json.Marshal(demo.File(demoDay)))(t)
	_ = apitest.Must(w.App.Import(context.Background(), bytes.NewReader(data)))(t)
	w.owner = w.Client(w.MustKey(t, demo.OwnerEmail, "all"))
	w.projects = apitest.Must(w.owner.Projects(context.Background()))(t)
	if len(w.projects) < 8 {
		t.Fatalf("the demo has %d projects", len(w.projects))
	}
	return w
}

func (w demoWorld) mustReport(t *testing.T, project string, day *domain.Date) report.Report {
	t.Helper()
	q := app.ReportQuery{Project: project, AsOf: day, Thresholds: evm.DefaultThresholds()}
	return apitest.Must(w.App.Report(context.Background(), app.AsOperator(), q))(t)
}

// reportFile is the part of a report's JSON that the contract and the curve share.
type reportFile struct {
	Finance  client.Finance
	Reported *client.Finance
	Curve    []map[string]any
	Raw      map[string]json.RawMessage `json:"-"`
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

func TestTheReportTellsTheFinanceOfTheAPIDigitForDigit(t *testing.T) {
	t.Parallel()
	eachDemo(t, func(t *testing.T, w demoWorld) {
		for _, p := range w.projects {
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
	})
}

func mustDecode(t *testing.T, data []byte, to any) {
	t.Helper()
	if err := json.Unmarshal(data, to); err != nil {
		t.Fatal(err)
	}
}

func TestTheCurveMeetsTheFinanceTodayAndGoesOnAsAPlan(t *testing.T) {
	t.Parallel()
	eachDemo(t, func(t *testing.T, w demoWorld) {
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
	})
}

func TestAPastDayIsRestatedBesideWhatWasReported(t *testing.T) {
	t.Parallel()
	eachDemo(t, func(t *testing.T, w demoWorld) {
		past := domain.Date("2026-02-11")
		_ = apitest.Must(w.App.StoreDays(t.Context(), "node"))(t)
		project := w.projects[0]
		before := mustFile(t, w.mustReport(t, project.UUID, &past))
		if before.Reported == nil || !reflect.DeepEqual(*before.Reported, before.Finance) {
			t.Fatalf("reported %+v, known %+v", before.Reported, before.Finance)
		}
		_, err := w.owner.CreateTimeEntry(t.Context(), client.TimeEntryCreate{
			TicketUUID: w.sprintTicket(t, project.UUID), DurationMinutes: 480, LoggedAt: client.Date(past),
		})
		if err != nil {
			t.Fatal(err)
		}
		after := mustFile(t, w.mustReport(t, project.UUID, &past))
		if !reflect.DeepEqual(after.Reported, before.Reported) || after.Finance.AC <= before.Finance.AC {
			t.Errorf("reported %+v then, ac %v now, %v before", after.Reported, after.Finance.AC, before.Finance.AC)
		}
		present := mustFile(t, w.mustReport(t, project.UUID, nil))
		if present.Reported != nil {
			t.Errorf("today was reported: %+v", present.Reported)
		}
		w.mustLieOnCurve(t, after.Finance, past, present)
	})
}

// sprintTicket is a ticket of the project that is in a sprint.
func (w demoWorld) sprintTicket(t *testing.T, project string) string {
	t.Helper()
	for _, ticket := range apitest.Must(w.owner.Tickets(t.Context(), project, client.TicketQuery{}))(t).Data {
		if ticket.SprintUUID != nil {
			return ticket.UUID
		}
	}
	t.Fatal("no ticket is in a sprint")
	return ""
}

// mustLieOnCurve checks that what is known of a past day is what the present curve shows on it.
func (demoWorld) mustLieOnCurve(t *testing.T, known client.Finance, day domain.Date, present reportFile) {
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
