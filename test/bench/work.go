package main

import (
	"fmt"
	"net/http"
)

// group is how a work item is measured. The groups run one after the other, so that writes do not enlarge the data that reads
// return.
type group string

const (
	reads  group = "unchanged"
	refuse group = "refused"
	after  group = "after a write"
	writes group = "write"
	many   group = "32 clients"
)

// clients is the number of connections that measure the group many.
const clients = 32

// goal is what a work item may cost: a ratio to the bare handler or to the statuses, which are the cheapest read, or microseconds of CPU.
// With many clients, there are goals for the rate and for the 99th percentile of the latency too. Zero means no goal.
type goal struct {
	ratio, ofStatuses, micros float64
	rate                      float64 // requests per second
	p99                       float64 // microseconds
}

// engineGoals are the goals that differ between the engines.
type engineGoals struct{ unchanged, refused, detail, page, write goal }

func goalsOf(engine string) engineGoals {
	if engine == postgres {
		return engineGoals{unchanged: goal{ratio: 4.5}, detail: goal{ofStatuses: 2}, page: goal{ofStatuses: 2}}
	}
	return engineGoals{
		unchanged: goal{ratio: 2.5}, refused: goal{ratio: 2}, detail: goal{ratio: 8}, page: goal{ratio: 15}, write: goal{micros: sqliteCPU},
	}
}

// statusesWork is the name of the work item that reads the statuses.
const statusesWork = "statuses"

// work is a work item, which becomes a row of the table.
type work struct {
	name  string
	group group
	call  call
	more  []call // made in turn with call; the bare handler answers them alike
	goal  goal
	// conditional makes the call carry the ETag of its own unconditional response.
	conditional bool
}

// pattern returns the calls that a connection repeats.
func (w *work) pattern() pattern { return repeat(append([]call{w.call}, w.more...)...) }

// works returns everything that is measured by default. A row whose route this build does not serve is reported and left out. The bare
// handler distinguishes calls by method and target, so each row needs its own target, except for those measured after a write.
func works(p *product) []work {
	get := func(key, path string, status int) call {
		return newCall(http.MethodGet, "/api/v1"+path, key, "", "", status)
	}
	goals, big := goalsOf(p.engine), p.uuids["big"]
	ticket := func(i int) string { return "/tickets/" + p.uuids[id("big", "ticket", i)] }
	detail := get(p.key, ticket(1), 200)
	page := get(p.key, "/tickets?project="+big+"&page=1&per_page=100", 200)
	projects := get(p.key, "/projects", 200)
	finance := get(p.key, "/finance?project="+big, 200)
	portfolio := get(p.key, "/portfolio/finance", 200)
	entries := get(p.key, "/time-entries?project="+big+"&page=1&per_page=100", 200)
	statuses := get(p.key, "/statuses?project="+big, 200)
	return []work{
		{name: "ticket detail", group: reads, call: detail, goal: goals.unchanged},
		{name: "page of 100 tickets", group: reads, call: page, goal: goals.unchanged},
		{name: "projects", group: reads, call: projects, goal: goals.unchanged},
		{name: "finance", group: reads, call: finance, goal: goals.unchanged},
		{name: "portfolio", group: reads, call: portfolio, goal: goals.unchanged},
		{name: "100 time entries", group: reads, call: entries, goal: goals.unchanged},
		{name: statusesWork, group: reads, call: statuses},

		{name: "unknown key", group: refuse, call: get(p.unknown, ticket(2), 401), goal: goals.refused},
		{name: "wrong scope", group: refuse, call: get(p.narrow, ticket(3), 403), goal: goals.refused},

		{name: "ticket detail", group: after, call: detail, goal: goals.detail},
		{name: "page of 100 tickets", group: after, call: page, goal: goals.page},
		{name: "projects", group: after, call: projects},
		{name: "finance", group: after, call: finance, goal: goal{ratio: 15}},
		{name: "portfolio", group: after, call: portfolio, goal: goal{ratio: 20}},
		{name: "100 time entries", group: after, call: entries, goal: goal{ratio: 15}},
		{name: statusesWork, group: after, call: statuses},

		{name: "create ticket", group: writes, call: createTicket(p, "big"), goal: goals.write},
		{name: "log time", group: writes, call: logTime(p, "big"), goal: goals.write},

		// Its ETag is requested after the writes above have run once, because they change it.
		{name: "not modified", group: refuse, call: get(p.key, ticket(4), 304), goal: goals.refused, conditional: true},
	}
}

// growing returns the work items of the second table. Each of them except the finance page must cost the same whatever the size of the project.
func growing(p *product, s sizes) []work {
	all := works(p)
	var chosen []work
	for _, w := range all {
		growsIn := w.group == writes && w.name == "log time" || w.group == after && w.name == "finance"
		growsIn = growsIn || w.group == reads && w.name != "projects" && w.name != statusesWork && w.name != "portfolio"
		if growsIn {
			w.goal = goal{}
			chosen = append(chosen, w)
		}
	}
	last := fmt.Sprintf("/api/v1/tickets?project=%s&page=%d&per_page=100", p.uuids["big"], (s.Tickets+99)/100)
	page := "/dash/projects/" + p.uuids["big"] + "/finance"
	return append(chosen,
		work{name: "last page of tickets", group: reads, call: newCall(http.MethodGet, last, p.key, "", "", 200)},
		work{name: financePage, group: after, call: newCall(http.MethodGet, page, "none", "", sameOrigin(p.cookie), 200)})
}

// financePage is the name of the work item that reads the data of the dashboard's finance page.
const financePage = "finance page"

// sameOrigin returns the headers of a request by the dashboard.
func sameOrigin(cookie string) string {
	return "Cookie: " + cookie + "\r\nSec-Fetch-Site: same-origin\r\n"
}

// changes returns two writes to make in turn. Each of them changes something that reads of the large project show, and neither
// makes the project larger.
func changes(p *product) []call {
	target := "/api/v1/tickets/" + p.uuids[id("big", "ticket", 1)]
	put := func(body string) call { return newCall(http.MethodPut, target, p.key, body, "", http.StatusOK) }
	return []call{put(`{"story_points":3}`), put(`{"story_points":5}`)}
}

// createTicket returns a call that creates a ticket in a project.
func createTicket(p *product, project string) call {
	uuid := func(noun string) string { return p.uuids[id(project, noun, 1)] }
	body := fmt.Sprintf(`{"project_uuid":%q,"title":"A new ticket","description":%q,"priority":"haute","status":"todo","story_points":5,`+
		`"epic_uuid":%q,"sprint_uuid":%q,"acceptance_criteria":[%q,%q],"tags":[%q]}`,
		p.uuids[project], sentence(3), uuid("epic"), uuid("sprint"), sentence(1), sentence(1), uuid("tag"))
	return newCall(http.MethodPost, "/api/v1/tickets", p.key, body, "", http.StatusCreated)
}

// logTime returns a call that logs time on a ticket of a project.
func logTime(p *product, project string) call {
	body := fmt.Sprintf(`{"ticket_uuid":%q,"duration_minutes":45,"logged_at":"2025-03-03","comment":"Reviewed and tested"}`,
		p.uuids[id(project, "ticket", 5)])
	return newCall(http.MethodPost, "/api/v1/time-entries", p.key, body, "", http.StatusCreated)
}
