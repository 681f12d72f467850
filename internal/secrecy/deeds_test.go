package secrecy_test

import (
	"maps"
	"strings"

	"earnest/internal/apiv1"
	"earnest/internal/dash"
)

// Actions that are known to have revealed a rate in the past, because figures that readers could see changed as a result.
const (
	leavesSprint = "take a ticket out of its sprint"
	changesEpic  = "move a ticket to another epic"
	closesEpic   = "close an epic"
)

type fields = map[string]any

// makeProject creates a project with everyone in its team.
func (h *history) makeProject(name string, secret bool, budget any) *project {
	audience := "everyone"
	if secret && !h.plot.open {
		audience = "admins"
	}
	body := fields{"name": name, "budget": budget, "contingency_pct": 10, "rates_for": audience}
	frame := h.do(deed{"make a project", "owner", "POST", dash.Base + "/projects", body})
	inner, _ := frame["project"].(fields)
	p := &project{uuid: uuid(inner), secret: secret, members: map[string]string{}, roles: map[string]string{"owner": "owner"}, rates: map[string][2]*float64{}}
	members, _ := frame["members"].([]any)
	first, _ := members[0].(fields)
	p.members["owner"] = uuid(first)
	h.projects = append(h.projects, p)
	for _, who := range h.names()[1:] {
		h.join(p, who)
	}
	for _, who := range []string{"member", "viewer"} {
		made := h.do(deed{"subscribe to the calendar", who, "POST", dash.Base + "/projects/" + p.uuid + "/calendar", nil})
		url, _ := made["url"].(string)
		for _, w := range h.worlds {
			w.people[who].calendar[p.uuid] = strings.TrimPrefix(url, "http://earnest.example")
		}
	}
	return p
}

// join adds a person to the team, in their usual role.
func (h *history) join(p *project, who string) {
	role := strings.Replace(who, "dev", "member", 1)
	body := fields{"email": h.worlds[0].people[who].email, "role": role}
	made := h.do(deed{"add a member", "owner", "POST", dash.Base + "/projects/" + p.uuid + "/members", body})
	member, ok := made["member"].(fields)
	if !ok {
		return
	}
	p.members[who] = uuid(member)
	if joined := h.do(deed{"accept the invitation", who, "POST", dash.Base + "/invitations/" + uuid(member) + "/accept", nil}); joined != nil {
		p.roles[who] = role
	}
}

func (h *history) makeEpic(p *project, super any) {
	body := fields{"title": "Epic", "super_epic_uuid": super}
	p.epics = append(p.epics, uuid(h.do(deed{"make an epic", "member", "POST", dash.Base + "/projects/" + p.uuid + "/epics", body})))
}

func (h *history) makeSuperEpic(p *project) {
	body := fields{"title": "Super"}
	p.supers = append(p.supers, uuid(h.do(deed{"make a super-epic", "admin", "POST", dash.Base + "/projects/" + p.uuid + "/super-epics", body})))
}

func (h *history) makeSprint(p *project, start, end string) string {
	body := fields{"title": "Sprint", "start_date": start, "end_date": end}
	s := uuid(h.do(deed{"make a sprint", "admin", "POST", dash.Base + "/projects/" + p.uuid + "/sprints", body}))
	p.sprints = append(p.sprints, s)
	return s
}

// makeTicket adds a ticket through either front, chosen at random.
func (h *history) makeTicket(p *project, who string, points float64, epic, sprint any) string {
	body := fields{"title": "ticket", "story_points": points, "epic_uuid": epic, "sprint_uuid": sprint}
	d := deed{"make a ticket", who, "POST", dash.Base + "/projects/" + p.uuid + "/tickets", body}
	if h.random.IntN(2) == 0 {
		body["project_uuid"] = p.uuid
		d.target = apiv1.Base + "/tickets"
	}
	made := uuid(h.do(d))
	if made != "" {
		p.tickets = append(p.tickets, made)
	}
	return made
}

// put changes something through either front, chosen at random, since the paths are the same.
func (h *history) put(name, who, path string, body fields) fields {
	base := dash.Base
	if h.random.IntN(2) == 0 {
		base = apiv1.Base
	}
	return h.do(deed{name, who, "PUT", base + path, body})
}

func (h *history) logTime(p *project, who, ticket string, minutes int, day string) {
	body := fields{"duration_minutes": minutes, "logged_at": day}
	d := deed{"log time", who, "POST", dash.Base + "/tickets/" + ticket + "/time", body}
	if h.random.IntN(2) == 0 {
		body["ticket_uuid"] = ticket
		d.target = apiv1.Base + "/time-entries"
	}
	if made := uuid(h.do(d)); made != "" {
		p.entries = append(p.entries, made)
	}
}

func (h *history) sprintStep(sprint, step string, body fields) {
	h.do(deed{step + " a sprint", "admin", "POST", dash.Base + "/sprints/" + sprint + "/" + step, body})
}

// setRate sets or clears a person's rate: differently in each world, unless the project hides nothing.
func (h *history) setRate(p *project, who string) {
	body := fields{}
	switch h.random.IntN(3) {
	case 0:
		body["from"] = h.day(-h.random.IntN(20))
	case 1:
		body["rewrite_past"] = true
	}
	by := []string{"owner", "admin"}[h.random.IntN(2)]
	var deeds [2]deed
	known := p.rates[who]
	for i := range deeds {
		var tjm *float64
		if p.secret {
			tjm = h.costOf(i, known[i])
		} else {
			tjm = new(float64(300 + h.step))
		}
		set := fields{"tjm": tjm}
		maps.Copy(set, body)
		deeds[i] = deed{"set a rate", by, "PUT", dash.Base + "/members/" + p.members[who] + "/rate", set}
		if tjm == nil {
			deeds[i].method, deeds[i].body = "DELETE", nil
		}
		known[i] = tjm
	}
	p.rates[who] = known
	h.doEach(deeds[0], deeds[1])
}

// costOf draws a rate for one world: a new one, the known one, or nil to clear it.
func (h *history) costOf(world int, known *float64) *float64 {
	r := h.costs[world]
	ordinary := new(float64(h.step)*10 + float64(r.IntN(1000))/100)
	if h.plain {
		return ordinary
	}
	switch r.IntN(8) {
	case 0:
		return known
	case 1:
		return nil
	case 2:
		return new(0.0)
	case 3:
		return new(0.01)
	case 4:
		return new(1e9)
	case 5:
		return new(400.0) // both worlds may draw the same rate
	default:
		return ordinary
	}
}
