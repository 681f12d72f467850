package report

import (
	"bufio"
	"io"

	"earnest/evm"
)

// SprintList holds the sprints of a project and the velocity of the past ones.
type SprintList struct {
	UUID, Name string
	Today      evm.Day
	Sprints    []Sprint
	Velocity   evm.Velocity
	Past       map[string]bool // the sprints that count towards the velocity, by uuid
}

// SprintListText writes the sprints for a terminal.
func SprintListText(w io.Writer, l SprintList) error {
	p := printer{bufio.NewWriter(w)}
	p.wrap("", l.Name)
	p.linef("Sprints at the end of %s", l.Today)
	p.linef("")
	if len(l.Sprints) == 0 {
		p.linef("The project has no sprints yet.")
		return p.Flush()
	}
	p.velocity(l)
	p.linef("")
	p.linef("%s", sprintLine(" ", "", "start", "end", "status", "committed", "done"))
	for _, s := range byStart(l.Sprints) {
		mark := " "
		if l.Past[s.UUID] {
			mark = "*"
		}
		p.linef("%s", sprintLine(mark, s.Title, dayOrNone(s.Start), dayOrNone(s.End), string(s.Status), short(s.Committed), short(s.Done)))
		p.linef("  %s", s.UUID)
	}
	if len(l.Past) > 0 {
		p.linef("")
		p.linef("* counts in the velocity")
	}
	return p.Flush()
}

func sprintLine(mark, title, start, end, status, committed, done string) string {
	return mark + " " + pad(fitted(title, 24), 24) + " " + pad(start, 10) + " " + pad(end, 10) + " " + pad(status, 9) + " " +
		padLeft(committed, 10) + " " + padLeft(done, 8)
}

// velocity prints and plots the points that past sprints finished.
func (p printer) velocity(l SprintList) {
	v := l.Velocity
	switch {
	case !v.Mean.Known:
		p.wrap("", "No sprint with dates is over yet, so there is no velocity.")
		return
	case !v.Low.Known:
		p.wrap("", "The one past sprint finished "+plural(v.Mean.Value, "point")+"; two are needed to say what to expect of the next.")
	default:
		p.wrap("", plural(float64(len(v.Sprints)), "past sprint")+" finished "+plural(v.Mean.Value, "point")+
			" each on average; expect the next to finish between "+short(v.Low.Value)+" and "+short(v.High.Value)+".")
	}
	committed, done := []evm.Maybe{}, []evm.Maybe{}
	for _, s := range v.Sprints {
		committed, done = append(committed, evm.Known(s.Committed)), append(done, evm.Known(s.Done))
	}
	p.lines([]line{{"committed", committed}, {"done", done}}, shortOrNone)
}

// SprintListJSON writes the sprints as JSON.
func SprintListJSON(w io.Writer, l SprintList) error {
	return encode(w, sprintListJSON{
		Project: projectJSON{l.UUID, l.Name}, Today: l.Today.String(), Velocity: velocityOf(l.Velocity),
		Sprints: mapped(byStart(l.Sprints), func(s Sprint) listedJSON { return listedJSON{sprintOf(s), l.Past[s.UUID]} }),
	})
}

// The JSON form of a list of sprints. Its field names are stable.
type (
	sprintListJSON struct {
		Project  projectJSON  `json:"project"`
		Today    string       `json:"today"`
		Velocity velocity     `json:"velocity"`
		Sprints  []listedJSON `json:"sprints"`
	}
	listedJSON struct {
		sprintJSON

		InVelocity bool `json:"in_velocity"`
	}
)
