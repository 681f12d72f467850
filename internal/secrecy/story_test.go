package secrecy_test

import (
	"slices"

	"earnest/internal/dash"
)

// prelude gives every project a past: three completed sprints, one running, and time logged by several people.
func (h *history) prelude() {
	h.makeProject("Hidden", true, 50_000)
	h.makeProject("Hidden, no budget", true, nil)
	h.makeProject("Open", false, 20_000)
	for _, p := range h.projects {
		h.makeSuperEpic(p)
		h.makeEpic(p, p.supers[0])
		h.makeEpic(p, nil)
		for _, who := range []string{"admin", "member", "dev"} {
			h.setRate(p, who)
		}
		h.makeTicket(p, "member", 8, p.epics[0], nil)
		h.makeTicket(p, "member", 5, nil, nil)
	}
	for range 3 {
		for _, p := range h.projects {
			h.sprint(p, 4)
		}
		h.pass(5)
		for _, p := range h.projects {
			h.sprintStep(p.sprints[len(p.sprints)-1], "close", fields{"unfinished": "backlog", "goal_met": true})
		}
	}
	for _, p := range h.projects {
		h.sprint(p, 9)
	}
	h.pass(1)
}

// sprint starts a sprint with two tickets, one of which is finished, and lets three people work on them.
func (h *history) sprint(p *project, days int) {
	s := h.makeSprint(p, h.day(0), h.day(days))
	done := h.makeTicket(p, "member", 3, p.epics[0], s)
	left := h.makeTicket(p, "dev", 2, p.epics[1], s)
	h.sprintStep(s, "start", fields{"start_date": h.day(0), "end_date": h.day(days)})
	h.logTime(p, "member", done, 60+h.random.IntN(400), h.day(0))
	h.logTime(p, "dev", left, 60+h.random.IntN(400), h.day(h.random.IntN(days)))
	h.logTime(p, "admin", done, 60+h.random.IntN(400), h.day(-h.random.IntN(3)))
	h.put("finish a ticket", "member", "/tickets/"+done, fields{"status": "done"})
}

// attack performs the actions that are known to have revealed a rate, and reads before and after each of them.
func (h *history) attack() {
	for _, p := range h.projects {
		if !p.secret {
			continue
		}
		last := p.tickets[len(p.tickets)-1]
		h.logTime(p, "member", last, 240, h.day(0))
		h.probe()
		h.put(leavesSprint, "member", "/tickets/"+last, fields{"sprint_uuid": nil})
		h.probe()
		h.put(changesEpic, "member", "/tickets/"+last, fields{"epic_uuid": p.epics[0]})
		h.probe()
		h.put(closesEpic, "member", "/epics/"+p.epics[0], fields{"status": "done"})
		h.probe()
		h.put("reopen an epic", "member", "/epics/"+p.epics[0], fields{"status": "in_progress"})
	}
}

// play runs the whole history. The last full reading comes after the secret rates have changed once more.
func (h *history) play() {
	h.t.Helper()
	h.prelude()
	h.attack()
	for i := range h.steps {
		h.act(h.projects[h.random.IntN(len(h.projects))])
		h.probe()
		if i%h.every == h.every-1 {
			h.settle()
			h.readAll()
		}
	}
	h.settle()
	for _, p := range h.projects {
		h.setRate(p, "member")
		h.probe()
	}
	h.readAll()
}

// act performs one random action.
func (h *history) act(p *project) {
	who := h.pick([]string{"owner", "admin", "member", "dev"})
	ticket := h.pick(p.tickets)
	switch h.random.IntN(24) {
	case 0, 1, 2, 3:
		h.setRate(p, h.pick([]string{"owner", "admin", "member", "dev", "viewer"}))
	case 4, 5, 6:
		h.logTime(p, who, ticket, 1+h.random.IntN(600), h.day(h.random.IntN(20)-14))
	case 7:
		h.put(leavesSprint, who, "/tickets/"+ticket, fields{"sprint_uuid": nil})
	case 8:
		h.put("put a ticket into a sprint", who, "/tickets/"+ticket, fields{"sprint_uuid": h.pick(p.sprints)})
	case 9, 10:
		h.put(changesEpic, who, "/tickets/"+ticket, fields{"epic_uuid": h.pick(p.epics)})
	case 11:
		h.put(closesEpic, who, "/epics/"+h.pick(p.epics), fields{"status": h.pick([]string{"done", "in_progress", "backlog"})})
	case 12:
		h.put("change a ticket", who, "/tickets/"+ticket, fields{"status": h.pick([]string{"done", "todo", "in_progress"}), "story_points": h.random.IntN(9)})
	case 13:
		h.pass(1 + h.random.IntN(3))
	case 14:
		h.dropTicket(p, who)
	case 15:
		h.turnSprint(p)
	case 16:
		h.settleBudget(p)
	case 17:
		h.changeTime(p)
	case 18, 19:
		h.changeTeam(p)
	case 20:
		h.toggle(p)
	case 21:
		h.talk(p, ticket, who)
	default:
		h.grow(p, who)
	}
}

func (h *history) dropTicket(p *project, who string) {
	if len(p.gone) > 0 && h.random.IntN(2) == 0 {
		back := p.gone[0]
		if h.do(deed{"restore a ticket", who, "POST", dash.Base + "/tickets/" + back + "/restore", nil}) != nil {
			p.gone, p.tickets = p.gone[1:], append(p.tickets, back)
		}
		return
	}
	if i := h.random.IntN(len(p.tickets)); len(p.tickets) > 3 {
		if h.do(deed{"delete a ticket", who, "DELETE", dash.Base + "/tickets/" + p.tickets[i], nil}) != nil {
			p.gone = append(p.gone, p.tickets[i])
			p.tickets = slices.Delete(p.tickets, i, i+1)
		}
	}
}

// turnSprint starts, closes or reopens a sprint; the server refuses steps that are not possible.
func (h *history) turnSprint(p *project) {
	step := h.pick([]string{"start", "close", "reopen"})
	body := map[string]fields{
		"start":  {"start_date": h.day(-3), "end_date": h.day(4)},
		"close":  {"unfinished": "backlog", "goal_met": false},
		"reopen": {},
	}[step]
	h.sprintStep(h.pick(p.sprints), step, body)
}

func (h *history) settleBudget(p *project) {
	budgets := []any{nil, 0, 1, 40_000, 1e9}
	body := fields{"budget": budgets[h.random.IntN(len(budgets))], "contingency_pct": h.random.IntN(50)}
	h.put("settle the budget", "owner", "/projects/"+p.uuid, body)
}

// changeTime corrects or deletes logged time.
func (h *history) changeTime(p *project) {
	target := dash.Base + "/time/entries/" + h.pick(p.entries)
	switch h.random.IntN(3) {
	case 0:
		h.do(deed{"delete time", "admin", "DELETE", target, nil})
	case 1:
		h.do(deed{"move time", "admin", "PUT", target, fields{"ticket_uuid": h.pick(p.tickets)}})
	default:
		h.do(deed{"change time", "member", "PUT", target, fields{"duration_minutes": 1 + h.random.IntN(500), "logged_at": h.day(-h.random.IntN(9))}})
	}
}

// changeTeam changes someone's role, or removes or re-adds them.
func (h *history) changeTeam(p *project) {
	who := h.pick([]string{"member", "viewer", "dev", "dev", "dev"})
	switch {
	case p.roles[who] == "":
		h.join(p, who)
	case who == "dev" || h.random.IntN(3) == 0:
		if h.do(deed{"remove a member", "owner", "DELETE", dash.Base + "/members/" + p.members[who], nil}) != nil {
			p.roles[who] = ""
		}
	default:
		h.setRole(p, who, h.pick([]string{"member", "viewer", "admin"}))
	}
}

func (h *history) setRole(p *project, who, role string) {
	if h.do(deed{"change a role", "owner", "PUT", dash.Base + "/members/" + p.members[who], fields{"role": role}}) != nil {
		p.roles[who] = role
	}
}

// toggle shows the rates of a secret project to everyone, or hides them again.
func (h *history) toggle(p *project) {
	if !p.secret || h.plot.open {
		return
	}
	p.open = !p.open
	audience := map[bool]string{true: "everyone", false: "admins"}[p.open]
	h.do(deed{"show or hide rates", "owner", "PUT", dash.Base + "/projects/" + p.uuid, fields{"rates_for": audience}})
}

// settle restores the readers' roles and hides the rates of secret projects, so that there is something to compare.
func (h *history) settle() {
	for _, p := range h.projects {
		if p.open {
			h.toggle(p)
		}
		for _, who := range []string{"member", "viewer"} {
			if p.roles[who] == "" {
				h.join(p, who)
			} else if p.roles[who] != who {
				h.setRole(p, who, who)
			}
		}
	}
}

func (h *history) talk(p *project, ticket, who string) {
	made := h.do(deed{"comment", who, "POST", dash.Base + "/tickets/" + ticket + "/comments", fields{"content": "Hello"}})
	if made := uuid(made); made != "" {
		p.comments = append(p.comments[max(0, len(p.comments)-3):], made)
	}
	h.do(deed{"add a subtask", who, "POST", dash.Base + "/tickets/" + ticket + "/subtasks", fields{"title": "step"}})
}

// grow adds something to the plan.
func (h *history) grow(p *project, who string) {
	switch h.random.IntN(4) {
	case 0:
		h.makeTicket(p, who, float64(h.random.IntN(14)), h.pick(p.epics), h.pick(p.sprints))
	case 1:
		body := fields{"name": "Milestone", "date": h.day(h.random.IntN(40))}
		h.do(deed{"make a milestone", "admin", "POST", dash.Base + "/projects/" + p.uuid + "/milestones", body})
	case 2:
		body := fields{"pred_type": "epic", "pred_uuid": p.epics[0], "succ_type": "epic", "succ_uuid": p.epics[len(p.epics)-1]}
		h.do(deed{"link two epics", "admin", "POST", dash.Base + "/projects/" + p.uuid + "/links", body})
	default:
		h.makeSprint(p, h.day(0), h.day(7))
	}
}
