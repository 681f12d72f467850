package money

import (
	"math"
	"math/rand/v2"
	"slices"

	"earnest/internal/domain"
)

// Life is a project with everything that figures of a past day depend on, written down as plainly as possible.
type Life struct {
	Today   domain.Date
	Budgets []domain.Budget         // in no particular order
	Rates   map[int64][]domain.Rate // by member, in no particular order
	Sprints []LifeSprint
	Tickets []LifeTicket
	Entries []LifeEntry
}

// LifeSprint is a sprint.
type LifeSprint struct {
	Start, End *domain.Date
	Committed  map[int]float64 // points by ticket; nil means that its tickets count
}

// LifeTicket is a ticket.
type LifeTicket struct {
	Points float64
	Sprint int         // its number, or -1
	Done   domain.Date // "" means not done
}

// LifeEntry is a time entry.
type LifeEntry struct {
	Member  int64
	Ticket  int
	Day     domain.Date
	Minutes int64
}

// LifeStart is the first day of every life.
const LifeStart domain.Date = "2026-01-05"

// NewLife returns a random life.
func NewLife(r *rand.Rand) *Life {
	l := &Life{Today: LifeStart.AddDays(60 + r.IntN(60)), Rates: map[int64][]domain.Rate{}}
	past := func() domain.Date { return LifeStart.AddDays(r.IntN(int(EvmDay(l.Today)-EvmDay(LifeStart)) + 1)) }
	if r.IntN(2) == 0 {
		l.addBudget(domain.Budget{From: domain.FirstDay, Amount: amount(r), ContingencyPct: float64(r.IntN(30))})
	}
	for range 1 + r.IntN(6) {
		l.addBudget(domain.Budget{From: past(), Amount: amount(r), ContingencyPct: float64(r.IntN(30))})
	}
	for member := range int64(4) {
		for range r.IntN(4) {
			rate := domain.Rate{From: past(), TJM: float64(r.IntN(90_000)) / 100}
			if !slices.ContainsFunc(l.Rates[member], func(have domain.Rate) bool { return have.From == rate.From }) {
				l.Rates[member] = append(l.Rates[member], rate)
			}
		}
	}
	for range r.IntN(5) {
		l.Sprints = append(l.Sprints, LifeSprint{})
		if s := &l.Sprints[len(l.Sprints)-1]; r.IntN(6) > 0 {
			s.Start = new(past())
			s.End = new(s.Start.AddDays(r.IntN(20)))
		}
	}
	for range r.IntN(12) {
		t := LifeTicket{Points: float64(r.IntN(80)) / 10, Sprint: r.IntN(len(l.Sprints)+1) - 1}
		if r.IntN(2) == 0 {
			t.Done = past()
		}
		l.Tickets = append(l.Tickets, t)
	}
	l.commit(r)
	for range r.IntN(40) {
		if len(l.Tickets) > 0 {
			l.Entries = append(l.Entries, LifeEntry{int64(r.IntN(5)), r.IntN(len(l.Tickets)), past(), int64(1 + r.IntN(600))})
		}
	}
	return l
}

func amount(r *rand.Rand) *float64 {
	if r.IntN(6) == 0 {
		return nil
	}
	return new(float64(r.IntN(20_000_000)) / 100)
}

func (l *Life) addBudget(b domain.Budget) {
	l.Budgets = append(slices.DeleteFunc(l.Budgets, func(have domain.Budget) bool { return have.From == b.From }), b)
}

// commit gives some sprints a snapshot.
func (l *Life) commit(r *rand.Rand) {
	for i := range l.Sprints {
		if r.IntN(2) == 0 {
			continue
		}
		for n, t := range l.Tickets {
			if t.Sprint == i || r.IntN(4) == 0 {
				if l.Sprints[i].Committed == nil {
					l.Sprints[i].Committed = map[int]float64{}
				}
				l.Sprints[i].Committed[n] = t.Points + float64(r.IntN(3))
			}
		}
	}
}

// commitment returns the points that a sprint counts for a ticket.
func (l *Life) commitment(sprint, ticket int) float64 {
	if committed := l.Sprints[sprint].Committed; committed != nil {
		return committed[ticket]
	}
	if l.Tickets[ticket].Sprint == sprint {
		return l.Tickets[ticket].Points
	}
	return 0
}

// On returns the figures of a day, each computed in the plainest way; NaN stands for no number.
func (l *Life) On(day domain.Date) map[string]float64 {
	f := map[string]float64{}
	total, planned, earned := 0.0, 0.0, 0.0
	for n, t := range l.Tickets {
		total += t.Points
		due := 0.0
		for i := range l.Sprints {
			due = math.Max(due, l.share(i, day)*l.commitment(i, n))
		}
		planned += due
	}
	planned = math.Min(planned, total)
	for i := range l.Sprints {
		done, committed := 0.0, 0.0
		for n, t := range l.Tickets {
			committed += l.commitment(i, n)
			if t.Sprint == i && t.Done != "" && t.Done <= day {
				done += t.Points
			}
		}
		earned += math.Min(done, committed)
	}
	budget := l.budgetOn(day)
	f["planned_sp"], f["earned_sp"] = planned, earned
	f["bac"], f["pv"], f["ev"] = budget.amount, worth(planned, total, budget.amount), worth(earned, total, budget.amount)
	f["contingency_pct"], f["reserve"] = budget.pct, budget.amount*budget.pct/100
	f["ac"], f["no_sprint_cost"] = l.cost(day)
	f["ac_total"] = f["ac"] + f["no_sprint_cost"]
	f["cv"], f["sv"] = f["ev"]-f["ac"], f["ev"]-f["pv"]
	f["cpi"] = math.NaN()
	if f["ac"] != 0 {
		f["cpi"] = f["ev"] / f["ac"]
	}
	return f
}

// share returns the share of a sprint's days that are over.
func (l *Life) share(sprint int, day domain.Date) float64 {
	s := l.Sprints[sprint]
	if s.Start == nil || s.End == nil {
		return 0
	}
	gone, length := 0.0, 0.0
	for d := *s.Start; d <= *s.End; d = d.AddDays(1) {
		length++
		if d <= day {
			gone++
		}
	}
	return gone / length
}

func worth(points, total, budget float64) float64 {
	if total == 0 {
		return budget * 0 // no number without a budget
	}
	return points / total * budget
}

type lifeBudget struct{ amount, pct float64 }

// budgetOn returns the latest budget that began by a day or, if none did, the earliest.
func (l *Life) budgetOn(day domain.Date) lifeBudget {
	best := l.Budgets[0]
	for _, b := range l.Budgets {
		began, had := b.From <= day, best.From <= day
		if began && (!had || b.From > best.From) || !began && !had && b.From < best.From {
			best = b
		}
	}
	if best.Amount == nil {
		return lifeBudget{math.NaN(), best.ContingencyPct}
	}
	return lifeBudget{*best.Amount, best.ContingencyPct}
}

// cost returns the cost of the time on tickets in sprints and of all other time.
func (l *Life) cost(day domain.Date) (sprint, other float64) {
	for _, e := range l.Entries {
		if e.Day > day {
			continue
		}
		var rate *domain.Rate
		for i, r := range l.Rates[e.Member] {
			if rate == nil || r.From <= e.Day && (rate.From > e.Day || r.From > rate.From) || r.From > e.Day && rate.From > e.Day && r.From < rate.From {
				rate = &l.Rates[e.Member][i]
			}
		}
		if rate == nil {
			continue
		}
		if cost := float64(e.Minutes) / 480 * rate.TJM; l.Tickets[e.Ticket].Sprint >= 0 {
			sprint += cost
		} else {
			other += cost
		}
	}
	return sprint, other
}
