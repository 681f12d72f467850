package limits

import (
	"net/http"
	"testing"

	"earnest/internal/dash"
	"earnest/internal/domain"
	"earnest/internal/identity"
)

type asking = func(testing.TB, *world) call

// below returns a request for a path below that of the large project.
func below(path string, body any) asking { return named("/dash/projects/", "large", path, body) }

func sessionRows() map[string]row {
	return map[string]row{
		"GET /dash/session":          {by: viewer},
		"POST /dash/session":         {by: nobody, ask: signIn},
		"DELETE /dash/session":       {by: viewer, ask: asUser("/dash/session", nil)},
		"GET /dash/sessions":         {by: viewer},
		"DELETE /dash/sessions":      {by: viewer, ask: asUser("/dash/sessions", nil)},
		"DELETE /dash/sessions/{id}": {by: viewer, ask: oneSession},
		"POST /dash/setup":           {by: nobody, refused: http.StatusForbidden, ask: sent("/dash/setup", fields{"token": "set_x", "email": "a@example.org", "firstname": "A", "lastname": "B", "password": password})},
		"POST /dash/invitation/look": {by: nobody, ask: invited(fields{})},
		"POST /dash/invitation":      {by: nobody, ask: invited(fields{"password": password})},
		"GET /dash/oidc/start":       {by: nobody, refused: http.StatusNotFound}, // no provider is configured
		"GET /dash/oidc/callback":    {by: nobody, refused: http.StatusNotFound},

		"PUT /dash/account":                  {by: member, ask: newName},
		"PUT /dash/account/password":         {by: viewer, ask: asUser("/dash/account/password", fields{"current": password, "password": "another good password"})},
		"POST /dash/account/second-factor":   {by: viewer, ask: asUser("/dash/account/second-factor", fields{"password": password})},
		"PUT /dash/account/second-factor":    {by: viewer, ask: offeredFactor},
		"DELETE /dash/account/second-factor": {by: viewer, ask: confirmedFactor("/dash/account/second-factor")},
		"POST /dash/account/recovery-codes":  {by: viewer, ask: confirmedFactor("/dash/account/recovery-codes")},

		"GET /dash/keys":              {by: viewer},
		"POST /dash/keys":             {by: viewer, ask: sent("/dash/keys", fields{"name": "New", "scopes": []string{"tickets:read"}})},
		"PUT /dash/keys/{id}":         {by: viewer, ask: freshKey("", fields{"name": "Other"})},
		"POST /dash/keys/{id}/rotate": {by: viewer, ask: freshKey("/rotate", fields{"overlap_hours": 1})},
		"DELETE /dash/keys/{id}":      {by: viewer, ask: freshKey("", nil)},
	}
}

func projectRows() map[string]row {
	return map[string]row{
		"GET /dash/projects":                     {by: viewer},
		"POST /dash/projects":                    {by: viewer, ask: sent("/dash/projects", fields{"name": "New"})},
		"GET /dash/projects/{uuid}":              {by: viewer, ask: below("", nil)},
		"PUT /dash/projects/{uuid}":              {by: owner, ask: newDescription},
		"DELETE /dash/projects/{uuid}":           {by: owner, ask: named("/dash/projects/", "brief", "", fields{"name": "Brief"}), once: true},
		"PUT /dash/projects/{uuid}/favourite":    {by: viewer, ask: below("/favourite", nil)},
		"DELETE /dash/projects/{uuid}/favourite": {by: viewer, ask: below("/favourite", nil)},
		"GET /dash/projects/{uuid}/events":       {by: viewer, streams: true, hangsUp: 2, ask: below("/events?after=1", nil)},
		"GET /dash/search":                       {by: viewer, ask: sent("/dash/search?q=no+ticket+has+this", nil)},
	}
}

func ticketRows() map[string]row {
	busy := func(path string, body any) asking { return named("/dash/tickets/", "ticket0", path, body) }
	return map[string]row{
		"GET /dash/projects/{uuid}/cards":         {by: viewer, ask: below("/cards?q=the+reader", nil)},
		"POST /dash/projects/{uuid}/tickets":      {by: member, ask: below("/tickets", fields{"title": "New"})},
		"POST /dash/projects/{uuid}/bulk":         {by: member, ask: bulk},
		"GET /dash/tickets/{uuid}":                {by: viewer, ask: busy("", nil)},
		"PUT /dash/tickets/{uuid}":                {by: member, ask: newTitle},
		"DELETE /dash/tickets/{uuid}":             {by: member, ask: numbered("/dash/tickets/", "ticket", 1_200)},
		"POST /dash/tickets/{uuid}/restore":       {by: member, ask: goneTicket()},
		"POST /dash/tickets/{uuid}/subtasks":      {by: member, ask: busy("/subtasks", fields{"title": "New"})},
		"PUT /dash/tickets/{uuid}/subtasks/order": {by: member, ask: subtaskOrder},
		"PUT /dash/subtasks/{uuid}":               {by: member, ask: freshSubtask(dash.Base, fields{"status": "done"})},
		"DELETE /dash/subtasks/{uuid}":            {by: member, ask: freshSubtask(dash.Base, nil)},
		"GET /dash/tickets/{uuid}/comments":       {by: viewer, ask: busy("/comments", nil)},
		"POST /dash/tickets/{uuid}/comments":      {by: member, ask: busy("/comments", fields{"content": longComment()})},
		"PUT /dash/comments/{uuid}":               {by: member, ask: freshComment(dash.Base, fields{"content": longComment()})},
		"DELETE /dash/comments/{uuid}":            {by: member, ask: freshComment(dash.Base, nil)},
		"GET /dash/tickets/{uuid}/attachments":    {by: viewer, ask: busy("/attachments", nil)},
		"POST /dash/tickets/{uuid}/attachments":   {by: member, ask: busy("/attachments?name=new.txt", fields{"some": "text"})},
		"GET /dash/attachments/{uuid}":            {by: viewer, ask: freshAttachment(dash.Base)},
		"GET /dash/attachments/{uuid}/preview":    {by: viewer, ask: freshPreview},
		"DELETE /dash/attachments/{uuid}":         {by: member, ask: freshAttachment(dash.Base)},
		"GET /dash/tickets/{uuid}/time":           {by: viewer, ask: busy("/time", nil)},
		"POST /dash/tickets/{uuid}/time":          {by: member, ask: busy("/time", fields{"duration_minutes": 30})},
		"GET /dash/tickets/{uuid}/history":        {by: viewer, ask: busy("/history", nil)},
		"GET /dash/tickets/{uuid}/history/{id}":   {by: viewer, ask: longText},
		"GET /dash/comments/{uuid}/history":       {by: viewer, ask: commentHistory},

		"GET /dash/projects/{uuid}/cards | by sprint": {by: viewer, ask: below("/cards?by=sprint&q=the+reader", nil)},
		"GET /dash/projects/{uuid}/cards | by status": {by: viewer, ask: below("/cards?by=status&q=the+reader", nil)},
	}
}

func sprintRows() map[string]row {
	return map[string]row{
		"POST /dash/projects/{uuid}/sprints": {by: member, ask: below("/sprints", fields{"title": "New"})},
		"PUT /dash/sprints/{uuid}":           {by: member, ask: newGoal},
		"GET /dash/sprints/{uuid}/start":     {by: viewer, ask: aSprint(sprints-2, "/start", nil)},
		"POST /dash/sprints/{uuid}/start":    {by: member, ask: aSprint(sprints-3, "/start", fields{}), once: true},
		"POST /dash/sprints/{uuid}/reopen":   {by: member, ask: closedSprint, once: true},
		"GET /dash/sprints/{uuid}/close":     {by: viewer, ask: aSprint(sprints-fat-1, "/close", nil)},
		"POST /dash/sprints/{uuid}/close":    {by: member, ask: aSprint(sprints-fat-2, "/close", fields{"unfinished": "backlog"}), once: true},
		"GET /dash/sprints/{uuid}/chart":     {by: viewer, ask: aSprint(sprints-fat-1, "/chart", nil)},
		"GET /dash/projects/{uuid}/velocity": {by: viewer, ask: below("/velocity", nil)},
	}
}

func signIn(t testing.TB, w *world) call {
	t.Helper()
	return call{path: "/dash/session", body: fields{"email": w.mustUser(t).email, "password": password}}
}

// asUser returns a request from a new user who has a password.
func asUser(path string, body any) asking {
	return func(t testing.TB, w *world) call {
		t.Helper()
		return call{path: path, body: body, by: w.mustUser(t)}
	}
}

func oneSession(t testing.TB, w *world) call {
	t.Helper()
	u := w.mustUser(t)
	list := must[struct {
		Sessions []thing `json:"sessions"`
	}](t, w, call{method: "GET", path: "/dash/sessions", by: u})
	return call{path: "/dash/sessions/" + list.Sessions[0].id(), by: u}
}

// invited returns a request that uses a new invitation.
func invited(body fields) asking {
	return func(t testing.TB, w *world) call {
		t.Helper()
		_, token, err := w.app.Accounts.CreateUser(t.Context(), identity.NewUser{
			Email: w.fresh("guest") + "@example.org", Firstname: "New", Lastname: "Guest", Plan: domain.Business, Invite: true,
		})
		if err != nil {
			t.Fatal(err)
		}
		body["token"] = token.Reveal()
		path := "/dash/invitation"
		if body["password"] == nil {
			path += "/look"
		}
		return call{path: path, body: body}
	}
}

func newName(_ testing.TB, w *world) call {
	return call{path: "/dash/account", body: fields{"firstname": w.fresh("Name")}}
}

func freshKey(path string, body any) asking {
	return func(t testing.TB, w *world) call {
		t.Helper()
		in := domain.Given(identity.KeyText{Name: domain.Some("Own"), Scopes: domain.Some([]string{"tickets:read"})})
		key, _, err := w.app.Keys.CreateOwnKey(t.Context(), domain.Caller{UserID: w.people[viewer].id}, in)
		if err != nil {
			t.Fatal(err)
		}
		return call{path: "/dash/keys/" + thing{ID: key.ID}.id() + path, body: body}
	}
}

func newDescription(_ testing.TB, w *world) call {
	return call{path: "/dash/projects/" + w.uuids["large"], body: fields{"description": w.fresh("Other ")}}
}

func newTitle(_ testing.TB, w *world) call {
	return call{path: "/dash/tickets/" + w.uuids["ticket0"], body: fields{"title": w.fresh("Other ")}}
}

// bulk returns a request that changes the maximum number of tickets.
func bulk(_ testing.TB, w *world) call {
	w.last++
	var list []string
	for i := range 500 {
		list = append(list, w.uuids[name("ticket", 15_000+i)])
	}
	set := fields{"story_points": w.last % 9000, "status": []string{"todo", "done"}[w.last%2], "sprint_uuid": w.uuids[name("sprint", w.last%100)]}
	return call{path: "/dash/projects/" + w.uuids["large"] + "/bulk", body: fields{"tickets": list, "set": set}}
}

// goneTicket deletes a ticket and returns the request that restores it.
func goneTicket() asking {
	next := numbered("/dash/tickets/", "ticket", 1_300)
	return func(t testing.TB, w *world) call {
		t.Helper()
		c := next(t, w)
		must[any](t, w, call{method: "DELETE", path: c.path, by: w.people[member]})
		return call{path: c.path + "/restore"}
	}
}

func subtaskOrder(t testing.TB, w *world) call {
	t.Helper()
	ticket := w.mustMake(t, "/projects/"+w.uuids["large"]+"/tickets", fields{"title": "New"})
	var list []string
	for range 50 {
		list = append(list, w.mustMake(t, "/tickets/"+ticket.UUID+"/subtasks", fields{"title": "Part"}).UUID)
	}
	list = append(list[1:], list[0])
	return call{path: "/dash/tickets/" + ticket.UUID + "/subtasks/order", body: fields{"subtasks": list}}
}

func newGoal(_ testing.TB, w *world) call {
	return call{path: "/dash/sprints/" + w.uuids[name("sprint", sprints-1)], body: fields{"goal": w.fresh("Fly ")}}
}

// aSprint returns a request for one of the fullest sprints: the last few are planned, and those before them are active.
func aSprint(number int, path string, body any) asking {
	return named("/dash/sprints/", name("sprint", number), path, body)
}

// closedSprint closes one of the fullest sprints and returns the request that reopens it.
func closedSprint(t testing.TB, w *world) call {
	t.Helper()
	s := "/sprints/" + w.uuids[name("sprint", sprints-fat-3)]
	w.mustMake(t, s+"/close", fields{"unfinished": "backlog"})
	return call{path: dash.Base + s + "/reopen"}
}
