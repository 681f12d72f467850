package calendar

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"earnest/internal/domain"
	"earnest/internal/work"
)

// textOf formats a calendar of all-day events according to RFC 5545. Its output is deterministic.
func textOf(c work.Calendar, baseURL string) string {
	var b ics
	b.line("BEGIN", "VCALENDAR")
	b.line("VERSION", "2.0")
	b.line("PRODID", "-//Earnest//Calendar//EN")
	b.line("CALSCALE", "GREGORIAN")
	b.line("METHOD", "PUBLISH")
	b.text("X-WR-CALNAME", c.Project.Name)
	b.line("REFRESH-INTERVAL;VALUE=DURATION", "PT1H")
	b.line("X-PUBLISHED-TTL", "PT1H")
	project := baseURL + "/projects/" + c.Project.UUID
	for _, s := range c.Sprints {
		if s.StartDate != nil && s.EndDate != nil {
			b.event(sprintEvent(s, project))
		}
	}
	for _, m := range c.Milestones {
		b.event(event{
			uuid: m.UUID, title: m.Name, kind: "Milestone", first: m.Date, last: m.Date, url: project + "/roadmap", made: m.CreatedAt, changed: m.UpdatedAt,
		})
	}
	b.line("END", "VCALENDAR")
	return b.String()
}

func sprintEvent(s domain.Sprint, project string) event {
	e := event{
		uuid: s.UUID, title: s.Title, kind: "Sprint", first: *s.StartDate, last: *s.EndDate, url: project + "/sprints/" + s.UUID,
		made: s.CreatedAt, changed: s.UpdatedAt,
	}
	if s.Goal != nil {
		e.about = *s.Goal
	}
	return e
}

// event is an all-day event; last is inclusive.
type event struct {
	uuid, title, about, kind, url string
	first, last                   domain.Date
	made, changed                 time.Time
}

// ics is a calendar under construction.
type ics struct{ strings.Builder }

func (b *ics) event(e event) {
	b.line("BEGIN", "VEVENT")
	b.line("UID", e.uuid+"@earnest")
	b.line("DTSTAMP", stamp(e.changed))
	b.line("CREATED", stamp(e.made))
	b.line("LAST-MODIFIED", stamp(e.changed))
	b.line("DTSTART;VALUE=DATE", day(e.first))
	b.line("DTEND;VALUE=DATE", day(e.last.AddDays(1))) // exclusive
	b.text("SUMMARY", e.title)
	if e.about != "" {
		b.text("DESCRIPTION", e.about)
	}
	b.line("CATEGORIES", e.kind)
	b.line("URL", e.url)
	b.line("TRANSP", "TRANSPARENT") // a sprint leaves people free for meetings
	b.line("END", "VEVENT")
}

// stamp formats a time for a calendar.
func stamp(at time.Time) string { return at.UTC().Format("20060102T150405Z") }

func day(d domain.Date) string { return strings.ReplaceAll(string(d), "-", "") }

// text writes a line whose value is user input.
func (b *ics) text(name, value string) {
	value = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(strings.ToValidUTF8(value, "\ufffd"))
	value = strings.Map(func(r rune) rune {
		if r != '\n' && r != '\t' && unicode.IsControl(r) {
			return -1
		}
		return r
	}, value)
	b.line(name, strings.NewReplacer(`\`, `\\`, ";", `\;`, ",", `\,`, "\n", `\n`).Replace(value))
}

// lineBytes is the maximum length of a line; longer ones are folded.
const lineBytes = 75

func (b *ics) line(name, value string) {
	rest, room := name+":"+value, lineBytes
	for len(rest) > room {
		cut := room
		for !utf8.RuneStart(rest[cut]) {
			cut--
		}
		b.WriteString(rest[:cut] + "\r\n ")
		rest, room = rest[cut:], lineBytes-1
	}
	b.WriteString(rest + "\r\n")
}
