package app_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"earnest/evm"
	"earnest/internal/apitest"
	"earnest/internal/domain"
	"earnest/internal/money"
	"earnest/internal/report"
)

// flow returns the project's flow report.
func (p *past) flow(from, to *domain.Date) (report.Flow, error) {
	return p.App.Money.FlowReport(context.Background(), p.caller, money.FlowQuery{Project: p.project, From: from, To: to})
}

func TestAFlowHasThirtyDaysUnlessOthersAreAskedForAndNoneToCome(t *testing.T) {
	t.Parallel()
	eachPast(t, "UTC", func(t *testing.T, p *past) {
		day := func(text domain.Date) *domain.Date { return &text }
		for want, span := range map[string][2]*domain.Date{
			"2026-02-09 to 2026-03-10, 30": {nil, nil},
			"2026-01-10 to 2026-02-08, 30": {nil, day("2026-02-08")},
			"0001-01-01 to 0001-01-02, 2":  {nil, day("0001-01-02")},
			"2026-03-10 to 2026-03-10, 1":  {day("2026-03-10"), nil},
		} {
			days := apitest.Must(p.flow(span[0], span[1]))(t).Days
			if got := fmt.Sprintf("%s to %s, %d", days[0].Day, days[len(days)-1].Day, len(days)); got != want {
				t.Errorf("%s, want %s", got, want)
			}
		}
		for want, span := range map[string][2]*domain.Date{
			"after today, 2026-03-10":                  {nil, day("2026-03-11")},
			"first day, 2026-03-11, must not be after": {day("2026-03-11"), nil},
			"not be more than 4999 days":               {day("2000-01-01"), nil},
		} {
			if _, err := p.flow(span[0], span[1]); domain.KindOf(err) != domain.Invalid || !strings.Contains(err.Error(), want) {
				t.Errorf("%v, want %q", err, want)
			}
		}
	})
}

func TestAStatusThatIsGoneStaysInTheFlow(t *testing.T) {
	t.Parallel()
	eachPast(t, "UTC", func(t *testing.T, p *past) {
		p.Clock.Advance(24 * time.Hour)
		p.finish(t, p.tickets[0])
		p.mustExec(t, `UPDATE changes SET from_value = '"testing"' WHERE what = 'status'`)
		f := apitest.Must(p.flow(nil, nil))(t)
		if last := f.Statuses[len(f.Statuses)-1]; last != (report.Status{Key: "testing", Label: "testing"}) || len(f.Statuses) != 7 {
			t.Errorf("%+v", f.Statuses)
		}
		if cell := f.Days[28].Statuses["testing"]; cell != (evm.FlowCell{Tickets: 1, Points: 5}) {
			t.Errorf("%+v", cell)
		}
	})
}

// A flow reads only the log of tickets that changed in its days, so every flow must be the end of a longer one.
func TestAFlowIsTheEndOfALongerOne(t *testing.T) {
	t.Parallel()
	eachPast(t, "Pacific/Auckland", func(t *testing.T, p *past) {
		r := rand.New(rand.NewPCG(16, 1))
		tickets := p.tickets[:]
		for range 120 { // about fifty days
			p.Clock.Advance(time.Duration(r.IntN(20)) * time.Hour)
			ticket := tickets[r.IntN(len(tickets))]
			switch r.IntN(8) {
			case 0:
				tickets = append(tickets, p.addTicket(t, float64(r.IntN(4))/2))
			case 1:
				_ = p.App.Tickets.DeleteTicket(t.Context(), p.caller, ticket) // it may be deleted already
			case 2:
				_ = p.App.Tickets.RestoreTicket(t.Context(), p.caller, ticket) // it may not be deleted
			case 3:
				_, _ = p.App.Tickets.UpdateTicket(t.Context(), p.caller, ticket, domain.Given(domain.TicketPatch{StoryPoints: domain.Some(float64(r.IntN(3)))}))
			default:
				status := []string{"backlog", "todo", "in_progress", "review", "done"}[r.IntN(5)]
				_, _ = p.App.Tickets.UpdateTicket(t.Context(), p.caller, ticket, domain.Given(domain.TicketPatch{Status: domain.Some(status)}))
			}
		}
		first := domain.Date("2026-03-01")
		whole := apitest.Must(p.flow(&first, nil))(t).Days
		for i := range whole {
			from := first.AddDays(i)
			if diff := cmp.Diff(whole[i:], apitest.Must(p.flow(&from, nil))(t).Days); diff != "" {
				t.Fatalf("from %s on:\n%s", from, diff)
			}
		}
	})
}
