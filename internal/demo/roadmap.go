package demo

import (
	"fmt"
	"slices"
	"time"

	"earnest/internal/workspace"
)

func (p *project) superRef(i int) string { return fmt.Sprintf("%s-x%d", p.ref, i+1) }

func (p *project) epicRef(id string) string { return p.ref + "-e-" + id }

// epicTickets returns the tickets of an epic.
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

// progress counts the tickets of an epic by state.
type progress struct{ done, review, blocked, begun, planned, all int }

// progressOf counts the tickets of an epic, except unestimated ones and those worked on outside sprints.
func (p *project) progressOf(epic int) progress {
	var n progress
	for _, t := range p.epicTickets(epic) {
		if t.points == nil || t.outside {
			continue
		}
		n.all++
		switch {
		case t.done:
			n.done++
		case t.status == statusInReview:
			n.review++
		case t.status == statusBlocked:
			n.blocked++
		case len(t.turns) > 0:
			n.begun++
		case t.sprint != nil:
			n.planned++
		}
	}
	return n
}

// epicStatus derives the status of an epic from its tickets.
func (p *project) epicStatus(epic int) string {
	n := p.progressOf(epic)
	switch {
	case n.done == n.all:
		return statusDone
	case n.done+n.review == n.all:
		return statusInReview
	case n.blocked > 0 && n.begun+n.review == 0:
		return statusBlocked
	case n.done+n.review+n.begun > 0:
		return statusInProgress
	case n.planned > 0:
		return statusTodo
	default:
		return statusBacklog
	}
}

func superStatus(epics []string) string {
	open := func(s string) bool { return s != statusDone }
	begun := func(s string) bool { return s != statusBacklog && s != statusTodo }
	switch {
	case !slices.ContainsFunc(epics, open):
		return statusDone
	case slices.ContainsFunc(epics, begun):
		return statusInProgress
	default:
		return statusBacklog
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
			Ref:     fmt.Sprintf("%s-l%d", p.ref, i+1),
			Pred:    p.epicRef(link.pred),
			Succ:    p.epicRef(link.succ),
			Type:    link.kind,
			LagDays: link.lag,
			Stamps:  both(p.began().Add(time.Duration(50+i) * time.Minute)),
		})
	}
	return list
}
