package demo

import (
	"fmt"
	"slices"
	"time"

	"earnest/internal/workspace"
)

func (p *project) superRef(i int) string { return fmt.Sprintf("%s-x%d", p.ref, i+1) }

func (p *project) epicRef(id string) string { return p.ref + "-e-" + id }

// epicTickets are the tickets of an epic.
func (p *project) epicTickets(epic int) []*ticket {
	var list []*ticket
	for _, t := range p.tickets {
		if t.epic == epic {
			list = append(list, t)
		}
	}
	return list
}

func (p *project) fileSupers() []workspace.SuperEpic {
	var list []workspace.SuperEpic
	for i, s := range p.supers {
		var statuses []string
		var tickets []*ticket
		for j, e := range p.epics {
			if e.super == i {
				statuses = append(statuses, p.epicStatus(j))
				tickets = append(tickets, p.epicTickets(j)...)
			}
		}
		list = append(list, workspace.SuperEpic{
			Ref:         p.superRef(i),
			Title:       s.title,
			Description: optional(s.about),
			Status:      superStatus(statuses),
			Stamps:      p.lastChange(p.began().Add(time.Duration(10+i)*time.Minute), tickets),
		})
	}
	return list
}

func (p *project) fileEpics() []workspace.Epic {
	var list []workspace.Epic
	for i, e := range p.epics {
		epic := workspace.Epic{
			Ref:         p.epicRef(e.id),
			Title:       e.title,
			Description: optional(e.about),
			Status:      p.epicStatus(i),
			Tags:        p.tagRefs(e.tags),
			Stamps:      p.lastChange(p.began().Add(time.Duration(20+i)*time.Minute), p.epicTickets(i)),
		}
		if e.super >= 0 {
			epic.SuperEpic = p.superRef(e.super)
		}
		list = append(list, epic)
	}
	return list
}

// epicStatus follows from the epic's tickets, those without an estimate aside.
func (p *project) epicStatus(epic int) string {
	var done, review, blocked, begun, planned, all int
	for _, t := range p.epicTickets(epic) {
		if t.points == nil || t.outside {
			continue
		}
		all++
		switch {
		case t.done:
			done++
		case t.status == "in_review":
			review++
		case t.status == "blocked":
			blocked++
		case len(t.turns) > 0:
			begun++
		case t.sprint != nil:
			planned++
		}
	}
	switch {
	case done == all:
		return "done"
	case done+review == all:
		return "in_review"
	case blocked > 0 && begun+review == 0:
		return "blocked"
	case done+review+begun > 0:
		return "in_progress"
	case planned > 0:
		return "todo"
	default:
		return "backlog"
	}
}

func superStatus(epics []string) string {
	open := func(s string) bool { return s != "done" }
	begun := func(s string) bool { return s != "backlog" && s != "todo" }
	switch {
	case !slices.ContainsFunc(epics, open):
		return "done"
	case slices.ContainsFunc(epics, begun):
		return "in_progress"
	default:
		return "backlog"
	}
}

func (p *project) fileMilestones() []workspace.Milestone {
	var list []workspace.Milestone
	for i, m := range p.milestones {
		list = append(list, workspace.Milestone{
			Ref:    fmt.Sprintf("%s-m%d", p.ref, i+1),
			Name:   m.name,
			Date:   string(weekday(p.end(m.offset))),
			Color:  m.colour,
			Stamps: both(p.began().Add(time.Duration(40+i) * time.Minute)),
		})
	}
	return list
}

func (p *project) fileLinks() []workspace.Link {
	var list []workspace.Link
	for i, link := range p.links {
		list = append(list, workspace.Link{
			Ref:    fmt.Sprintf("%s-l%d", p.ref, i+1),
			Pred:   p.epicRef(link[0]),
			Succ:   p.epicRef(link[1]),
			Stamps: both(p.began().Add(time.Duration(50+i) * time.Minute)),
		})
	}
	return list
}
