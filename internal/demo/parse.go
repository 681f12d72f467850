package demo

import (
	"strconv"
	"strings"

	"earnest/internal/workspace"
)

// parse parses a catalogue. Its head consists of "key: value" lines, followed by
//
//	## super-epic      ### id: epic #tag      > description of the item above
//	- 5 haute | ticket #tag #tag              ! the same, for a ticket that turns up during a sprint
//	  * criterion   + subtask   " author: comment   ^ (depends on the ticket above)
//
// Before the bar come the points (? if not estimated) and then, in any order, a priority, a ticket type, and one of the words
// later, outside and undated; all but the points are optional.
func parse(file string) catalogue {
	p := parser{catalogue: catalogue{ratesFor: "everyone"}}
	for i, line := range lines(file) {
		if !p.line(strings.TrimSpace(line)) {
			malformed(file, i, line)
		}
	}
	return p.catalogue
}

type parser struct {
	catalogue
	about *string // where to store the next description
}

// line parses one line and reports whether it succeeded.
func (p *parser) line(line string) bool {
	mark, rest, _ := strings.Cut(line, " ")
	switch mark {
	case "##":
		p.supers = append(p.supers, superText{title: rest})
		p.about = &p.supers[len(p.supers)-1].about
	case "###":
		return p.epic(rest)
	case ">":
		*p.about = rest
	case "-", "!":
		return p.ticket(rest, mark == "!")
	case "*", "+", `"`, "^":
		return p.detail(mark, rest)
	default:
		key, value, ok := strings.Cut(line, ":")
		set := heads()[key]
		return ok && set != nil && set(&p.catalogue, strings.TrimSpace(value))
	}
	return true
}

func (p *parser) epic(rest string) bool {
	id, title, ok := strings.Cut(rest, ": ")
	title, tags := cutTags(title)
	p.epics = append(p.epics, epicText{id: id, title: title, tags: tags, super: len(p.supers) - 1})
	p.about = &p.epics[len(p.epics)-1].about
	return ok
}

func (p *parser) ticket(rest string, found bool) bool {
	words, title, ok := strings.Cut(rest, " | ")
	title, tags := cutTags(title)
	t := ticketText{title: title, tags: tags, epic: len(p.epics) - 1, found: found, priority: "normale", kind: "Story"}
	if found {
		t.kind = "Bug"
	}
	for i, word := range strings.Fields(words) {
		ok = ok && t.word(i, word)
	}
	p.tickets = append(p.tickets, t)
	p.about = &p.tickets[len(p.tickets)-1].about
	return ok
}

// word parses one of the words before a ticket's bar.
func (t *ticketText) word(i int, word string) bool {
	switch {
	case i == 0 && word == "?":
	case i == 0:
		points, err := strconv.ParseFloat(word, 64)
		t.points = &points
		return err == nil
	case word == "later":
		t.later = true
	case word == "outside":
		t.outside = true
	case word == "undated":
		t.undated = true
	case word == "critique" || word == "haute" || word == "faible":
		t.priority = word
	default:
		t.kind = word
	}
	return true
}

// detail parses a detail of the last ticket.
func (p *parser) detail(mark, rest string) bool {
	t := &p.tickets[len(p.tickets)-1]
	switch mark {
	case "*":
		t.criteria = append(t.criteria, rest)
	case "+":
		t.subtasks = append(t.subtasks, rest)
	case "^":
		t.after = true
	default:
		author, content, ok := strings.Cut(rest, ": ")
		t.comments = append(t.comments, commentText{author, content})
		return ok
	}
	return true
}

// cutTags removes the tags from the end of a title. A tag may have several words.
func cutTags(title string) (string, []string) {
	parts := strings.Split(title, " #")
	if len(parts) == 1 {
		return title, nil
	}
	return parts[0], parts[1:]
}

// heads returns the parsers for the keys in a catalogue's head.
func heads() map[string]func(*catalogue, string) bool {
	return map[string]func(*catalogue, string) bool{
		"ref":         func(c *catalogue, v string) bool { c.ref = v; return true },
		"name":        func(c *catalogue, v string) bool { c.name = v; return true },
		"lang":        func(c *catalogue, v string) bool { c.lang = v; return v == "fr" || v == "en" },
		"colour":      func(c *catalogue, v string) bool { c.colour = v; return true },
		"about":       func(c *catalogue, v string) bool { c.about = v; return true },
		"past":        func(c *catalogue, v string) bool { return integer(v, &c.past) },
		"planned":     func(c *catalogue, v string) bool { return integer(v, &c.planned) },
		"ended":       func(c *catalogue, v string) bool { return integer(v, &c.ended) },
		"spi":         func(c *catalogue, v string) bool { return number(v, &c.spi) },
		"cpi":         func(c *catalogue, v string) bool { return number(v, &c.cpi) },
		"budget":      func(c *catalogue, v string) bool { return number(v, &c.budget) },
		"funding":     (*catalogue).fund,
		"contingency": func(c *catalogue, v string) bool { return number(v, &c.contingency) },
		"serial":      func(c *catalogue, v string) bool { c.serial = v == "yes"; return true },
		"rates":       func(c *catalogue, v string) bool { c.ratesFor = v; return true },
		"dod":         func(c *catalogue, v string) bool { c.dod = append(c.dod, v); return true },
		"type":        func(c *catalogue, v string) bool { c.types = append(c.types, v); return true },
		"tag":         func(c *catalogue, v string) bool { c.tags = append(c.tags, v); return true },
		"status":      (*catalogue).status,
		"member":      (*catalogue).member,
		"milestone":   (*catalogue).milestone,
		"link":        (*catalogue).link,
		"commentary":  (*catalogue).commentary,
		"undated":     (*catalogue).openEnded,
	}
}

func integer(s string, n *int) (ok bool) {
	v, err := strconv.Atoi(s)
	*n = v
	return err == nil
}

func number(s string, f *float64) (ok bool) {
	v, err := strconv.ParseFloat(s, 64)
	*f = v
	return err == nil
}

// status parses: key | label | colour | background | order | done.
func (c *catalogue) status(v string) bool {
	part := columns(v, 6)
	order, err := strconv.ParseInt(part[4], 10, 32)
	c.statuses = append(c.statuses, workspace.Status{
		Key: part[0], Label: part[1], Color: part[2], BgColor: part[3], SortOrder: order, IsDone: part[5] == "done",
	})
	return err == nil
}

// fund parses: share before | sprint | who | reason.
func (c *catalogue) fund(v string) bool {
	part := columns(v, 4)
	c.funding = &fundingText{by: part[2], reason: part[3]}
	return number(part[0], &c.funding.before) && integer(part[1], &c.funding.offset)
}

// milestone parses: sprint | name | colour.
func (c *catalogue) milestone(v string) bool {
	part := columns(v, 3)
	m := milestoneText{name: part[1], colour: part[2]}
	ok := integer(part[0], &m.offset)
	c.milestones = append(c.milestones, m)
	return ok
}

// link parses: epic -> epic | type | lag in working days. The type and the lag may both be left out.
func (c *catalogue) link(v string) bool {
	ends, terms, typed := strings.Cut(v, " | ")
	pred, succ, ok := strings.Cut(ends, " -> ")
	l := linkText{pred: pred, succ: succ}
	if typed {
		part := columns(terms, 2)
		lag, err := strconv.ParseInt(part[1], 10, 32)
		l.kind, l.lag, ok = part[0], lag, ok && err == nil
	}
	c.links = append(c.links, l)
	return ok
}

// commentary parses: sprint | who | text.
func (c *catalogue) commentary(v string) bool {
	part := columns(v, 3)
	text := commentaryText{by: part[1], text: part[2]}
	ok := integer(part[0], &text.offset)
	c.commentaries = append(c.commentaries, text)
	return ok
}

// openEnded parses: title | goal.
func (c *catalogue) openEnded(v string) bool {
	part := columns(v, 2)
	c.undatedTitle, c.undatedGoal = part[0], part[1]
	return true
}
