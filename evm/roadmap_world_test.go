package evm_test

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"earnest/evm"
)

// The hand-worked cases share a data date, Friday 6 March 2026, so that remaining work starts on Monday 9 March. The Mondays
// around it are 2, 9, 16, 23 and 30 March.
//
//	March 2026
//	Mo Tu We Th Fr Sa Su
//	 2  3  4  5 [6] 7  8
//	 9 10 11 12 13 14 15
//	16 17 18 19 20 21 22
//	23 24 25 26 27 28 29

// on parses a day; the year may be left out.
func on(text string) evm.Day {
	if len(text) == len("03-06") {
		text = "2026-" + text
	}
	return must(evm.ParseDay(text))
}

// day parses a day as on does.
func day(text string) *evm.Day { return new(on(text)) }

// period parses two days, such as 03-09/03-20.
func period(text string) *evm.Period {
	first, last, _ := strings.Cut(text, "/")
	return &evm.Period{First: on(first), Last: on(last)}
}

// roadmapOf returns a roadmap whose team does one point a day: five points in the week up to the data date.
func roadmapOf(epics ...evm.RoadmapEpic) evm.Roadmap {
	return evm.Roadmap{
		DataDate: on("03-06"), Epics: epics,
		Completed: []evm.Period{*period("03-02/03-06")}, Done: []evm.DayPoints{{Day: on("03-03"), Points: 5}},
	}
}

// withoutPace returns the same roadmap for a team without completed sprints.
func withoutPace(r evm.Roadmap) evm.Roadmap {
	r.Completed = nil
	return r
}

// open returns an epic that has not started, with the given points left. At one point a day these are working days.
func open(id string, left float64) evm.RoadmapEpic {
	return evm.RoadmapEpic{ID: id, Tickets: 1, Points: left, PointsLeft: left}
}

// begun returns an epic in progress.
func begun(id string, left float64, start string) evm.RoadmapEpic {
	e := open(id, left)
	e.Begun = day(start)
	return e
}

// finished returns a done epic.
func finished(id, start, finish string) evm.RoadmapEpic {
	return evm.RoadmapEpic{ID: id, Tickets: 1, DoneTickets: 1, Points: 3, Begun: day(start), LastDone: day(finish)}
}

// in moves an epic into a super-epic.
func in(superEpic string, e evm.RoadmapEpic) evm.RoadmapEpic {
	e.SuperEpic = superEpic
	return e
}

// sprints plans an epic for a period.
func sprints(days string, e evm.RoadmapEpic) evm.RoadmapEpic {
	e.Sprints = period(days)
	return e
}

// link adds links written as "A B" or "A B SS -2" to a roadmap. The id of each link is its text.
func link(r evm.Roadmap, links ...string) evm.Roadmap {
	r.Links = append([]evm.RoadmapLink{}, r.Links...)
	for _, text := range links {
		l := evm.RoadmapLink{ID: text}
		fmt.Sscan(text, &l.Pred, &l.Succ, &l.Type, &l.Lag) // what is missing stays empty
		r.Links = append(r.Links, l)
	}
	return r
}

func scheduleOf(r evm.Roadmap) evm.RoadmapSchedule {
	return must(evm.ScheduleRoadmap(context.Background(), r))
}

// line prints an epic as in "todo plan 03-09/03-20 start 03-09 rest 03-09 end 03-11 late 03-10/03-12 days 3 slack 1/0 critical".
func line(e evm.ScheduledEpic) string {
	state := map[evm.EpicState]string{evm.EpicDone: "done", evm.EpicInProgress: "begun", evm.EpicNotStarted: "todo"}[e.State]
	text := fmt.Sprintf("%s plan %s/%s start %s rest %s end %s late %s/%s days %s slack %s/%s", state,
		short(e.PlannedStart), short(e.PlannedFinish), short(e.Start), short(e.RemainingStart), short(e.Finish),
		short(e.LateStart), short(e.LateFinish), number(e.RemainingDays), number(e.TotalSlack), number(e.FreeSlack))
	if e.Critical {
		text += " critical"
	}
	return text
}

// short prints the month and the day, or - for nil.
func short(d *evm.Day) string {
	if d == nil {
		return "-"
	}
	return strings.TrimPrefix(d.String(), "2026-")
}

func number(n *int) string {
	if n == nil {
		return "-"
	}
	return strconv.Itoa(*n)
}

// expect compares the lines of epics, given as pairs of an id and a line.
func expect(t *testing.T, s evm.RoadmapSchedule, pairs ...string) {
	t.Helper()
	for i := 0; i < len(pairs); i += 2 {
		if got := line(s.Epics[pairs[i]]); got != pairs[i+1] {
			t.Errorf("%s is\n %s, want\n %s", pairs[i], got, pairs[i+1])
		}
	}
}

// expectWork compares the remaining work of epics, given as pairs of an id and a text such as "03-09/03-11 days 3".
func expectWork(t *testing.T, s evm.RoadmapSchedule, pairs ...string) {
	t.Helper()
	for i := 0; i < len(pairs); i += 2 {
		e := s.Epics[pairs[i]]
		if got := fmt.Sprintf("%s/%s days %s", short(e.RemainingStart), short(e.Finish), number(e.RemainingDays)); got != pairs[i+1] {
			t.Errorf("%s is %s, want %s", pairs[i], got, pairs[i+1])
		}
	}
}
