package report

import (
	"strings"
	"time"
)

// commentary writes what those who manage the project have to say about its state on that day.
func commentary(m *markup, r Report) {
	if r.Commentary == nil {
		return
	}
	m.open("section", "id", "commentary")
	m.put("h2", m.lang.say("Commentary"))
	m.put("p", r.Commentary.Content, "class", "typed")
	m.put("p", r.signature(), "class", "note")
	m.end("section")
}

// signature returns who wrote the commentary, and when.
func (r Report) signature() string {
	return r.lang.say("By %s, %s.", r.Commentary.Author, r.lang.date(r.Commentary.UpdatedAt.UTC().Format(time.DateOnly)))
}

func (p printer) commentary(r Report) {
	if r.Commentary == nil {
		return
	}
	p.title("Commentary")
	for line := range strings.Lines(r.Commentary.Content) {
		if strings.TrimSpace(line) != "" {
			p.wrap("  ", line)
		}
	}
	p.wrap("  ", r.signature())
}
