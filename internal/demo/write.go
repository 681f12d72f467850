package demo

import (
	"fmt"
	"math"
	"slices"
	"time"

	"earnest/internal/domain"
	"earnest/internal/workspace"
)

// file returns the project in the format of the workspace file.
func (p *project) file() workspace.Project {
	return workspace.Project{
		Ref:            p.ref,
		Name:           p.name,
		Description:    optional(p.about),
		Color:          p.colour,
		DefaultDoD:     p.dod,
		ContingencyPct: &p.contingency,
		Budget:         p.bac(),
		Currency:       new("EUR"),
		Budgets:        p.fileBudgets(),
		RatesFor:       p.ratesFor,
		Members:        p.fileMembers(),
		Statuses:       p.statuses,
		TicketTypes:    p.types,
		Tags:           p.fileTags(),
		SuperEpics:     p.fileSupers(),
		Epics:          p.fileEpics(),
		Sprints:        p.fileSprints(),
		Tickets:        p.fileTickets(),
		Milestones:     p.fileMilestones(),
		Dependencies:   p.fileLinks(),
		Commentaries:   p.fileCommentaries(),
		Stamps:         p.lastChange(p.began(), p.tickets),
	}
}

// fileBudgets returns the budgets over time of a project whose budget was raised.
func (p *project) fileBudgets() []workspace.Budget {
	now, raise := p.bac(), p.funding
	if now == nil || raise == nil {
		return nil
	}
	before := math.Round(*now*raise.before/500) * 500
	return []workspace.Budget{
		{From: string(domain.FirstDay), Budget: &before, ContingencyPct: &p.contingency, CreatedAt: domain.Stamp(p.began())},
		{
			From: string(p.start(raise.offset)), Budget: now, ContingencyPct: &p.contingency, Reason: raise.reason,
			Author: p.people[raise.by].email, CreatedAt: domain.Stamp(p.at(p.start(raise.offset), 11)),
		},
	}
}

// fileCommentaries returns what was written at the end of sprints. While a sprint is running, that is today, and like time logged today it has no
// timestamp.
func (p *project) fileCommentaries() []workspace.Commentary {
	var list []workspace.Commentary
	for _, c := range p.commentaries {
		row := workspace.Commentary{Day: string(p.today), Content: c.text, Author: p.people[c.by].email}
		if day := weekday(p.end(c.offset)); day < p.today {
			row.Day, row.UpdatedAt = string(day), domain.Stamp(p.at(day, 17))
		}
		list = append(list, row)
	}
	return list
}

func (p *project) fileMembers() []workspace.Member {
	var list []workspace.Member
	for _, m := range p.members {
		joined := p.began()
		if m.from > -always {
			joined = p.at(p.start(m.from), 8)
		}
		member := workspace.Member{
			User:        p.people[m.nick].email,
			ProjectRole: m.role,
			ScrumRole:   m.scrum,
			Status:      m.status,
			TJM:         m.rate,
			Service:     m.service,
			Stamps:      both(joined),
		}
		if m.raised != nil {
			member.Rates = []workspace.Rate{{From: string(p.start(m.raisedAt)), TJM: *m.raised}}
		}
		list = append(list, member)
	}
	return list
}

func (p *project) fileTags() []workspace.Tag {
	var list []workspace.Tag
	for i, name := range p.tags {
		list = append(list, workspace.Tag{Ref: p.tagRef(i), Name: name, Stamps: both(p.began().Add(time.Duration(i) * time.Minute))})
	}
	return list
}

func (p *project) tagRef(i int) string { return fmt.Sprintf("%s-g%d", p.ref, i+1) }

func (p *project) tagRefs(names []string) []string {
	var refs []string
	for _, name := range names {
		i := slices.Index(p.tags, name)
		if i < 0 {
			panic(fmt.Sprintf("%s has no tag %q", p.name, name))
		}
		refs = append(refs, p.tagRef(i))
	}
	return refs
}

func (p *project) fileTickets() []workspace.Ticket {
	refs := map[string]string{}
	for _, t := range p.tickets {
		refs[t.title] = t.ref
	}
	var list []workspace.Ticket
	for i, t := range p.tickets {
		ticket := p.fileTicket(t)
		if t.sprint != nil && i%datedEvery == 0 {
			ticket.StartDate, ticket.DueDate = p.dates(t.sprint, i)
		}
		if t.after {
			ticket.Dependencies = []string{refs[p.above(t)]}
		}
		list = append(list, ticket)
	}
	return list
}

// datedEvery is how many tickets there are for each one with dates.
const datedEvery = 2

// dates returns the first day and the due date of a ticket, which is one of the last days of its sprint. They take nothing from the random numbers,
// so that everything else in the demo stays as it is.
func (p *project) dates(s *sprint, i int) (start, due *string) {
	last := weekday(p.end(s.offset).AddDays(-(i / datedEvery % 5)))
	return new(string(p.start(s.offset))), new(string(last))
}

// above returns the title of the ticket above another in the catalogue.
func (p *project) above(t *ticket) string {
	i := slices.IndexFunc(p.catalogue.tickets, func(other ticketText) bool { return other.title == t.title })
	return p.catalogue.tickets[i-1].title
}

func (p *project) fileTicket(t *ticket) workspace.Ticket {
	ticket := workspace.Ticket{
		Ref:                t.ref,
		Title:              t.title,
		Description:        optional(t.about),
		Type:               t.kind,
		Priority:           t.priority,
		Status:             t.status,
		StoryPoints:        new(t.size()),
		Epic:               p.epicRef(p.epics[t.epic].id),
		Assignee:           p.people[t.assignee].email,
		AcceptanceCriteria: p.criteria(t),
		Tags:               p.tagRefs(t.tags),
		Subtasks:           p.subtasks(t),
		Comments:           t.talk,
		TimeEntries:        t.entries,
		Stamps:             p.stamps(t),
	}
	if t.sprint != nil {
		ticket.Sprint = t.sprint.ref
	}
	if t.done {
		ticket.DoneAt = domain.Stamp(t.doneAt)
	}
	return ticket
}

// criteria returns the criteria in the catalogue or, now and then, the team's usual ones.
func (p *project) criteria(t *ticket) []string {
	if len(t.criteria) > 0 || t.size() < 3 || t.outside || !p.chance(0.4) {
		return t.criteria
	}
	return []string{p.phrases.next("criterion"), p.phrases.next("criterion")}
}
