package report

import (
	"bufio"
	"io"
	"slices"
	"strconv"

	"earnest/evm"
)

// Flow is the number of tickets in each status of a project, by day.
type Flow struct {
	UUID, Name string
	Statuses   []Status      // in the order of the board
	Days       []evm.FlowDay // at least one
}

// Status is a column of the board.
type Status struct {
	Key, Label string
	Done       bool
}

const (
	flowRows    = 31 // the approximate maximum number of days in the table
	flowColumns = 7  // the maximum number of statuses side by side
)

// FlowText writes the cumulative flow for a terminal. Empty statuses are left out. If there are many days, only some are
// shown, including the last.
func FlowText(w io.Writer, f Flow) error {
	p := printer{bufio.NewWriter(w)}
	p.wrap("", f.Name)
	last := f.Days[len(f.Days)-1]
	p.linef("Cumulative flow from %s to %s", f.Days[0].Day, last.Day)
	p.linef("")
	used := f.used()
	if len(used) == 0 {
		p.linef("There were no tickets in these days.")
		return p.Flush()
	}
	list := make([]line, 0, len(used))
	for _, s := range used {
		list = append(list, line{s.Label, f.tickets(s)})
	}
	p.linef("Tickets in each status, with those on the last day")
	p.lines(list, shortOrNone)
	days, step := f.shown()
	if step > 1 {
		p.linef("")
		p.linef("One day in %d is shown; the JSON has all.", step)
	}
	for some := range slices.Chunk(used, flowColumns) {
		p.flowTable(days, some)
	}
	p.title("Points on the last day")
	for _, s := range used {
		p.linef("  %s %s", pad(fitted(s.Label, 20), 20), padLeft(short(last.Statuses[s.Key].Points), 10))
	}
	return p.Flush()
}

// used returns the statuses that contained a ticket on any of the days.
func (f Flow) used() []Status {
	return slices.DeleteFunc(slices.Clone(f.Statuses), func(s Status) bool {
		return !slices.ContainsFunc(f.Days, func(d evm.FlowDay) bool { return d.Statuses[s.Key].Tickets > 0 })
	})
}

// tickets returns how many tickets were in a status, by day.
func (f Flow) tickets(s Status) []evm.Maybe {
	return mapped(f.Days, func(d evm.FlowDay) evm.Maybe { return evm.Known(float64(d.Statuses[s.Key].Tickets)) })
}

// shown returns the days in the table, counted back from the last one, and the interval between them.
func (f Flow) shown() (days []evm.FlowDay, step int) {
	step = (len(f.Days) + flowRows - 1) / flowRows
	for i := len(f.Days) - 1; i >= 0; i -= step {
		days = append(days, f.Days[i])
	}
	slices.Reverse(days)
	return days, step
}

func (p printer) flowTable(days []evm.FlowDay, statuses []Status) {
	p.linef("")
	p.row("day", mapped(statuses, func(s Status) string { return fitted(s.Label, 8) }), 8)
	for _, d := range days {
		p.row(d.Day.String(), mapped(statuses, func(s Status) string { return strconv.Itoa(d.Statuses[s.Key].Tickets) }), 8)
	}
}

// FlowJSON writes the cumulative flow as JSON: every status on every day.
func FlowJSON(w io.Writer, f Flow) error {
	return encode(w, flowJSON{
		Project:  projectJSON{f.UUID, f.Name},
		Statuses: mapped(f.Statuses, func(s Status) statusJSON { return statusJSON(s) }),
		Days:     mapped(f.Days, f.dayOf),
	})
}

// The JSON form of a flow. Its field names are stable.
type (
	flowJSON struct {
		Project  projectJSON   `json:"project"`
		Statuses []statusJSON  `json:"statuses"`
		Days     []flowDayJSON `json:"days"`
	}
	statusJSON struct {
		Key   string `json:"key"`
		Label string `json:"label"`
		Done  bool   `json:"is_done"`
	}
	flowDayJSON struct {
		Date     string              `json:"date"`
		Statuses map[string]cellJSON `json:"statuses"`
	}
	cellJSON struct {
		Tickets int     `json:"tickets"`
		Points  float64 `json:"points"`
	}
)

func (f Flow) dayOf(d evm.FlowDay) flowDayJSON {
	out := flowDayJSON{d.Day.String(), map[string]cellJSON{}}
	for _, s := range f.Statuses {
		out.Statuses[s.Key] = cellJSON(d.Statuses[s.Key])
	}
	return out
}
