package faults_test

import "math/rand/v2"

type body = map[string]any

func (m *team) addTicket(*rand.Rand) {
	m.keep("ticket", m.send(false, "POST", "/tickets", body{"project_uuid": m.project, "title": m.name("Ticket")}))
}

// edit makes a randomly chosen change to a ticket.
func (m *team) edit(r *rand.Rand) {
	changes := []body{
		{"title": m.name("Renamed")},
		{"description": m.name("Text"), "acceptance_criteria": []string{m.name("one"), "two"}},
		{"status": []string{"backlog", "todo", "in_progress", "done", "blocked"}[r.IntN(5)]},
		{"story_points": r.IntN(100), "priority": []string{"critique", "haute", "normale", "faible"}[r.IntN(4)]},
		{"epic_uuid": m.pick(r, "epic")},
		{"sprint_uuid": m.pick(r, "sprint")},
		{"assignee_id": m.users[r.IntN(len(m.users))]},
		{"assignee_id": nil, "epic_uuid": nil, "sprint_uuid": nil},
		{"tags": []string{m.pick(r, "tag"), m.pick(r, "tag")}},
		{"tags": []string{}},
	}
	m.send(false, "PUT", "/tickets/"+m.pick(r, "ticket"), changes[r.IntN(len(changes))])
}

// link makes one ticket depend on another.
func (m *team) link(r *rand.Rand) {
	m.send(false, "PUT", "/tickets/"+m.pick(r, "ticket"), body{"dependencies": []string{m.pick(r, "ticket")}})
}

func (m *team) drop(r *rand.Rand) {
	uuid := m.take(r, "ticket")
	m.send(false, "DELETE", "/tickets/"+uuid, nil)
	m.keep("gone", uuid)
}

func (m *team) restore(r *rand.Rand) {
	uuid := m.take(r, "gone")
	m.send(true, "POST", "/tickets/"+uuid+"/restore", nil)
	m.keep("ticket", uuid)
}

// bulk changes several tickets in one request.
func (m *team) bulk(r *rand.Rand) {
	some := []string{m.pick(r, "ticket"), m.pick(r, "ticket"), m.pick(r, "ticket")}
	changes := []body{
		{"set": body{"story_points": r.IntN(100)}},
		{"set": body{"status": "in_review"}},
		{"add_tags": []string{m.pick(r, "tag")}},
		{"remove_tags": []string{m.pick(r, "tag")}},
		{"set": body{"sprint_uuid": m.pick(r, "sprint")}},
	}
	change := changes[r.IntN(len(changes))]
	change["tickets"] = some
	m.send(true, "POST", "/projects/"+m.project+"/bulk", change)
}

func (m *team) addSubtask(r *rand.Rand) {
	m.keep("subtask", m.send(false, "POST", "/subtasks", body{"ticket_uuid": m.pick(r, "ticket"), "title": m.name("Step"), "assignee_id": m.users[0]}))
}

func (m *team) editSubtask(r *rand.Rand) {
	m.send(false, "PUT", "/subtasks/"+m.pick(r, "subtask"), body{"title": m.name("Step"), "status": "done", "sort_order": r.IntN(50)})
}

func (m *team) dropSubtask(r *rand.Rand) {
	m.send(false, "DELETE", "/subtasks/"+m.take(r, "subtask"), nil)
}

func (m *team) addTag(*rand.Rand) {
	m.keep("tag", m.send(true, "POST", "/projects/"+m.project+"/tags", body{"name": m.name("tag")}))
}

func (m *team) renameTag(r *rand.Rand) {
	m.send(true, "PUT", "/tags/"+m.pick(r, "tag"), body{"name": m.name("tag")})
}

func (m *team) mergeTag(r *rand.Rand) {
	m.send(true, "POST", "/tags/"+m.take(r, "tag")+"/merge", body{"into": m.pick(r, "tag")})
}

func (m *team) dropTag(r *rand.Rand) { m.send(true, "DELETE", "/tags/"+m.take(r, "tag"), nil) }

func (m *team) addEpic(*rand.Rand) {
	m.keep("epic", m.send(false, "POST", "/epics", body{"project_uuid": m.project, "title": m.name("Epic")}))
}

func (m *team) dropEpic(r *rand.Rand) { m.send(false, "DELETE", "/epics/"+m.take(r, "epic"), nil) }

func (m *team) addSprint(*rand.Rand) {
	m.keep("sprint", m.send(false, "POST", "/sprints", body{"project_uuid": m.project, "title": m.name("Sprint")}))
}

func (m *team) editSprint(r *rand.Rand) {
	m.send(false, "PUT", "/sprints/"+m.pick(r, "sprint"), body{"title": m.name("Sprint")})
}

func (m *team) logTime(r *rand.Rand) {
	m.keep("entry", m.send(false, "POST", "/time-entries",
		body{"ticket_uuid": m.pick(r, "ticket"), "duration_minutes": 1 + r.IntN(100), "logged_at": "2026-03-0" + string(rune('1'+r.IntN(9)))}))
}

func (m *team) editTime(r *rand.Rand) {
	m.send(true, "PUT", "/time/entries/"+m.pick(r, "entry"), body{"duration_minutes": 1 + r.IntN(100), "comment": m.name("Note")})
}

func (m *team) dropTime(r *rand.Rand) {
	m.send(true, "DELETE", "/time/entries/"+m.take(r, "entry"), nil)
}

// rename changes the user's name, which tickets and time entries show.
func (m *team) rename(*rand.Rand) { m.send(true, "PUT", "/account", body{"lastname": m.name("Body")}) }

func (m *team) join(*rand.Rand) {
	m.keep("member", m.send(true, "POST", "/projects/"+m.project+"/members", body{"email": "cy@example.org", "role": "member"}))
}

func (m *team) leave(r *rand.Rand) { m.send(true, "DELETE", "/members/"+m.take(r, "member"), nil) }

func (m *team) comment(r *rand.Rand) {
	m.send(false, "POST", "/comments", body{"ticket_uuid": m.pick(r, "ticket"), "content": m.name("Words")})
}

// status creates a status, moves a ticket into it and deletes it again.
func (m *team) status(r *rand.Rand) {
	label := m.name("Status")
	m.send(true, "POST", "/projects/"+m.project+"/statuses", body{"key": "own", "label": label, "color": "#112233", "bg_color": "#445566"})
	m.send(false, "PUT", "/tickets/"+m.pick(r, "ticket"), body{"status": "own"})
	m.send(true, "DELETE", "/projects/"+m.project+"/statuses/own", body{"to": "todo"})
}
