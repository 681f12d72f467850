package scheduletest

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The data date of the worked cases is Monday 2 March 2026, so that work begins on Tuesday 3 March.
//
//	February            March
//	Mo Tu We Th Fr Sa Su  Mo Tu We Th Fr Sa Su
//	16 17 18 19 20 21 22   2  3  4  5  6  7  8
//	23 24 25 26 27 28  1   9 10 11 12 13 14 15

func feb(day int) Day { return Date(2026, 2, day) }
func mar(day int) Day { return Date(2026, 3, day) }

// epicOf returns an epic with one ticket that is not done for each number of points.
func epicOf(uuid string, points ...float64) Epic {
	e := Epic{UUID: uuid}
	for _, p := range points {
		e.Tickets = append(e.Tickets, Ticket{Points: p})
	}
	return e
}

// begun returns an epic whose only ticket became active on the day.
func begun(uuid string, points float64, day Day) Epic {
	return Epic{UUID: uuid, Tickets: []Ticket{{Points: points, FirstActive: &day}}}
}

// finished returns an epic whose only ticket has no points, was active from start and became done at the finish.
func finished(uuid string, start, finish Day) Epic {
	return Epic{UUID: uuid, Tickets: []Ticket{{FirstActive: &start, Done: &finish}}}
}

// inSprint puts every ticket of the epic into a sprint.
func inSprint(e Epic, start, end Day) Epic {
	e.Tickets = slices.Clone(e.Tickets)
	for i := range e.Tickets {
		e.Tickets[i].Windows = append(e.Tickets[i].Windows, Window{Start: start, End: end})
	}
	return e
}

// from sets the epic's own start date.
func from(e Epic, start Day) Epic {
	e.Start = &start
	return e
}

// until sets the epic's own target date.
func until(e Epic, target Day) Epic {
	e.Target = &target
	return e
}

func link(uuid, pred string, kind LinkType, lag int, succ string) Link {
	return Link{UUID: uuid, Pred: pred, Succ: succ, Type: kind, Lag: lag}
}

func completed(start, end Day) Sprint {
	return Sprint{Window: Window{Start: start, End: end}, Completed: true}
}

func doneOn(day Day, points float64) Ticket { return Ticket{Points: points, Done: &day} }

// roadmap returns a case without a pace.
func roadmap(epics ...Epic) Case { return Case{DataDate: mar(2), Epics: epics} }

// paced returns a case with a pace of one point per working day.
func paced(epics ...Epic) Case {
	c := roadmap(epics...)
	c.Sprints = []Sprint{completed(feb(27), feb(27))}
	c.Others = []Ticket{doneOn(feb(27), 1)}
	return c
}

func (c Case) with(links ...Link) Case {
	c.Links = links
	return c
}

func (c Case) withSuperEpic(uuid string, epics ...string) Case {
	c.SuperEpics = append(slices.Clone(c.SuperEpics), SuperEpic{UUID: uuid, Epics: epics})
	return c
}

// worked is a case worked by hand. Each text lists some fields of the result, as textOf and nodeText write them.
type worked struct {
	name  string
	given Case
	nodes map[string]string
	top   string
}

func run(t *testing.T, table []worked) {
	t.Helper()
	for _, w := range table {
		t.Run(w.name, func(t *testing.T) {
			t.Parallel()
			got := Solve(w.given)
			mustHave(t, "the schedule", textOf(got), w.top)
			for uuid, want := range w.nodes {
				mustHave(t, uuid, nodeText(got.Nodes[uuid]), want)
			}
		})
	}
}

func mustHave(t *testing.T, what, got, want string) {
	t.Helper()
	for field := range strings.FieldsSeq(want) {
		if !slices.Contains(strings.Fields(got), field) {
			t.Errorf("%s: want %s in %s", what, field, got)
		}
	}
}

func nodeText(n Node) string {
	text := fmt.Sprintf("%s plan=%s..%s start=%s rem=%s finish=%s late=%s..%s days=%s slack=%s free=%s", n.State,
		date(n.PlannedStart), date(n.PlannedFinish), date(n.Start), date(n.RemainingStart), date(n.Finish), date(n.LateStart), date(n.LateFinish),
		number(n.RemainingDays), number(n.TotalSlack), number(n.FreeSlack))
	if n.Critical {
		return text + " critical"
	}
	return text + " uncritical"
}

func textOf(r Result) string {
	var chains, pushed []string
	for _, chain := range r.Chains {
		chains = append(chains, strings.Join(chain, ">"))
	}
	for _, p := range r.Pushed {
		pushed = append(pushed, fmt.Sprintf("%s:%s>%s+%d", p.Link, p.Pred, p.Succ, p.Days))
	}
	return fmt.Sprintf("planned=%s forecast=%s capacity=%s cycle=%s chains=%s more=%d pushed=%s", date(r.PlannedFinish), date(r.ForecastFinish),
		date(r.CapacityFinish), strings.Join(r.Cycle, ","), strings.Join(chains, ";"), r.ChainsMore, strings.Join(pushed, ";"))
}

func date(d *Day) string {
	if d == nil {
		return "-"
	}
	return d.Time().Format("01-02")
}

func number(n *int) string {
	if n == nil {
		return "-"
	}
	return strconv.Itoa(*n)
}
