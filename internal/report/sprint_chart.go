package report

import (
	"bufio"
	"io"
	"strings"

	"earnest/evm"
)

// SprintChart is a sprint day by day, with the tickets that changed its scope.
type SprintChart struct {
	evm.SprintChart

	UUID, Name string // of the project
	Today      evm.Day
	Sprint     Sprint
	Changes    []ScopeChange
	Note       string // why there are no days; empty if there are some
}

// ScopeChange is a ticket that entered a sprint on a day, left it, or was re-estimated; Points is the change in the sprint's
// scope.
type ScopeChange struct {
	Day    evm.Day
	UUID   string
	Title  string
	Points float64
}

// SprintChartText writes the burndown and the burn-up for a terminal.
func SprintChartText(w io.Writer, c SprintChart) error {
	p := printer{bufio.NewWriter(w)}
	s := c.Sprint
	p.wrap("", c.Name)
	p.wrap("", "Sprint "+quoted(s.Title)+" at the end of "+c.Today.String())
	p.linef("%s to %s, %s; %s committed, %s done", dayOrNone(s.Start), dayOrNone(s.End), s.Status, plural(s.Committed, "point"), short(s.Done))
	if c.Note != "" {
		p.linef("")
		p.wrap("", c.Note)
		return p.Flush()
	}
	p.title("Burndown: points remaining, beside an even pace")
	p.lines([]line{c.line("ideal", ideal), c.line("remaining", func(d evm.SprintDay) evm.Maybe { return d.Remaining })}, shortOrNone)
	p.title("Burn-up: points in the sprint, and done")
	p.lines([]line{
		c.line("scope", func(d evm.SprintDay) evm.Maybe { return d.Scope }),
		c.line("done", func(d evm.SprintDay) evm.Maybe { return d.Done }),
	}, shortOrNone)
	p.sprintDays(c)
	p.scopeChanges(c)
	return p.Flush()
}

func ideal(d evm.SprintDay) evm.Maybe { return evm.Known(d.Ideal) }

func (c SprintChart) line(name string, value func(evm.SprintDay) evm.Maybe) line {
	return line{name, mapped(c.Days, value)}
}

// sprintDays prints the table behind the plots.
func (p printer) sprintDays(c SprintChart) {
	p.linef("")
	p.row("day", []string{"ideal", "remaining", "scope", "done", "added", "removed"}, 10)
	for _, d := range c.Days {
		p.row(d.Day.String(), mapped([]evm.Maybe{ideal(d), d.Remaining, d.Scope, d.Done, d.Added, d.Removed}, shortOrNone), 10)
	}
}

// row prints the line for one day, with cells of equal width.
func (p printer) row(day string, cells []string, width int) {
	for i, text := range cells {
		cells[i] = padLeft(text, width)
	}
	p.linef("  %s %s", pad(day, 10), strings.Join(cells, " "))
}

func (p printer) scopeChanges(c SprintChart) {
	if len(c.Changes) == 0 {
		return
	}
	p.title("Scope changes")
	for _, change := range c.Changes {
		sign := ""
		if change.Points > 0 {
			sign = "+"
		}
		p.linef("  %s %s  %s", change.Day, padLeft(sign+short(change.Points), 8), fitted(change.Title, 56))
	}
}

// SprintChartJSON writes the burndown and the burn-up as JSON.
func SprintChartJSON(w io.Writer, c SprintChart) error {
	return encode(w, sprintChartJSON{
		Project: projectJSON{c.UUID, c.Name}, Today: c.Today.String(), Sprint: sprintOf(c.Sprint), Start: c.Committed,
		Days: mapped(c.Days, sprintDayOf), Changes: mapped(c.Changes, scopeOf), Note: textOrNil(c.Note),
	})
}

// The JSON form of a sprint's days. Its field names are stable.
type (
	sprintChartJSON struct {
		Project projectJSON     `json:"project"`
		Today   string          `json:"today"`
		Sprint  sprintJSON      `json:"sprint"`
		Start   float64         `json:"start_sp"`
		Days    []sprintDayJSON `json:"days"`
		Changes []scopeJSON     `json:"scope_changes"`
		Note    *string         `json:"note"`
	}
	sprintDayJSON struct {
		Date      string   `json:"date"`
		Ideal     float64  `json:"ideal_sp"`
		Remaining *float64 `json:"remaining_sp"`
		Scope     *float64 `json:"scope_sp"`
		Done      *float64 `json:"done_sp"`
		Added     *float64 `json:"added_sp"`
		Removed   *float64 `json:"removed_sp"`
	}
	scopeJSON struct {
		Date   string  `json:"date"`
		UUID   string  `json:"ticket_uuid"`
		Title  string  `json:"title"`
		Points float64 `json:"points"`
	}
)

func sprintDayOf(d evm.SprintDay) sprintDayJSON {
	return sprintDayJSON{d.Day.String(), d.Ideal, d.Remaining.Ptr(), d.Scope.Ptr(), d.Done.Ptr(), d.Added.Ptr(), d.Removed.Ptr()}
}

func scopeOf(c ScopeChange) scopeJSON { return scopeJSON{c.Day.String(), c.UUID, c.Title, c.Points} }
