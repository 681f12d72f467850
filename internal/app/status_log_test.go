package app_test

import (
	"testing"

	"earnest/evm"
	"earnest/internal/apitest"
	"earnest/internal/domain"
)

// newStatus adds a status to the project.
func (p *past) newStatus(t testing.TB, label string, done bool) string {
	t.Helper()
	in := domain.Given(domain.NewStatus{Label: label, Color: "#112233", BgColor: "#ddeeff", IsDone: done})
	return apitest.Must(p.App.Categories.CreateStatus(t.Context(), p.caller, p.project, in))(t).Key
}

// doneByDay returns the points that the sprint's chart shows as done at the end of each of its first days.
func (p *past) doneByDay(t *testing.T, days int) []float64 {
	t.Helper()
	list := []float64{}
	for _, d := range p.sprintOn(t, nil).Days[:days] {
		if !d.Done.Known {
			t.Fatalf("%v is not known", d.Day)
		}
		list = append(list, d.Done.Value)
	}
	return list
}

func TestThePastStaysAsItWasWhenAStatusGoesOrMeansSomethingElse(t *testing.T) {
	t.Parallel()
	eachPast(t, "UTC", func(t *testing.T, p *past) {
		shipped := p.newStatus(t, "Shipped", true)
		p.utc(t, "2026-03-11 10:00:00")
		p.patch(t, p.tickets[0], domain.TicketPatch{Status: domain.Some(shipped)})
		p.patch(t, p.tickets[1], domain.TicketPatch{Status: domain.Some("in_review")})
		want := func(days ...float64) {
			t.Helper()
			got := p.doneByDay(t, len(days))
			for i := range days {
				if got[i] != days[i] {
					t.Fatalf("done by day: %v, want %v", got, days)
				}
			}
		}
		p.utc(t, "2026-03-12 10:00:00")
		want(0, 5, 5)
		turn := func(key string, done bool) {
			t.Helper()
			_ = apitest.Must(p.App.Categories.UpdateStatus(t.Context(), p.caller, p.project, key, domain.Given(domain.StatusPatch{IsDone: domain.Some(done)})))(t)
		}
		turn("in_review", true)
		want(0, 5, 10)
		p.utc(t, "2026-03-13 10:00:00")
		turn("in_review", false)
		want(0, 5, 10, 5)
		err := p.App.Categories.DeleteStatus(t.Context(), p.caller, p.project, shipped, domain.Given(domain.Some(new("todo"))))
		if err != nil {
			t.Fatal(err)
		}
		want(0, 5, 10, 0)
		if again := p.newStatus(t, "Shipped", false); again != shipped {
			t.Fatalf("the key is %s", again)
		}
		p.utc(t, "2026-03-14 10:00:00")
		want(0, 5, 10, 0, 0) // another status with the same label changes nothing
		if f := p.finance(t); f.EarnedSP != 0 || f.TotalExact != 10 {
			t.Errorf("%+v", f)
		}
		from, to := domain.Date("2026-03-11"), domain.Date("2026-03-13")
		days := apitest.Must(p.flow(&from, &to))(t).Days
		if days[0].Statuses[shipped] != (evm.FlowCell{Tickets: 1, Points: 5}) || days[2].Statuses["todo"] != (evm.FlowCell{Tickets: 1, Points: 5}) {
			t.Errorf("%+v", days)
		}
		mustBeHealthy(t, p.App)
	})
}
