package limits

import (
	"testing"

	"earnest/internal/apiv1"
	"earnest/internal/domain"
)

// apiRows returns the rows for the routes of /api/v1. By contract its lists have no maximum length, so they are streamed.
func apiRows() map[string]row {
	return map[string]row{
		"GET /api/v1/projects":                {by: viewer, streams: true},
		"GET /api/v1/projects/{uuid}":         {by: viewer, ask: api("/projects/", "large", "", nil)},
		"GET /api/v1/projects/{uuid}/members": {by: viewer, streams: true, ask: api("/projects/", "large", "/members", nil)},
		"POST /api/v1/projects":               {by: viewer, ask: sent("/api/v1/projects", fields{"name": "New"})},
		"PUT /api/v1/projects/{uuid}":         {by: owner, ask: renamed("/projects/", "large", "description")},
		"DELETE /api/v1/projects/{uuid}":      {by: owner, ask: byItsOwner, once: true},

		"GET /api/v1/super-epics":           {by: viewer, streams: true, ask: ofLarge("/super-epics?project=", "")},
		"GET /api/v1/super-epics/{uuid}":    {by: viewer, ask: api("/super-epics/", "super0", "", nil)},
		"POST /api/v1/super-epics":          {by: member, ask: created("/super-epics")},
		"PUT /api/v1/super-epics/{uuid}":    {by: member, ask: renamed("/super-epics/", "super0", "title")},
		"DELETE /api/v1/super-epics/{uuid}": {by: member, ask: api("/super-epics/", "super0", "", nil), once: true},

		"GET /api/v1/epics":           {by: viewer, streams: true, ask: ofLarge("/epics?project=", "")},
		"GET /api/v1/epics/{uuid}":    {by: viewer, ask: api("/epics/", "epic0", "", nil)},
		"POST /api/v1/epics":          {by: member, ask: created("/epics")},
		"PUT /api/v1/epics/{uuid}":    {by: member, ask: renamed("/epics/", "epic0", "title")},
		"DELETE /api/v1/epics/{uuid}": {by: member, ask: api("/epics/", "epic1", "", nil), once: true},

		"GET /api/v1/sprints":        {by: viewer, streams: true, ask: ofLarge("/sprints?project=", "")},
		"GET /api/v1/sprints/{uuid}": {by: viewer, ask: api("/sprints/", name("sprint", sprints-1), "", nil)},
		"POST /api/v1/sprints":       {by: member, ask: created("/sprints")},
		"PUT /api/v1/sprints/{uuid}": {by: member, ask: startedByAPI},

		"GET /api/v1/tickets": {by: viewer, streams: true, ask: ofLarge("/tickets?project=", "")},
		"GET /api/v1/tickets" + variant + "sorted page": {
			by: viewer, ask: ofLarge("/tickets?project=", "&sort=points&status=blocked&q=ticket&cursor="),
		},
		"GET /api/v1/tickets/{uuid}":    {by: viewer, ask: api("/tickets/", "ticket0", "", nil)},
		"POST /api/v1/tickets":          {by: member, ask: created("/tickets")},
		"POST /api/v1/tickets/batch":    {by: member, ask: full("/tickets/batch", "project_uuid", "large", fields{"title": "New"})},
		"PUT /api/v1/tickets/{uuid}":    {by: member, ask: dependent},
		"DELETE /api/v1/tickets/{uuid}": {by: member, ask: numbered("/api/v1/tickets/", "ticket", 1_100)},

		"GET /api/v1/subtasks":           {by: viewer, streams: true, ask: api("/subtasks?ticket_uuid=", "ticket10", "", nil)},
		"POST /api/v1/subtasks":          {by: member, ask: onTicket("/subtasks", fields{"title": "New"})},
		"PUT /api/v1/subtasks/{uuid}":    {by: member, ask: freshSubtask(apiv1.Base, fields{"title": "Other"})},
		"DELETE /api/v1/subtasks/{uuid}": {by: member, ask: freshSubtask(apiv1.Base, nil)},

		"GET /api/v1/comments":           {by: viewer, streams: true, ask: api("/comments?ticket_uuid=", "ticket0", "", nil)},
		"GET /api/v1/comments/{uuid}":    {by: viewer, ask: freshComment(apiv1.Base, nil)},
		"POST /api/v1/comments":          {by: member, ask: onTicket("/comments", fields{"content": longComment()})},
		"PUT /api/v1/comments/{uuid}":    {by: member, ask: freshComment(apiv1.Base, fields{"content": longComment()})},
		"DELETE /api/v1/comments/{uuid}": {by: member, ask: freshComment(apiv1.Base, nil)},

		"GET /api/v1/tickets/{uuid}/attachments":  {by: viewer, streams: true, ask: api("/tickets/", "ticket0", "/attachments", nil)},
		"POST /api/v1/tickets/{uuid}/attachments": {by: member, ask: api("/tickets/", "ticket0", "/attachments?name=new.txt", fields{"some": "text"})},
		"GET /api/v1/attachments/{uuid}":          {by: viewer, ask: freshAttachment(apiv1.Base)},
		"DELETE /api/v1/attachments/{uuid}":       {by: member, ask: freshAttachment(apiv1.Base)},

		"GET /api/v1/team":          {by: viewer, streams: true, ask: ofLarge("/team?project=", "")},
		"GET /api/v1/time-entries":  {by: viewer, streams: true, ask: ofLarge("/time-entries?project=", "")},
		"POST /api/v1/time-entries": {by: member, ask: onTicket("/time-entries", fields{"duration_minutes": 30, "logged_at": "2026-03-01"})},
		"POST /api/v1/time-entries/batch": {
			by: member, ask: full("/time-entries/batch", "ticket_uuid", "ticket0", fields{"duration_minutes": 30, "logged_at": "2026-03-01"}),
		},
		"GET /api/v1/statuses":          {by: viewer, streams: true, ask: ofLarge("/statuses?project=", "")},
		"GET /api/v1/dependencies":      {by: viewer, streams: true, ask: ofLarge("/dependencies?project=", "")},
		"GET /api/v1/milestones":        {by: viewer, streams: true, ask: ofLarge("/milestones?project=", "")},
		"GET /api/v1/finance":           {by: viewer, ask: ofLarge("/finance?project=", "")},
		"GET /api/v1/portfolio/finance": {by: viewer},
		"GET /api/v1/me":                {by: viewer},
	}
}

// earnedValue is the reason why a route may exceed its limits for now.
const earnedValue = "earned value at 20,000 tickets"

// sent returns a request to a fixed path.
func sent(path string, body any) func(testing.TB, *world) call {
	return func(testing.TB, *world) call { return call{path: path, body: body} }
}

// named returns a request for the object in the file that has the given ref.
func named(before, ref, after string, body any) func(testing.TB, *world) call {
	return func(_ testing.TB, w *world) call { return call{path: before + w.uuids[ref] + after, body: body} }
}

// api is like named, for paths below the API's base.
func api(before, ref, after string, body any) func(testing.TB, *world) call {
	return named(apiv1.Base+before, ref, after, body)
}

func ofLarge(before, after string) func(testing.TB, *world) call {
	return api(before, "large", after, nil)
}

// renamed returns a request that changes a text field of an object.
func renamed(before, ref, field string) func(testing.TB, *world) call {
	return func(_ testing.TB, w *world) call {
		return call{path: apiv1.Base + before + w.uuids[ref], body: fields{field: w.fresh("Other ")}}
	}
}

// created returns a request that creates an object in the large project.
func created(path string) func(testing.TB, *world) call {
	return func(_ testing.TB, w *world) call {
		return call{path: apiv1.Base + path, body: fields{"project_uuid": w.uuids["large"], "title": w.fresh("New ")}}
	}
}

// full returns a batch of as many new objects as it may have.
func full(path, parent, ref string, body fields) func(testing.TB, *world) call {
	return func(_ testing.TB, w *world) call {
		body["op"], body[parent] = "create", w.uuids[ref]
		items := make([]fields, apiv1.MaxItems)
		for i := range items {
			items[i] = body
		}
		return call{path: apiv1.Base + path, body: fields{"items": items}}
	}
}

// onTicket returns a request that adds something to the busy ticket.
func onTicket(path string, body fields) func(testing.TB, *world) call {
	return func(_ testing.TB, w *world) call {
		body["ticket_uuid"] = w.uuids["ticket0"]
		return call{path: apiv1.Base + path, body: body}
	}
}

// dependent returns a request that gives a ticket the maximum number of dependencies, each of which has its own dependencies.
func dependent(_ testing.TB, w *world) call {
	w.last++
	var list []string
	for i := range 500 {
		list = append(list, w.uuids[name("ticket", 10_000+w.last%7+i*10)])
	}
	return call{path: apiv1.Base + "/tickets/" + w.uuids[name("ticket", tickets-2)], body: fields{"dependencies": list}}
}

// numbered returns a request for a different object in the file each time, starting with the object numbered first.
func numbered(before, noun string, first int) func(testing.TB, *world) call {
	i := first - 1
	return func(_ testing.TB, w *world) call {
		i++
		return call{path: before + w.uuids[name(noun, i)]}
	}
}

// startedByAPI moves one of the fullest sprints back to planning, and returns the request that starts it.
func startedByAPI(t testing.TB, w *world) call {
	path := apiv1.Base + "/sprints/" + w.uuids[name("sprint", sprints-1)]
	must[thing](t, w, call{method: "PUT", path: path, by: w.people[member], body: fields{"status": "planning"}})
	return call{path: path, body: fields{"status": "active"}}
}

// byItsOwner returns a request for the large project from its current owner.
func byItsOwner(t testing.TB, w *world) call {
	t.Helper()
	list, err := w.app.Projects.Members(t.Context(), domain.Caller{UserID: w.people[owner].id}, w.uuids["large"])
	if err != nil {
		t.Fatal(err)
	}
	c := call{path: apiv1.Base + "/projects/" + w.uuids["large"]}
	for _, m := range list.Members {
		if m.Role == domain.Owner {
			c.by = w.mustPerson(t, m.UserID, m.Email)
		}
	}
	return c
}
