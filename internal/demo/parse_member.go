package demo

import "strings"

const always = 1000 // in sprints, longer than any project

// member parses: person | role | scrum role | minutes a day | rate | service | remark…, where a rate is "520", "520 -> 560 @ -7"
// (raised at the start of that sprint) or "-" (none), and a remark is "from -8", "until -9", "invited" or "inactive".
func (c *catalogue) member(v string) bool {
	part := columns(v, 6)
	m := memberText{
		nick: part[0], role: part[1], scrum: part[2], service: part[5],
		status: "active", from: -always, until: always,
	}
	ok := integer(part[3], &m.minutes) && m.pay(part[4])
	for _, remark := range part[6:] {
		ok = ok && m.remark(remark)
	}
	c.members = append(c.members, m)
	return ok
}

func (m *memberText) pay(s string) bool {
	if s == "-" {
		return true
	}
	first, second, raised := strings.Cut(s, " -> ")
	m.rate = new(float64)
	if !raised {
		return number(first, m.rate)
	}
	m.raised = new(float64)
	rate, at, ok := strings.Cut(second, " @ ")
	return ok && number(first, m.rate) && number(rate, m.raised) && integer(at, &m.raisedAt)
}

func (m *memberText) remark(s string) bool {
	word, sprint, dated := strings.Cut(s, " ")
	switch {
	case !dated:
		m.status = word
		return word == "invited" || word == "inactive"
	case word == "from":
		return integer(sprint, &m.from)
	default:
		return word == "until" && integer(sprint, &m.until)
	}
}

// there reports whether the member works in a sprint, given by its offset from the active one.
func (m *memberText) there(offset int) bool {
	return m.minutes > 0 && m.from <= offset && offset <= m.until
}

// develops reports whether tickets are assigned to the member; other members help out.
func (m *memberText) develops() bool { return m.scrum == "developer" && m.minutes >= 90 }
