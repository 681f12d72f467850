package demo_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"earnest/internal/domain"
	"earnest/internal/workspace"
)

// checker checks a file against the rules. Every error message states its position, so t.Helper, which is slow, is not needed.
type checker struct {
	t     *testing.T
	today domain.Date
	refs  map[string]string // every ref and the kind of object it names
}

func (c *checker) mustf(ok bool, format string, args ...any) {
	if !ok {
		c.t.Errorf(format, args...)
	}
}

func (c *checker) text(rule, value, place string) {
	kept, ok := domain.Rules(rule).Text(value)
	c.mustf(ok && kept == value, "%s: %q is no %s", place, value, rule)
}

func (c *checker) optional(rule string, value *string, place string) {
	if value != nil {
		c.text(rule, *value, place)
	}
}

func (c *checker) number(rule string, value *float64, place string) {
	c.mustf(value == nil || domain.Rules(rule).Number(*value), "%s: %v is no %s", place, value, rule)
}

func (c *checker) list(rule string, lines []string, place string) {
	r := domain.Rules(rule)
	c.mustf(len(lines) <= r.Items, "%s: %d lines", place, len(lines))
	for _, line := range lines {
		n := float64(len([]rune(line)))
		c.mustf(n >= r.Min && n <= r.Max, "%s: a line of %v characters", place, n)
	}
}

// define adds a ref and refuses a duplicate.
func (c *checker) define(ref, noun string) {
	c.mustf(ref != "" && c.refs[ref] == "", "the ref %q of a %s is taken or empty", ref, noun)
	c.refs[ref] = noun
}

func (c *checker) refers(ref, noun, place string) {
	c.mustf(c.refs[ref] == noun, "%s: no %s has the ref %q", place, noun, ref)
}

// stamped checks that both times are set, in the right order and in the past.
func (c *checker) stamped(s workspace.Stamps, place string) {
	created, updated := c.moment(s.CreatedAt, place), c.moment(s.UpdatedAt, place)
	c.mustf(!updated.Before(created), "%s: written %s, changed %s", place, s.CreatedAt, s.UpdatedAt)
}

func (c *checker) moment(s, place string) time.Time {
	moment, err := time.Parse(time.DateTime, s)
	c.mustf(err == nil, "%s: %q is no moment", place, s)
	c.mustf(moment.Before(c.today.Time()), "%s: %s is not past on %s", place, s, c.today)
	return moment
}

func (c *checker) day(s, place string) domain.Date {
	day, ok := domain.ParseDate(s)
	c.mustf(ok, "%s: %q is no day", place, s)
	return day
}

func TestTheFileObeysEveryRuleOfTheImport(t *testing.T) {
	t.Parallel()
	eachDay(t, func(t *testing.T, today domain.Date, file workspace.File) {
		t.Helper()
		c := &checker{t, today, map[string]string{}}
		for _, u := range file.Users {
			c.define(u.Email, "user")
			c.text("email", u.Email, u.Email)
			c.text("person name", u.Firstname, u.Email)
			c.text("person name", u.Lastname, u.Email)
			c.text("plan", u.Plan, u.Email)
			c.mustf(strings.HasSuffix(u.Email, ".example"), "%s is an address that may exist", u.Email)
			c.stamped(u.Stamps, u.Email)
		}
		for _, p := range file.Projects {
			c.definitions(p)
			c.project(p)
			c.team(p)
			c.roadmap(p)
			for _, s := range p.Sprints {
				c.sprint(p, s)
			}
			for _, k := range p.Tickets {
				c.ticket(p, k)
			}
		}
	})
}

// definitions adds all refs; those of a project are prefixed by its own ref.
func (c *checker) definitions(p workspace.Project) {
	c.define(p.Ref, "project")
	for _, x := range p.Tags {
		c.define(x.Ref, p.Ref+" tag")
	}
	for _, x := range p.SuperEpics {
		c.define(x.Ref, p.Ref+" super-epic")
	}
	for _, x := range p.Epics {
		c.define(x.Ref, p.Ref+" epic")
	}
	for _, x := range p.Sprints {
		c.define(x.Ref, p.Ref+" sprint")
	}
	for _, x := range p.Tickets {
		c.define(x.Ref, p.Ref+" ticket")
	}
	for _, x := range p.Milestones {
		c.define(x.Ref, p.Ref+" milestone")
	}
	for _, x := range p.Dependencies {
		c.define(x.Ref, p.Ref+" link")
	}
}

func (c *checker) project(p workspace.Project) {
	c.text("project name", p.Name, p.Ref)
	c.optional("description", p.Description, p.Ref)
	c.text("color", p.Color, p.Ref)
	c.list("lines", p.DefaultDoD, p.Ref)
	c.number("percent", p.ContingencyPct, p.Ref)
	c.number("money", p.Budget, p.Ref)
	c.optional("currency", p.Currency, p.Ref)
	c.text("rates for", p.RatesFor, p.Ref)
	c.stamped(p.Stamps, p.Ref)
	for _, s := range p.Statuses {
		c.text("status key", s.Key, p.Ref)
		c.text("label", s.Label, p.Ref)
		c.text("color", s.Color, p.Ref)
		c.text("color", s.BgColor, p.Ref)
	}
	for _, tag := range p.Tags {
		c.text("label", tag.Name, p.Ref)
	}
	for _, x := range p.Commentaries {
		c.text("commentary", x.Content, p.Ref)
		c.member(p, x.Author, p.Ref)
		c.mustf(c.day(x.Day, p.Ref) <= c.today, "%s: a commentary on %s", p.Ref, x.Day)
	}
}

func (c *checker) team(p workspace.Project) {
	owners, seen := 0, map[string]bool{}
	for _, m := range p.Members {
		place := p.Ref + " " + m.User
		c.refers(m.User, "user", place)
		c.mustf(!seen[m.User], "%s: twice in the team", place)
		seen[m.User] = true
		c.text("role", m.ProjectRole, place)
		c.text("scrum role", m.ScrumRole, place)
		c.text("member status", m.Status, place)
		c.text("service", m.Service, place)
		c.number("money", m.TJM, place)
		c.stamped(m.Stamps, place)
		if m.ProjectRole == "owner" {
			owners++
		}
		for _, r := range m.Rates {
			c.mustf(c.day(r.From, place) <= c.today && m.TJM != nil && r.TJM > *m.TJM, "%s: a raise to %v from %s", place, r.TJM, r.From)
		}
	}
	c.mustf(owners == 1, "%s has %d owners", p.Ref, owners)
}

func (c *checker) roadmap(p workspace.Project) {
	for _, s := range p.SuperEpics {
		c.text("title", s.Title, s.Ref)
		c.text("super-epic status", s.Status, s.Ref)
		c.stamped(s.Stamps, s.Ref)
	}
	for _, e := range p.Epics {
		c.text("title", e.Title, e.Ref)
		c.text("epic status", e.Status, e.Ref)
		c.stamped(e.Stamps, e.Ref)
		if e.SuperEpic != "" {
			c.refers(e.SuperEpic, p.Ref+" super-epic", e.Ref)
		}
		for _, tag := range e.Tags {
			c.refers(tag, p.Ref+" tag", e.Ref)
		}
	}
	for _, m := range p.Milestones {
		c.text("title", m.Name, m.Ref)
		c.text("color", m.Color, m.Ref)
		c.day(m.Date, m.Ref)
		c.stamped(m.Stamps, m.Ref)
	}
	for _, l := range p.Dependencies {
		c.refers(l.Pred, p.Ref+" epic", l.Ref)
		c.refers(l.Succ, p.Ref+" epic", l.Ref)
	}
}

func (c *checker) sprint(p workspace.Project, s workspace.Sprint) {
	c.text("title", s.Title, s.Ref)
	c.optional("goal", s.Goal, s.Ref)
	c.text("sprint status", s.Status, s.Ref)
	c.list("lines", s.DoD, s.Ref)
	c.stamped(s.Stamps, s.Ref)
	for ref := range s.Committed {
		c.refers(ref, p.Ref+" ticket", s.Ref)
	}
	if s.StartDate == nil {
		return
	}
	start, end := c.day(*s.StartDate, s.Ref), c.day(*s.EndDate, s.Ref)
	c.mustf(days(start, end) == 13, "%s: from %s to %s", s.Ref, start, end)
	c.mustf((s.Committed != nil) == (s.Status != "planning"), "%s: %s with the commitment %v", s.Ref, s.Status, s.Committed)
	c.mustf((s.Status == "completed") == (end < c.today), "%s: %s but ends on %s", s.Ref, s.Status, end)
	if s.Status == "active" {
		n := days(start, c.today) + 1
		c.mustf(n >= 6 && n <= 9, "%s: today is day %v", s.Ref, n)
		c.mustf(start.Time().Weekday() != time.Saturday && start.Time().Weekday() != time.Sunday, "%s begins on a weekend", s.Ref)
	}
}

func (c *checker) ticket(p workspace.Project, k workspace.Ticket) {
	c.text("title", k.Title, k.Ref)
	c.optional("description", k.Description, k.Ref)
	c.text("priority", k.Priority, k.Ref)
	c.number("points", k.StoryPoints, k.Ref)
	c.list("lines", k.AcceptanceCriteria, k.Ref)
	c.stamped(k.Stamps, k.Ref)
	c.mustf(slices.Contains(statuses(p), k.Status), "%s: no status %q", k.Ref, k.Status)
	c.mustf(k.Type == "Story" || k.Type == "Bug" || slices.Contains(p.TicketTypes, k.Type), "%s: no type %q", k.Ref, k.Type)
	c.refers(k.Epic, p.Ref+" epic", k.Ref)
	if k.Sprint != "" {
		c.refers(k.Sprint, p.Ref+" sprint", k.Ref)
	}
	for _, ref := range k.Dependencies {
		c.refers(ref, p.Ref+" ticket", k.Ref)
		c.mustf(ref != k.Ref, "%s depends on itself", k.Ref)
	}
	for _, ref := range k.Tags {
		c.refers(ref, p.Ref+" tag", k.Ref)
	}
	if k.Assignee != "" {
		c.member(p, k.Assignee, k.Ref)
	}
	for i, s := range k.Subtasks {
		place := fmt.Sprintf("%s subtask %d", k.Ref, i)
		c.text("title", s.Title, place)
		c.text("subtask status", s.Status, place)
		c.stamped(s.Stamps, place)
	}
	for i, m := range k.Comments {
		c.comment(p, m, fmt.Sprintf("%s comment %d", k.Ref, i))
		c.mustf(m.CreatedAt >= k.CreatedAt && m.CreatedAt <= k.UpdatedAt, "%s: a comment of %s", k.Ref, m.CreatedAt)
	}
	for _, e := range k.TimeEntries {
		c.entry(p, k, e)
	}
	c.done(p, k)
}

func statuses(p workspace.Project) []string {
	var keys []string
	for _, s := range domain.DefaultStatuses() {
		keys = append(keys, s.Key)
	}
	for _, s := range p.Statuses {
		keys = append(keys, s.Key)
	}
	return keys
}

func (c *checker) member(p workspace.Project, email, place string) workspace.Member {
	m, ok := memberOf(p, email)
	c.mustf(ok, "%s: %s is no member", place, email)
	c.mustf(m.Status != "invited", "%s: %s is only invited", place, email)
	return m
}

func (c *checker) comment(p workspace.Project, m workspace.Comment, place string) {
	c.text("content", m.Content, place)
	author := c.member(p, m.Author, place)
	c.mustf(author.ProjectRole != "viewer", "%s: %s only reads", place, m.Author)
	c.mustf(!strings.Contains(m.Content, "{") && strings.Count(m.Content, "@") == len(m.Mentions), "%s: %s mentions %v", place, m.Content, m.Mentions)
	for _, mention := range m.Mentions {
		c.member(p, mention, place)
	}
	c.stamped(m.Stamps, place)
}

func (c *checker) entry(p workspace.Project, k workspace.Ticket, e workspace.TimeEntry) {
	place := k.Ref + " on " + e.LoggedAt
	author := c.member(p, e.User, place)
	c.mustf(author.ProjectRole != "viewer", "%s: %s only reads", place, e.User)
	day := c.day(e.LoggedAt, place)
	c.mustf(e.DurationMinutes >= 15 && e.DurationMinutes%15 == 0, "%s: %d minutes", place, e.DurationMinutes)
	c.mustf(day <= c.today, "%s is after today", place)
	c.mustf(e.LoggedAt >= k.CreatedAt[:10], "%s: written %s", place, k.CreatedAt)
	c.mustf(day.Time().Weekday() != time.Saturday && day.Time().Weekday() != time.Sunday, "%s is a weekend", place)
	if day < c.today {
		c.stamped(e.Stamps, place)
	}
	if e.Comment != nil {
		c.text("entry comment", *e.Comment, place)
	}
}

// done checks the time at which a ticket was done, which must lie within the dates of its sprint if the sprint has started.
func (c *checker) done(p workspace.Project, k workspace.Ticket) {
	isDone := doneStatus(p, k.Status)
	c.mustf(isDone == (k.DoneAt != ""), "%s: %s, done at %q", k.Ref, k.Status, k.DoneAt)
	if !isDone {
		return
	}
	c.mustf(!c.moment(k.DoneAt, k.Ref).Before(c.moment(k.CreatedAt, k.Ref)) && k.DoneAt <= k.UpdatedAt,
		"%s: written %s, done %s, changed %s", k.Ref, k.CreatedAt, k.DoneAt, k.UpdatedAt)
	for _, s := range p.Sprints {
		if s.Ref == k.Sprint && s.StartDate != nil && s.Status != "planning" {
			c.mustf(k.DoneAt[:10] >= *s.StartDate && k.DoneAt[:10] <= *s.EndDate, "%s: done %s, sprint %s to %s", k.Ref, k.DoneAt, *s.StartDate, *s.EndDate)
		}
	}
}

func TestNobodyWorksMoreThanEightHoursADay(t *testing.T) {
	t.Parallel()
	eachDay(t, func(t *testing.T, _ domain.Date, file workspace.File) {
		t.Helper()
		minutes := map[[2]string]int64{}
		for _, p := range file.Projects {
			for _, k := range p.Tickets {
				for _, e := range k.TimeEntries {
					minutes[[2]string{e.User, e.LoggedAt}] += e.DurationMinutes
				}
			}
		}
		for who, n := range minutes {
			if n > 480 {
				t.Errorf("%s booked %d minutes on %s", who[0], n, who[1])
			}
		}
	})
}
