package demo

import (
	"strings"
	"time"

	"earnest/internal/domain"
	"earnest/internal/workspace"
)

// converse adds comments to the tickets: those in the catalogue, or else phrases that suit the occasion.
func (p *project) converse() {
	for _, t := range p.tickets {
		for i, c := range t.comments {
			p.say(t, c.author, c.content, float64(i+1)/float64(len(t.comments)+1))
		}
		if len(t.turns) == 0 || len(t.comments) > 0 {
			continue
		}
		for _, o := range p.occasions(t) {
			author := t.turns[0].nick
			if o.other {
				author = p.voice(t, author)
			}
			p.say(t, author, p.phrases.next(o.name), o.when)
		}
	}
}

// occasion is a reason to comment, with its time: 0 is when work began, and 1 is when it was done, or today if it is not done
// yet.
type occasion struct {
	name  string
	when  float64
	other bool // a colleague writes, not the assignee
}

func (p *project) occasions(t *ticket) []occasion {
	var list []occasion
	add := func(name string, when, often float64) {
		if p.chance(often) {
			list = append(list, occasion{name, when, name == "review" || name == "done"})
		}
	}
	add("start", 0, 0.2)
	add("question", 0.3, 0.2)
	if len(t.turns) > 1 || !t.done && t.sprint == nil {
		add("carried", 0.5, 0.8)
	}
	if t.status == statusBlocked {
		add("blocked", 0.9, 1)
	}
	if t.done || t.status == statusInReview {
		add("review", 0.9, 0.25)
	}
	if t.done {
		add("done", 1, 0.2)
	}
	return list
}

// say adds a comment after the existing ones. @nick and {name} become mentions.
func (p *project) say(t *ticket, author, content string, when float64) {
	c := workspace.Comment{Author: p.people[author].email}
	if strings.Contains(content, "{name}") {
		content = strings.ReplaceAll(content, "{name}", "@"+p.voice(t, author))
	}
	for _, m := range p.members {
		if who := p.people[m.nick]; strings.Contains(content, "@"+m.nick) {
			content = strings.ReplaceAll(content, "@"+m.nick, "<strong>@"+who.first+"</strong>")
			c.Mentions = append(c.Mentions, who.email)
		}
	}
	if !strings.Contains(content, "<p>") && !strings.Contains(content, "<ul>") {
		content = "<p>" + content + "</p>"
	}
	c.Content = content
	from, to := p.span(t)
	moment := p.officeHour(from.Add(time.Duration(when*float64(to.Sub(from)))), from)
	if n := len(t.talk); n > 0 {
		moment = p.passed(later(moment, workspace.Moment(t.talk[n-1].CreatedAt).Add(25*time.Minute)))
	}
	stamp := domain.Stamp(moment)
	c.CreatedAt, c.UpdatedAt = stamp, stamp
	t.talk = append(t.talk, c)
}

// voice returns someone who was on the team when work on the ticket began and is not the person named by but, preferably a
// developer or tester.
func (p *project) voice(t *ticket, but string) string {
	var peers, others []string
	for _, m := range p.members {
		switch {
		case m.nick == but || m.role == "viewer" || !m.there(t.turns[0].sprint.offset):
		case m.develops() || m.scrum == "tester":
			peers = append(peers, m.nick)
		default:
			others = append(others, m.nick)
		}
	}
	if len(peers) == 0 {
		peers = others
	}
	return peers[p.rand.IntN(len(peers))]
}

// span returns the period in which a ticket was worked on.
func (p *project) span(t *ticket) (from, to time.Time) {
	from, to = t.created, latest(p.today)
	if len(t.entries) > 0 {
		from = later(from, p.at(domain.Date(t.entries[0].LoggedAt), 9))
	}
	if t.done {
		to = t.doneAt
	}
	return from, later(from, to)
}

// officeHour moves a time to office hours on the same day, or on the Friday before a weekend, but not before first.
func (p *project) officeHour(t, first time.Time) time.Time {
	return later(p.at(weekday(domain.DateOf(t)), p.between(8.5, 17.5)), first)
}

func later(a, b time.Time) time.Time {
	if a.Before(b) {
		return b
	}
	return a
}
