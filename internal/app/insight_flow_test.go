package app_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

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
		p.finish(t, p.tickets[0])
		p.mustExec(t, `UPDATE changes SET to_value = '"testing"' WHERE what = 'status'`)
		f := apitest.Must(p.flow(nil, nil))(t)
		if last := f.Statuses[len(f.Statuses)-1]; last != (report.Status{Key: "testing", Label: "testing"}) || len(f.Statuses) != 7 {
			t.Errorf("%+v", f.Statuses)
		}
		if cell := f.Days[29].Statuses["testing"]; cell != (evm.FlowCell{Tickets: 1, Points: 5}) {
			t.Errorf("%+v", cell)
		}
	})
}
