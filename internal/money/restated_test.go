package money

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"earnest/evm"
	"earnest/internal/domain"
	"earnest/internal/instance"
	"earnest/internal/money/store"
	"earnest/test/rig"
)

// restatedHistories returns the number of random histories that are compared.
func restatedHistories() int { return rig.Times(60, 2_000) }

// stored returns the life as the store would read it.
func (l *Life) stored() *store.Dated {
	budgets := slices.SortedFunc(slices.Values(l.Budgets), func(a, b domain.Budget) int { return cmp.Compare(a.From, b.From) })
	last := budgets[len(budgets)-1]
	d := &store.Dated{DoneAt: map[int64]time.Time{}, Finance: &store.Finance{
		Project: domain.Project{UUID: "p", Budget: last.Amount, ContingencyPct: last.ContingencyPct}, Budgets: budgets,
	}}
	for i, s := range l.Sprints {
		sprint := store.FinanceSprint{ID: int64(i) + 1, Start: s.Start, End: s.End, Status: domain.Active}
		for n, points := range s.Committed {
			sprint.Committed = append(sprint.Committed, store.FinanceCommitment{TicketID: int64(n) + 1, Points: points})
		}
		d.Sprints = append(d.Sprints, sprint)
	}
	for n, t := range l.Tickets {
		id := int64(n) + 1
		d.Tickets = append(d.Tickets, store.FinanceTicket{ID: id, Points: t.Points, Done: t.Done != "", SprintID: int64(t.Sprint) + 1})
		if t.Done != "" {
			d.DoneAt[id] = t.Done.Time().Add(15 * time.Hour)
		}
	}
	for _, e := range l.Entries {
		line := store.DatedEffort{FinanceEffort: store.FinanceEffort{UserID: e.Member, InSprint: l.Tickets[e.Ticket].Sprint >= 0, Minutes: e.Minutes}, Day: e.Day}
		rates := slices.SortedFunc(slices.Values(l.Rates[e.Member]), func(a, b domain.Rate) int { return cmp.Compare(a.From, b.From) })
		if rate, ok := domain.RateOn(rates, e.Day); ok {
			line.Rate = &rate.TJM
		}
		d.Days = append(d.Days, line)
	}
	return d
}

// Figures restated for every day of random histories of budgets and rates equal those of a second computation, which shares no
// code with the first.
func TestRestatedFiguresEqualAPlainComputation(t *testing.T) {
	t.Parallel()
	a := &Service{Instance: &instance.Instance{Zone: time.UTC}}
	compared := 0
	for seed := range uint64(restatedHistories()) {
		l := NewLife(rand.New(rand.NewPCG(seed, 16)))
		p, today := a.datedProject(l.stored()), EvmDay(l.Today)
		for day := LifeStart.AddDays(-3); day <= l.Today; day = day.AddDays(1) {
			want, d := l.On(day), EvmDay(day)
			got := evm.Compute(restated(p, d), d)
			for name, value := range want {
				number, _ := got.Value(name)
				if !near(number, value) {
					t.Fatalf("history %d, %s: %s is %v, not %v", seed, day, name, number, value)
				}
				compared++
			}
			points, err := evm.CurveOn(t.Context(), p, today, []evm.Day{d})
			if err != nil {
				t.Fatal(err)
			}
			c := points[0]
			for name, number := range map[string]evm.Maybe{
				"planned_sp": evm.Known(c.PlannedSP), "earned_sp": c.EarnedSP, "pv": c.PV, "ev": c.EV, "ac": c.AC, "ac_total": c.ACTotal,
			} {
				if !near(number, want[name]) {
					t.Fatalf("history %d, the curve on %s: %s is %v, not %v", seed, day, name, number, want[name])
				}
			}
		}
	}
	t.Logf("%d figures of %d histories", compared, restatedHistories())
}

// Whatever budget is set today, the figures restated for earlier days stay the same to the last bit.
func TestANewBudgetChangesNoEarlierDay(t *testing.T) {
	t.Parallel()
	a := &Service{Instance: &instance.Instance{Zone: time.UTC}}
	for seed := range uint64(restatedHistories()) {
		r := rand.New(rand.NewPCG(seed, 17))
		l := NewLife(r)
		l.addBudget(domain.Budget{From: domain.FirstDay, Amount: amount(r), ContingencyPct: 1}) // as every project has
		before := fmt.Sprint(a.restatedDays(t, l))
		l.addBudget(domain.Budget{From: l.Today, Amount: amount(r), ContingencyPct: 99})
		if after := fmt.Sprint(a.restatedDays(t, l)); after != before {
			t.Fatalf("history %d: a budget from %s on changes earlier days", seed, l.Today)
		}
	}
}

// restatedDays returns the figures of every day before today, and the curve up to yesterday.
func (a *Service) restatedDays(t *testing.T, l *Life) (days []any) {
	t.Helper()
	p, today := a.datedProject(l.stored()), EvmDay(l.Today)
	for d := EvmDay(LifeStart) - 3; d < today; d++ {
		points, err := evm.CurveOn(t.Context(), p, today, []evm.Day{d})
		if err != nil {
			t.Fatal(err)
		}
		days = append(days, evm.Compute(restated(p, d), d), points[0])
	}
	return days
}

func near(m evm.Maybe, value float64) bool {
	if !m.Known || math.IsNaN(value) {
		return m.Known != math.IsNaN(value)
	}
	return math.Abs(m.Value-value) <= 1e-9*math.Max(1, math.Abs(value))
}
