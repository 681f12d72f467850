package evm_test

import (
	"fmt"
	"testing"

	"earnest/evm"
)

// large returns a project with the given number of tickets in fourteen-day sprints of twenty tickets each. Half of the sprints
// have a snapshot, a fifth of the tickets are carried over, and each ticket has two lines of effort.
func large(tickets int) evm.Project {
	p := evm.Project{UUID: "large", Budget: new(1e6), ContingencyPct: 10}
	for i := range tickets {
		id, sprint := int64(i+1), int64(i/20+1)
		p.Tickets = append(p.Tickets, evm.Ticket{
			ID: id, Points: float64(i%13) + 0.5, Done: i < tickets/2, SprintID: sprint, EpicID: int64(i%50 + 1), DoneDay: new(anchor),
		})
		for member := range int64(2) {
			p.Effort = append(p.Effort, evm.Effort{
				SprintID: sprint, EpicID: int64(i%50 + 1), TicketID: id, MemberID: member + id%20, Rate: new(400.0), Minutes: 90, Day: new(anchor),
			})
		}
		if i%20 != 0 {
			continue
		}
		start := anchor + evm.Day(14*(i/20)%3650)
		s := evm.Sprint{ID: sprint, Start: new(start), End: new(start + 13), Status: evm.Completed}
		for k := range 20 * (sprint % 2) {
			s.Committed = append(s.Committed, evm.Commitment{TicketID: id + k - 4, Points: float64(k)})
		}
		p.Sprints = append(p.Sprints, s)
	}
	for id := range int64(50) {
		p.Epics = append(p.Epics, evm.Epic{ID: id + 1, Done: id%2 == 0})
	}
	return p
}

func BenchmarkCompute(b *testing.B) {
	for _, tickets := range []int{2_000, 100_000} {
		p := large(tickets)
		b.Run(fmt.Sprintf("tickets=%d", tickets), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				evm.Compute(p, anchor+100)
			}
		})
		p.Effort = rolledUp(p.Effort)
		b.Run(fmt.Sprintf("tickets=%d/rolled-up", tickets), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				evm.Compute(p, anchor+100)
			}
		})
	}
}

func BenchmarkCurve(b *testing.B) {
	p := large(2_000)
	for b.Loop() {
		curve(p, anchor+100)
	}
}

func BenchmarkPredict(b *testing.B) {
	p := large(2_000)
	for b.Loop() {
		predict(p, anchor+700)
	}
}

// BenchmarkPredictTypical forecasts a project of 2000 tickets in 26 sprints, 13 of which are past.
func BenchmarkPredictTypical(b *testing.B) {
	p := large(2_000)
	p.Sprints = p.Sprints[:26]
	for i := range p.Tickets {
		p.Tickets[i].SprintID = int64(i/77 + 1)
		p.Tickets[i].DoneDay = new(anchor + evm.Day(i*26*14/2_000))
	}
	for i := range p.Sprints {
		s := &p.Sprints[i]
		s.Start, s.End = new(anchor+evm.Day(14*i)), new(anchor+evm.Day(14*i+11))
		if i > 13 {
			s.Status = evm.Planning
		}
	}
	for b.Loop() {
		predict(p, anchor+13*14+5)
	}
}

// wideRoadmap returns a roadmap with three times as many links as epics, one link in a hundred of them between super-epics of
// twenty epics. A fifth of the epics are done and a fifth have begun.
func wideRoadmap(epics int) evm.Roadmap {
	r := roadmapOf()
	id := func(i int) string { return fmt.Sprintf("epic %06d", i) }
	for i := range epics {
		e := open(id(i), float64(i%7+1))
		switch i * 5 / epics {
		case 0:
			e = finished(e.ID, "03-02", "03-05")
		case 1:
			e.Begun = day("03-03")
		}
		if i%3 == 0 {
			e.Sprints = &evm.Period{First: r.DataDate + evm.Day(i%500), Last: r.DataDate + evm.Day(i%500+14)}
		}
		r.Epics = append(r.Epics, in(fmt.Sprint("super-epic ", i/20), e))
	}
	types := []evm.LinkType{evm.FinishToStart, evm.FinishToStart, evm.StartToStart, evm.FinishToFinish, evm.StartToFinish}
	for i := range 3 * epics {
		from := i * 7919 % epics
		l := evm.RoadmapLink{ID: fmt.Sprintf("link %06d", i), Pred: id(from), Succ: id(min(epics-1, from+1+i%97)), Type: types[i%5], Lag: i % 3}
		if i%100 == 0 {
			l.Pred, l.Succ = fmt.Sprint("super-epic ", from/20), fmt.Sprint("super-epic ", from/20+1+i%5)
		}
		if l.Pred != l.Succ {
			r.Links = append(r.Links, l)
		}
	}
	return r
}

func BenchmarkScheduleRoadmap(b *testing.B) {
	for _, epics := range []int{2_000, 20_000} {
		r := wideRoadmap(epics)
		b.Run(fmt.Sprintf("epics=%d", epics), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				scheduleOf(r)
			}
		})
	}
}
