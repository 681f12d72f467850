package scheduletest

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"
)

func TestState(t *testing.T) {
	t.Parallel()
	twoDone := Epic{UUID: "e", Tickets: []Ticket{{FirstActive: new(feb(16)), Done: new(feb(20))}, {Done: new(feb(28))}}}
	halfDone := Epic{UUID: "e", Tickets: []Ticket{{Points: 1}, doneOn(feb(20), 1)}}
	ownStatus := epicOf("e", 1)
	ownStatus.StatusDone = true
	run(t, []worked{
		{
			"an epic is done when it has tickets and all are done, and its actual dates are printed as they are",
			roadmap(twoDone),
			map[string]string{"e": "done start=02-16 rem=- finish=02-28 late=-..- days=0 slack=- free=- uncritical"},
			"forecast=02-28 chains=",
		},
		{
			"an epic without tickets is done when its own status is, without dates",
			roadmap(Epic{UUID: "e", StatusDone: true, Start: new(feb(2)), Target: new(feb(6))}),
			map[string]string{"e": "done plan=02-02..02-06 start=- rem=- finish=- late=-..- days=0 slack=- free=- uncritical"},
			"forecast=- planned=02-06",
		},
		{
			"its own status does not make an epic with tickets done", roadmap(ownStatus),
			map[string]string{"e": "not_started"}, "",
		},
		{"an epic without tickets whose own status is not done has not started", roadmap(epicOf("e")), map[string]string{"e": "not_started"}, ""},
		{"a ticket that left backlog and todo starts an epic", roadmap(begun("e", 1, feb(25))), map[string]string{"e": "in_progress start=02-25"}, ""},
		{
			"booked time starts an epic on its first day",
			roadmap(Epic{UUID: "e", Tickets: []Ticket{{FirstActive: new(feb(25)), Booked: []Day{feb(26), feb(24)}}}}),
			map[string]string{"e": "in_progress start=02-24"}, "",
		},
		{"a ticket that became done starts an epic", roadmap(halfDone), map[string]string{"e": "in_progress start=02-20"}, ""},
		{"the data date itself counts", roadmap(begun("e", 1, mar(2))), map[string]string{"e": "in_progress start=03-02 rem=03-03"}, ""},
		{
			"time booked for a later day starts nothing",
			roadmap(Epic{UUID: "e", Tickets: []Ticket{{Booked: []Day{mar(3)}}}}),
			map[string]string{"e": "not_started"}, "",
		},
	})
}

func TestPlannedWindow(t *testing.T) {
	t.Parallel()
	sprints := func() Epic {
		e := inSprint(epicOf("e", 1, 1), mar(3), mar(6))
		e.Tickets[1].Windows = []Window{{Start: mar(9), End: mar(12)}}
		return e
	}
	run(t, []worked{
		{"it is the span of the tickets' dated sprints", roadmap(sprints()), map[string]string{"e": "plan=03-03..03-12"}, "planned=03-12"},
		{"the epic's own start replaces its start", roadmap(from(sprints(), mar(5))), map[string]string{"e": "plan=03-05..03-12"}, ""},
		{"the epic's own target replaces its end", roadmap(until(sprints(), mar(11))), map[string]string{"e": "plan=03-03..03-11"}, ""},
		{"own dates need no sprint", roadmap(from(until(epicOf("e"), mar(11)), mar(5))), map[string]string{"e": "plan=03-05..03-11 days=5"}, ""},
		{"a target alone gives no duration", roadmap(until(epicOf("e"), mar(11))), map[string]string{"e": "plan=-..03-11 days=- finish=-"}, "planned=03-11"},
		{"a target alone does not hold the finish", paced(until(epicOf("e", 2), mar(20))), map[string]string{"e": "plan=-..03-20 finish=03-04 days=2"}, ""},
		{"a start alone gives no duration", roadmap(from(epicOf("e"), mar(5))), map[string]string{"e": "plan=03-05..- start=03-05 days=-"}, "planned=-"},
		{
			"a window that ends before it starts has no days", roadmap(from(sprints(), mar(17))),
			map[string]string{"e": "plan=03-17..03-12 start=03-17 finish=03-17 days=1"}, "",
		},
	})
}

func TestPace(t *testing.T) {
	t.Parallel()
	given := func(points float64, sprints []Sprint, done ...Ticket) Case {
		c := roadmap(epicOf("e", points))
		c.Sprints, c.Others = sprints, done
		return c
	}
	weeks := []Sprint{completed(feb(2), feb(6)), completed(feb(9), feb(13)), completed(feb(16), feb(20)), completed(feb(23), feb(27))}
	beside := []Sprint{completed(feb(2), feb(6)), completed(feb(9), feb(13)), completed(feb(16), feb(27)), completed(feb(23), feb(27))}
	open := Sprint{Window: Window{Start: feb(23), End: feb(27)}}
	run(t, []worked{
		{
			"only the three latest ends count", // 15 points in 15 days; with the first sprint it would be 25 in 20
			given(5, weeks, doneOn(feb(3), 10), doneOn(feb(10), 5), doneOn(feb(17), 5), doneOn(feb(24), 5)),
			map[string]string{"e": "days=5"}, "",
		},
		{
			"sprints with the same end count as one, and their common days once", // 20 points in 20 days
			given(4, beside, doneOn(feb(3), 10), doneOn(feb(25), 10)),
			map[string]string{"e": "days=4"}, "",
		},
		{"a sprint that is not completed does not count", given(5, []Sprint{open}, doneOn(feb(25), 5)), map[string]string{"e": "days=-"}, "capacity=-"},
		{
			"a sprint that ends after the data date does not count",
			given(5, []Sprint{completed(feb(23), mar(3))}, doneOn(feb(25), 5)),
			map[string]string{"e": "days=-"}, "capacity=-",
		},
		{
			"a sprint that ends on the data date counts", // 6 points in 6 days
			given(5, []Sprint{completed(feb(23), mar(2))}, doneOn(feb(25), 6)),
			map[string]string{"e": "days=5"}, "",
		},
		{"points done on other days do not count", given(5, weeks[3:], doneOn(feb(20), 5)), map[string]string{"e": "days=-"}, "capacity=-"},
		{
			"points done on a free day of a sprint count", // 5 points in 5 working days
			given(5, []Sprint{completed(feb(23), mar(1))}, doneOn(feb(28), 5)),
			map[string]string{"e": "days=5"}, "",
		},
		{
			"a sprint without working days gives no pace",
			given(5, []Sprint{completed(feb(28), mar(1))}, doneOn(feb(28), 5)),
			map[string]string{"e": "days=-"}, "capacity=-",
		},
		{"no points are no pace", given(5, weeks), map[string]string{"e": "days=-"}, "capacity=-"},
	})
}

func TestWorkLeft(t *testing.T) {
	t.Parallel()
	partly := Epic{UUID: "e", Tickets: []Ticket{doneOn(feb(20), 3), {Points: 1}}}
	unsized := Epic{UUID: "e", Tickets: []Ticket{doneOn(feb(20), 3), {}}}
	run(t, []worked{
		{"points left divided by the pace are rounded up", paced(epicOf("e", 2, 0.5)), map[string]string{"e": "days=3 start=03-03 finish=03-05"}, ""},
		{"done points are not left", paced(partly), map[string]string{"e": "days=1 finish=03-03"}, ""},
		{
			"without a pace it is the share of the window", // 10 × 1 / 4, rounded up
			roadmap(inSprint(partly, feb(16), feb(27))),
			map[string]string{"e": "days=3 rem=03-03 finish=03-05"}, "",
		},
		{"without points it is the whole window", roadmap(inSprint(epicOf("e", 0), feb(16), feb(27))), map[string]string{"e": "days=10 finish=03-16"}, ""},
		{"it is at least one day", roadmap(inSprint(unsized, feb(16), feb(27))), map[string]string{"e": "days=1 finish=03-03"}, ""},
		{
			"with a pace and no points left it is one day in a window ahead, which fills the window",
			paced(from(until(epicOf("e"), mar(13)), mar(10))),
			map[string]string{"e": "start=03-10 finish=03-13 days=4 late=03-13..03-13 slack=0"}, "",
		},
		{
			"a window is ahead until its end has passed",
			paced(inSprint(unsized, feb(16), mar(5))),
			map[string]string{"e": "rem=03-03 finish=03-05 days=3"}, "",
		},
		{
			"with a pace and no points left it is unknown after the window",
			paced(inSprint(unsized, feb(16), mar(2))),
			map[string]string{"e": "start=02-20 rem=03-03 finish=- late=03-03..- days=- slack=0 free=0 critical"}, "forecast=-",
		},
		{"with a pace and neither points nor window it is unknown", paced(epicOf("e")), map[string]string{"e": "rem=03-03 finish=- days=-"}, ""},
		{"without a pace and a window it is unknown", roadmap(epicOf("e", 5)), map[string]string{"e": "rem=03-03 finish=- days=-"}, ""},
	})
}

func TestForwardPass(t *testing.T) {
	t.Parallel()
	friday := paced(epicOf("e", 1))
	friday.DataDate = mar(6)
	run(t, []worked{
		{"work begins on the working day after the data date", friday, map[string]string{"e": "start=03-09 rem=03-09 finish=03-09"}, ""},
		{"what has not started waits for its planned start", paced(from(epicOf("e", 1), mar(11))), map[string]string{"e": "start=03-11 finish=03-11"}, ""},
		{"what has begun does not", paced(from(begun("e", 1, feb(25)), mar(11))), map[string]string{"e": "start=02-25 rem=03-03 finish=03-03"}, ""},
		{"a planned start that has passed holds nothing", paced(from(epicOf("e", 1), feb(11))), map[string]string{"e": "start=03-03"}, ""},
		{
			"work does not finish before the end of a window still ahead",
			paced(inSprint(epicOf("e", 2), mar(4), mar(12))),
			map[string]string{"e": "start=03-04 finish=03-12 days=7"}, "forecast=03-12",
		},
		{"work may finish after its window", paced(inSprint(epicOf("e", 4), mar(4), mar(5))), map[string]string{"e": "start=03-04 finish=03-09 days=4"}, ""},
		{
			"unknown work holds its place with one day", // b starts the day after a
			paced(epicOf("a"), epicOf("b", 2)).with(link("l", "a", FinishStart, 0, "b")),
			map[string]string{"a": "rem=03-03 days=- late=03-03..- critical", "b": "start=03-04 finish=03-05"}, "forecast=- chains=a>b",
		},
		{
			"unknown work that is not critical leaves the forecast alone",
			paced(epicOf("a"), epicOf("b", 2)),
			map[string]string{"a": "late=03-04..- finish=- slack=1 free=1 uncritical"}, "forecast=03-04 chains=b",
		},
	})
}

func TestLinks(t *testing.T) {
	t.Parallel()
	// a takes 3 days, from 3 to 5 March; b takes 2.
	pair := func(kind LinkType, lag int) Case {
		return paced(epicOf("a", 3), epicOf("b", 2)).with(link("l", "a", kind, lag, "b"))
	}
	into := func(b Epic, kind LinkType, lag int) Case {
		return paced(epicOf("a", 3), b).with(link("l", "a", kind, lag, "b"))
	}
	out := func(a Epic, kind LinkType, lag int) Case {
		return paced(a, epicOf("b", 2)).with(link("l", "a", kind, lag, "b"))
	}
	b := func(text string) map[string]string { return map[string]string{"b": text} }
	run(t, []worked{
		{"FS starts on the day after the finish", pair(FinishStart, 0), b("start=03-06 finish=03-09"), ""},
		{"FS with a lag waits that many working days", pair(FinishStart, 2), b("start=03-10 finish=03-11"), ""},
		{"FS with a negative lag overlaps", pair(FinishStart, -2), b("start=03-04 finish=03-05"), ""},
		{"SS starts with the start", pair(StartStart, 0), b("start=03-03"), ""},
		{"SS with a lag starts that many working days after the start", pair(StartStart, 2), b("start=03-05 finish=03-06"), ""},
		{"SS with a negative lag does not reach back before tomorrow", pair(StartStart, -5), b("start=03-03"), ""},
		{"FF finishes with the finish", pair(FinishFinish, 0), b("start=03-04 finish=03-05 days=2"), ""},
		{"FF with a lag moves the work and does not stretch it", pair(FinishFinish, 2), b("start=03-06 finish=03-09 days=2"), ""},
		{"FF with a negative lag may hold nothing", pair(FinishFinish, -2), b("start=03-03 finish=03-04"), ""},
		{"SF finishes on the day before the start at the earliest", pair(StartFinish, 0), b("start=03-03 finish=03-04"), ""},
		{"SF with a lag moves the work and does not stretch it", pair(StartFinish, 5), b("start=03-06 finish=03-09 days=2"), ""},
		{"SS into a begun epic holds nothing", into(begun("b", 2, feb(25)), StartStart, 9), b("rem=03-03"), ""},
		{"FS holds the remaining work of a begun epic", into(begun("b", 2, feb(25)), FinishStart, 0), b("start=02-25 rem=03-06 finish=03-09 days=2"), ""},
		{"FF holds the finish of a begun epic", into(begun("b", 2, feb(25)), FinishFinish, 2), b("rem=03-06 finish=03-09"), ""},
		{"SF holds the finish of a begun epic", into(begun("b", 2, feb(25)), StartFinish, 5), b("rem=03-06 finish=03-09"), ""},
		{"a link into a done epic holds nothing", into(finished("b", feb(24), feb(25)), FinishStart, 9), b("start=02-24 finish=02-25"), "forecast=03-05"},
		{"a done epic holds by its actual finish", out(finished("a", feb(24), feb(26)), FinishStart, 5), b("start=03-06"), ""},
		{"a done epic holds by its actual start", out(finished("a", feb(24), feb(26)), StartStart, 9), b("start=03-09"), ""},
		{"a done epic without dates holds nothing", out(Epic{UUID: "a", StatusDone: true}, FinishStart, 9), b("start=03-03"), ""},
		{"SS counts from the actual start of a begun epic", out(begun("a", 3, feb(26)), StartStart, 5), b("start=03-05"), ""},
		{"SF counts from the actual start of a begun epic", out(begun("a", 3, feb(26)), StartFinish, 8), b("start=03-06 finish=03-09"), ""},
		{"FF is obeyed where the window already finishes later", into(inSprint(epicOf("b", 2), mar(3), mar(12)), FinishFinish, 2), b("start=03-03 finish=03-12 days=8"), ""},
		{"FF beyond the window moves the work out of it", into(inSprint(epicOf("b", 2), mar(3), mar(12)), FinishFinish, 6), b("start=03-12 finish=03-13 days=2"), ""},
		{"a link to a milestone holds nothing", paced(epicOf("b", 2)).with(link("l", "m", FinishStart, 9, "b")), b("start=03-03"), "cycle= chains=b"},
	})
}

func TestSuperEpics(t *testing.T) {
	t.Parallel()
	four := paced(epicOf("a", 3), epicOf("b", 1), epicOf("c", 1), epicOf("d", 2))
	run(t, []worked{
		{
			"each epic is linked to each",
			four.withSuperEpic("S", "a", "b").withSuperEpic("T", "c", "d").with(link("l", "S", FinishStart, 0, "T")),
			map[string]string{"c": "start=03-06 slack=1 free=1", "d": "start=03-06 finish=03-09 critical", "b": "slack=2 free=2"}, "chains=a>d",
		},
		{
			"an epic can be linked to a super-epic, with a lag",
			four.withSuperEpic("T", "c", "d").with(link("l", "b", FinishStart, 1, "T")),
			map[string]string{"c": "start=03-05", "d": "start=03-05"}, "",
		},
		{
			"every link on a super-epic is FS",
			four.withSuperEpic("S", "a", "b").with(link("l", "S", StartStart, 0, "c")),
			map[string]string{"c": "start=03-06"}, "",
		},
		{
			"an empty super-epic holds nothing, not even from one epic to another",
			four.withSuperEpic("S").with(link("k", "a", FinishStart, 0, "S"), link("l", "S", FinishStart, 0, "b")),
			map[string]string{"b": "start=03-03"}, "cycle=",
		},
		{
			"an empty super-epic is on no cycle",
			four.withSuperEpic("S").with(link("k", "a", FinishStart, 0, "S"), link("l", "S", FinishStart, 0, "a")),
			nil, "cycle= forecast=03-05",
		},
	})
}

func TestCalendar(t *testing.T) {
	t.Parallel()
	holiday := paced(epicOf("a", 3))
	holiday.Holidays = []Day{mar(4)}
	sunday := paced(epicOf("a", 5))
	sunday.Workdays = []int{7, 1, 2, 3, 4}
	sunday.Sprints[0] = completed(feb(26), feb(27)) // only Thursday is a working day
	run(t, []worked{
		{"holidays are free", holiday, map[string]string{"a": "start=03-03 finish=03-06 days=3"}, "capacity=03-06"},
		{"the project has its own working days", sunday, map[string]string{"a": "start=03-03 finish=03-09 days=5"}, "capacity=03-09"},
		{
			"a planned start on a free day counts as the next working day, a planned end as the last one before",
			roadmap(from(until(epicOf("e"), mar(15)), mar(7))),
			map[string]string{"e": "plan=03-09..03-13 start=03-09 finish=03-13 days=5"}, "planned=03-13",
		},
		{
			"a window that ends on the free days after the data date has passed",
			func() Case {
				c := paced(from(until(epicOf("e"), mar(8)), mar(4)))
				c.DataDate = mar(6)
				return c
			}(),
			map[string]string{"e": "plan=03-04..03-06 rem=03-09 days=-"}, "",
		},
		{
			"an actual finish on a free day counts as the last working day before", // 27 February and 5 + 1 days
			paced(finished("a", feb(24), feb(28)), epicOf("b", 1)).with(link("l", "a", FinishStart, 5, "b")),
			map[string]string{"a": "finish=02-28", "b": "start=03-09"}, "",
		},
		{
			"an actual start on a free day counts as the next working day", // 2 March and 5 days
			paced(begun("a", 1, feb(28)), epicOf("b", 1)).with(link("l", "a", StartStart, 5, "b")),
			map[string]string{"a": "start=02-28", "b": "start=03-09"}, "",
		},
	})
}

func TestBackwardPass(t *testing.T) {
	t.Parallel()
	inTurn := link("l", "a", FinishStart, 0, "b")
	run(t, []worked{
		{
			"it begins at the latest early finish",
			paced(epicOf("a", 3), epicOf("b", 2), epicOf("c", 1)).with(inTurn),
			map[string]string{
				"a": "late=03-03..03-05 slack=0 free=0 critical",
				"b": "late=03-06..03-09 slack=0 free=0 critical",
				"c": "start=03-03 finish=03-03 late=03-09..03-09 slack=4 free=4 uncritical",
			},
			"forecast=03-09 chains=a>b",
		},
		{
			"the late start of work in progress is that of its remaining work",
			paced(begun("a", 3, feb(25)), epicOf("b", 5)),
			map[string]string{"a": "start=02-25 rem=03-03 finish=03-05 late=03-05..03-09 slack=2 free=2"}, "chains=b",
		},
		{
			"work in a window may start late, but has the slack of its finish",
			paced(inSprint(epicOf("a", 2), mar(3), mar(12))),
			map[string]string{"a": "start=03-03 finish=03-12 late=03-11..03-12 days=8 slack=0 critical"}, "chains=a",
		},
		{
			"SS bounds the late start, but not the late finish",
			paced(epicOf("a", 3), epicOf("b", 10)).with(link("l", "a", StartStart, 0, "b")),
			map[string]string{"a": "late=03-03..03-16 slack=0 free=0 critical"}, "chains=a>b forecast=03-16",
		},
		{
			"SF bounds the late start", // b takes from 10 to 16 March
			paced(epicOf("a", 1), epicOf("b", 5)).with(link("l", "a", StartFinish, 10, "b")),
			map[string]string{"b": "start=03-10 finish=03-16", "a": "late=03-03..03-16 slack=0 critical"}, "chains=a>b",
		},
		{
			"FF bounds the late finish by an epic whose start is bound",
			paced(epicOf("a", 10), epicOf("b", 3), epicOf("c", 20)).
				with(link("k", "a", FinishFinish, 0, "b"), link("l", "b", StartStart, 0, "c")),
			map[string]string{"a": "late=03-03..03-16 critical", "b": "start=03-12 late=03-12..04-08 critical", "c": "start=03-12 finish=04-08 critical"},
			"chains=a>b>c",
		},
		{
			"a start that has happened is not bound",
			paced(begun("a", 1, feb(26)), epicOf("b", 5)).with(link("l", "a", StartStart, 5, "b")),
			map[string]string{"b": "start=03-05 finish=03-11 critical", "a": "late=03-11..03-11 slack=6 free=6"}, "chains=b",
		},
		{
			"an epic in a window has the slack of its start where that is smaller",
			paced(inSprint(epicOf("b", 2), mar(3), mar(12)), epicOf("c", 18), epicOf("e", 20)).with(link("l", "b", StartStart, 0, "c")),
			map[string]string{"c": "late=03-05..03-30 slack=2", "b": "finish=03-12 late=03-05..03-30 slack=2 uncritical"}, "chains=e",
		},
	})
}

// The durations of the worked case of eight activities are doubled, so that they are whole days.
func TestTheNetworkOfEightActivities(t *testing.T) {
	t.Parallel()
	fs := func(pred, succ string) Link { return link(pred+succ, pred, FinishStart, 0, succ) }
	given := paced(epicOf("A", 4), epicOf("B", 7), epicOf("C", 3), epicOf("D", 9), epicOf("E", 11), epicOf("F", 1), epicOf("G", 14), epicOf("H", 11)).
		with(fs("A", "C"), fs("B", "C"), fs("A", "D"), fs("C", "E"), fs("D", "F"), fs("E", "F"), fs("E", "H"), fs("F", "G"))
	run(t, []worked{{
		"has these slacks", given,
		map[string]string{
			"A": "slack=3 free=0 uncritical", "B": "slack=0 free=0 critical", "C": "slack=0 free=0", "D": "slack=8 free=8", "E": "slack=0 free=0",
			"F": "slack=0 free=0", "G": "slack=0 free=0", "H": "slack=4 free=4",
		},
		"chains=B>C>E>F>G",
	}})
}

func TestCycle(t *testing.T) {
	t.Parallel()
	fs := func(pred, succ string) Link { return link(pred+succ, pred, FinishStart, 0, succ) }
	five := paced(epicOf("A", 1), epicOf("B", 1), epicOf("C", 1), epicOf("D", 1), epicOf("E", 1))
	run(t, []worked{
		{
			"links inside a cycle are left out and the rest is reckoned",
			five.with(fs("A", "B"), fs("B", "C"), fs("C", "B"), fs("C", "D"), fs("A", "E")),
			map[string]string{"A": "start=03-03", "B": "start=03-04", "C": "start=03-03", "D": "start=03-04", "E": "start=03-04"},
			"cycle=B,C forecast=- chains=A>B;A>E;C>D capacity=03-09",
		},
		{
			"links of all types count",
			five.with(link("k", "A", StartStart, 3, "B"), link("l", "B", FinishFinish, 3, "A")),
			map[string]string{"A": "start=03-03", "B": "start=03-03"}, "cycle=A,B",
		},
		{
			"links between done epics count",
			paced(finished("A", feb(24), feb(25)), finished("B", feb(24), feb(25)), epicOf("C", 1)).with(fs("A", "B"), fs("B", "A"), fs("B", "C")),
			map[string]string{"C": "start=03-03 critical"}, "cycle=A,B forecast=- chains=C",
		},
		{
			"a link on a super-epic loses only the pairs on the cycle",
			five.withSuperEpic("S", "A", "B").with(fs("A", "S")),
			map[string]string{"A": "start=03-03", "B": "start=03-04"}, "cycle=A forecast=-",
		},
		{
			"the epics of a super-epic on a cycle are reported",
			five.withSuperEpic("S", "A", "B").with(fs("C", "S"), fs("S", "C"), fs("S", "D")),
			map[string]string{"C": "start=03-03", "D": "start=03-04"}, "cycle=A,B,C",
		},
		{
			"two cycles are reported together, and the link between them holds",
			five.with(fs("A", "B"), fs("B", "A"), fs("C", "D"), fs("D", "C"), fs("B", "C")),
			map[string]string{"C": "start=03-04"}, "cycle=A,B,C,D",
		},
	})
}

func TestChains(t *testing.T) {
	t.Parallel()
	fs := func(pred, succ string) Link { return link(pred+succ, pred, FinishStart, 0, succ) }
	run(t, []worked{
		{"a lone critical epic is a chain", paced(epicOf("b", 2), epicOf("a", 2), epicOf("c", 1)), nil, "chains=a;b more=0"},
		{
			"a link with play is not followed, even between critical epics",
			paced(epicOf("a", 1), epicOf("b", 1), epicOf("c", 1)).with(fs("a", "b"), fs("b", "c"), fs("a", "c")),
			nil, "chains=a>b>c",
		},
		{
			"chains are ordered by their UUIDs, and two links between the same epics are one step",
			paced(epicOf("d", 1), epicOf("b", 1), epicOf("c", 1), epicOf("a", 1)).
				with(fs("d", "b"), fs("d", "c"), fs("b", "a"), fs("c", "a"), link("x", "d", FinishStart, 0, "b")),
			nil, "chains=d>b>a;d>c>a",
		},
	})
}

func TestAtMostFiftyChainsAreListed(t *testing.T) {
	t.Parallel()
	var given Case // six layers of two epics, hence 64 paths
	for layer := range 6 {
		left, right, group := fmt.Sprintf("%da", layer), fmt.Sprintf("%db", layer), fmt.Sprintf("S%d", layer)
		given.Epics = append(given.Epics, epicOf(left, 1), epicOf(right, 1))
		given = given.withSuperEpic(group, left, right)
		if layer > 0 {
			given.Links = append(given.Links, link(group, fmt.Sprintf("S%d", layer-1), FinishStart, 0, group))
		}
	}
	superEpics, links := given.SuperEpics, given.Links
	given = paced(given.Epics...).with(links...)
	given.SuperEpics = superEpics
	got := Solve(given)
	if len(got.Chains) != 50 || got.ChainsMore != 14 {
		t.Errorf("want 50 chains and 14 more, got %d and %d", len(got.Chains), got.ChainsMore)
	}
	if first := []string{"0a", "1a", "2a", "3a", "4a", "5a"}; !slices.Equal(got.Chains[0], first) {
		t.Errorf("want the first chain %v, got %v", first, got.Chains[0])
	}
}

func TestPushed(t *testing.T) {
	t.Parallel()
	into := func(b Epic, kind LinkType, lag int) Case {
		return paced(epicOf("a", 3), b).with(link("l", "a", kind, lag, "b"))
	}
	tie := paced(epicOf("a", 3), epicOf("c", 3), from(epicOf("b", 1), mar(4))).
		with(link("m", "c", FinishStart, 0, "b"), link("l", "a", FinishStart, 0, "b"), link("k", "a", StartStart, 0, "b"))
	run(t, []worked{
		{"a link that sets the start of a begun epic pushes it from tomorrow", into(begun("b", 1, feb(25)), FinishStart, 0), nil, "pushed=l:a>b+3"},
		{"a link that sets a later start than planned pushes it from there", into(from(epicOf("b", 1), mar(5)), FinishStart, 2), nil, "pushed=l:a>b+3"},
		{"a planned start that has passed pushes from tomorrow", into(from(epicOf("b", 1), feb(5)), FinishStart, 0), nil, "pushed=l:a>b+3"},
		{"an epic that has neither begun nor a planned start is not pushed", into(until(epicOf("b", 1), mar(9)), FinishStart, 0), nil, "pushed="},
		{"a link that allows the planned start pushes nothing", into(from(epicOf("b", 1), mar(6)), FinishStart, 0), nil, "pushed="},
		{"FF pushes the start too", into(from(epicOf("b", 1), mar(4)), FinishFinish, 1), nil, "pushed=l:a>b+2"},
		{"every link that sets the start is listed, and no other", tie, nil, "pushed=l:a>b+2;m:c>b+2"},
		{
			"a link on a super-epic is listed with the epics that it ties",
			paced(epicOf("a", 3), epicOf("c", 1), from(epicOf("b", 1), mar(4)), from(epicOf("d", 1), mar(5))).
				withSuperEpic("S", "a", "c").withSuperEpic("T", "b", "d").with(link("l", "S", FinishStart, 0, "T")),
			nil, "pushed=l:a>b+2;l:a>d+1",
		},
	})
}

func TestFinishes(t *testing.T) {
	t.Parallel()
	on := func(c Case, day Day) Case {
		c.DataDate = day
		return c
	}
	run(t, []worked{
		{
			"the planned finish is the latest planned end of any epic, done or not",
			roadmap(inSprint(finished("a", feb(24), feb(25)), feb(23), mar(20)), until(epicOf("b"), mar(13))),
			nil, "planned=03-20",
		},
		{"the capacity finish adds the work of all epics", paced(epicOf("a", 3), epicOf("b", 2)), nil, "capacity=03-09 forecast=03-05"},
		{"the capacity finish ignores tickets without an epic", func() Case {
			c := paced(epicOf("a", 3))
			c.Others = append(c.Others, Ticket{Points: 5})
			return c
		}(), nil, "capacity=03-05"},
		{"the capacity finish is rounded up once", paced(epicOf("a", 0.5), epicOf("b", 0.5)), nil, "capacity=03-03"},
		{"the capacity finish is the data date if nothing is left", paced(finished("a", feb(24), feb(25))), nil, "capacity=03-02 forecast=02-25"},
		{"or the last working day before it", on(paced(finished("a", feb(24), feb(25))), mar(8)), nil, "capacity=03-06"},
		{"an empty roadmap has no finish", roadmap(), nil, "planned=- forecast=- capacity=- chains= pushed= cycle="},
	})
}

func TestTheResultHasTheMembersOfTheReport(t *testing.T) {
	t.Parallel()
	got, err := json.Marshal(Solve(paced(epicOf("a", 1), Epic{UUID: "b", StatusDone: true})))
	if err != nil {
		t.Fatal(err)
	}
	want := `{"data_date":"2026-03-02","planned_finish":null,"forecast_finish":"2026-03-03","capacity_finish":"2026-03-03","nodes":{` +
		`"a":{"state":"not_started","planned_start":null,"planned_finish":null,"start":"2026-03-03","remaining_start":"2026-03-03",` +
		`"finish":"2026-03-03","late_start":"2026-03-03","late_finish":"2026-03-03","remaining_days":1,"total_slack":0,"free_slack":0,"critical":true},` +
		`"b":{"state":"done","planned_start":null,"planned_finish":null,"start":null,"remaining_start":null,` +
		`"finish":null,"late_start":null,"late_finish":null,"remaining_days":0,"total_slack":null,"free_slack":null,"critical":false}},` +
		`"chains":[["a"]],"chains_more":0,"pushed":[],"cycle":null}`
	if string(got) != want {
		t.Errorf("want %s\ngot  %s", want, got)
	}
}
