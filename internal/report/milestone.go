package report

import (
	"math"
	"time"

	"earnest/internal/domain"
)

// milestones writes the milestones with their dates and by how much they have slipped.
func milestones(m *markup, r Report) {
	if len(r.Milestones) == 0 {
		return
	}
	l := m.lang
	t := table{head: []string{l.say("Milestone"), l.say("First planned"), l.say("Planned now"), l.say("Slippage"), l.say("When")}}
	for _, s := range r.Milestones {
		t.rows = append(t.rows, []string{s.Name, l.day(s.First), l.day(s.Date), l.slipped(s), l.due(r, s)})
	}
	m.open("section", "id", "milestones")
	m.put("h2", l.say("Milestones"))
	t.write(m, "data")
	m.end("section")
}

// slipped describes by how much a milestone has moved since it was first planned.
func (l Language) slipped(m Milestone) string {
	days := l.plural(math.Abs(float64(m.slippage())), "day")
	switch {
	case m.slippage() == 0:
		return l.say("as first planned")
	case m.slippage() < 0:
		return l.say("%s earlier", days)
	}
	return l.say("%s later", days)
}

// due describes how far away a milestone is on the day of the report.
func (l Language) due(r Report, m Milestone) string {
	switch left := m.Date - r.Today; {
	case left < 0:
		return l.say("passed")
	case left == 0:
		return l.say("on the day itself")
	default:
		return l.say("in %s", l.plural(float64(left), "day"))
	}
}

func (p printer) milestones(r Report) {
	if len(r.Milestones) == 0 {
		return
	}
	p.title("Milestones")
	for _, m := range r.Milestones {
		p.linef("  %s %s  %s", pad(fitted(m.Name, 40), 40), pad(r.lang.day(m.Date), 12), r.lang.slipped(m))
	}
}

// The milestones and the commentary as JSON.
type (
	milestoneJSON struct {
		UUID     string `json:"uuid"`
		Name     string `json:"name"`
		Date     string `json:"date"`
		First    string `json:"first_date"`
		Slippage int    `json:"slippage_days"`
	}
	commentaryJSON struct {
		Content   string `json:"content"`
		Author    string `json:"author"`
		UpdatedAt string `json:"updated_at"`
	}
)

func milestoneOf(m Milestone) milestoneJSON {
	return milestoneJSON{m.UUID, m.Name, m.Date.String(), m.First.String(), m.slippage()}
}

func commentaryOf(c *domain.Commentary) *commentaryJSON {
	if c == nil {
		return nil
	}
	return &commentaryJSON{c.Content, c.Author, c.UpdatedAt.UTC().Format(time.DateTime)}
}
