package evm_test

import (
	"fmt"
	"strings"

	"earnest/evm"
)

// read parses a line about the project.
func (p *projectStory) read(verb string, ph *phrase) error {
	switch verb {
	case "sprint":
		p.readSprint(ph)
	case "epic":
		epic := evm.Epic{ID: p.define("epic", ph.word())}
		if !ph.skip("open") {
			epic.Done = ph.skip("done")
		}
		p.Epics = append(p.Epics, epic)
	case "ticket":
		p.readTicket(ph)
	case "deleted":
		name := ph.word()
		p.define("ticket", name)
		p.deleted[name] = true
	case "rate":
		name := ph.word()
		line := rateLine{rate: ph.number(), from: -1 << 40}
		if ph.skip("from") {
			line.from = ph.day()
		}
		p.define("member", name)
		p.rates[name] = append(p.rates[name], line)
	case "logged":
		p.readEffort(ph)
	case "change":
		p.readChange(ph)
	default:
		return fmt.Errorf("a line begins with scenario, today, project, sprint, epic, ticket, deleted, rate, logged, change, "+
			"activity, group, link or expect, not %s", verb)
	}
	return ph.end()
}

// readSprint parses NAME SPAN [STATUS] [started DAY] [closed DAY] [committed TICKET=POINTS …].
func (p *projectStory) readSprint(ph *phrase) {
	name := ph.word()
	s := evm.Sprint{ID: p.define("sprint", name), Status: evm.Active}
	if !ph.skip("undated") {
		span := ph.word()
		from, to, ok := strings.Cut(span, "..")
		if !ok {
			ph.failf("a sprint runs START..END or is undated, not %s", span)
		}
		if from != "" {
			s.Start = new(ph.dayOf(from))
		}
		if to != "" {
			s.End = new(ph.dayOf(to))
		}
	}
	for _, status := range []evm.SprintStatus{evm.Planning, evm.Active, evm.Completed} {
		if ph.skip(string(status)) {
			s.Status = status
		}
	}
	log := &evm.SprintLog{}
	if ph.skip("started") {
		log.Started = new(ph.day())
	}
	if ph.skip("closed") {
		log.Closed = new(ph.day())
	}
	p.logs[name] = log
	if ph.skip("committed") {
		for ph.more() {
			name, points, _ := strings.Cut(ph.word(), "=")
			s.Committed = append(s.Committed, evm.Commitment{TicketID: p.define("ticket", name), Points: ph.numberOf(points)})
		}
	}
	p.Sprints = append(p.Sprints, s)
}

// readTicket parses NAME POINTS [done [DAY]] [in SPRINT] [epic EPIC].
func (p *projectStory) readTicket(ph *phrase) {
	t := evm.Ticket{ID: p.define("ticket", ph.word()), Points: ph.number()}
	if ph.skip("done") {
		t.Done, t.DoneDay = true, ph.maybeDay()
	}
	if ph.skip("in") {
		t.SprintID = p.find(ph, "sprint", ph.word())
	}
	if ph.skip("epic") {
		t.EpicID = p.find(ph, "epic", ph.word())
	}
	p.Tickets = append(p.Tickets, t)
}

// readEffort parses MEMBER MINUTES on TICKET [DAY]. Rates must come first.
func (p *projectStory) readEffort(ph *phrase) {
	member := ph.word()
	e := evm.Effort{MemberID: p.define("member", member), Minutes: int64(ph.number())}
	ticket := ph.after("on")
	e.TicketID = p.find(ph, "ticket", ticket)
	e.Day = ph.maybeDay()
	for _, t := range p.Tickets {
		if t.ID == e.TicketID {
			e.SprintID, e.EpicID = t.SprintID, t.EpicID
		}
	}
	for _, line := range p.rates[member] {
		if e.Day == nil || *e.Day >= line.from {
			e.Rate = new(line.rate)
		}
	}
	p.Effort = append(p.Effort, e)
}

// readChange parses DAY TICKET POINTS [done] in SPRINT, or out of SPRINT.
func (p *projectStory) readChange(ph *phrase) {
	c := evm.TicketChange{Day: ph.day(), TicketID: p.define("ticket", ph.word()), Points: ph.number(), Done: ph.skip("done")}
	if !ph.skip("out") {
		c.InSprint = ph.skip("in")
	} else {
		ph.skip("of")
	}
	sprint := ph.word()
	p.find(ph, "sprint", sprint)
	p.logs[sprint].Changes = append(p.logs[sprint].Changes, c)
}

// define assigns an identifier to a name.
func (p *projectStory) define(kind, name string) int64 {
	key := kind + " " + name
	if p.ids[key] == 0 {
		p.ids[key] = int64(len(p.ids) + 1)
	}
	return p.ids[key]
}

// find returns the identifier of a name that must be known.
func (p *projectStory) find(ph *phrase, kind, name string) int64 {
	id := p.ids[kind+" "+name]
	if id == 0 {
		ph.failf("no %s is called %s", kind, name)
	}
	return id
}
