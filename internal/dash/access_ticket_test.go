package dash_test

import (
	"fmt"
	"net/http"
	"testing"

	"earnest/internal/db"
)

// ticketAccess lists who may do what with tickets, subtasks, comments and time.
func ticketAccess() map[string]row {
	return map[string]row{
		"GET /projects/{uuid}/cards":         {may: readers, call: inProject("/cards", nil)},
		"POST /projects/{uuid}/tickets":      {may: writers, call: inProject("/tickets", map[string]any{"title": "New"})},
		"POST /projects/{uuid}/bulk":         {may: writers, call: bulkOfOne},
		"GET /tickets/{uuid}":                {may: readers, call: onTicket("", nil)},
		"PUT /tickets/{uuid}":                {may: writers, call: onTicket("", map[string]any{"title": "Other"})},
		"DELETE /tickets/{uuid}":             {may: writers, call: freshTicket},
		"POST /tickets/{uuid}/restore":       {may: writers, call: goneTicket},
		"POST /tickets/{uuid}/subtasks":      {may: writers, call: onTicket("/subtasks", map[string]any{"title": "New"})},
		"PUT /tickets/{uuid}/subtasks/order": {may: writers, call: subtaskOrder},
		"PUT /subtasks/{uuid}":               {may: writers, call: onSubtask},
		"DELETE /subtasks/{uuid}":            {may: writers, call: freshSubtask},
		"GET /tickets/{uuid}/comments":       {may: readers, call: onTicket("/comments", nil)},
		"POST /tickets/{uuid}/comments":      {may: writers, call: onTicket("/comments", map[string]any{"content": "New"})},
		"PUT /comments/{uuid}":               {may: writers, call: onComment}, // the member is the author
		"DELETE /comments/{uuid}":            {may: writers, call: freshComment},
		"GET /tickets/{uuid}/attachments":    {may: readers, call: onTicket("/attachments", nil)},
		"POST /tickets/{uuid}/attachments":   {may: writers, call: onTicket("/attachments?name=new.txt", "New")},
		"GET /attachments/{uuid}":            {may: readers, call: onAttachment, kept: true},
		"GET /attachments/{uuid}/preview":    {may: readers, call: onPreview, kept: true},
		"DELETE /attachments/{uuid}":         {may: writers, call: freshAttachment}, // the member attached it
		"GET /tickets/{uuid}/time":           {may: readers, call: onTicket("/time", nil)},
		"POST /tickets/{uuid}/time":          {may: writers, call: onTicket("/time", map[string]any{"duration_minutes": 30})},
		"GET /tickets/{uuid}/history":        {may: readers, call: onTicket("/history", nil)},
		"GET /tickets/{uuid}/history/{id}":   {may: readers, call: aVersion},
		"GET /comments/{uuid}/history":       {may: readers, call: commentHistory},
	}
}

func onAttachment(_ testing.TB, c *cast, _ *browser) (path string, body any) {
	return "/attachments/" + c.Attachment, nil
}

func onPreview(_ testing.TB, c *cast, _ *browser) (path string, body any) {
	return "/attachments/" + c.Attachment + "/preview", nil
}

func freshAttachment(t testing.TB, c *cast, _ *browser) (path string, body any) {
	t.Helper()
	return "/attachments/" + c.NewAttachment(t), nil
}

// onTicket returns a call to a path below the cast's ticket.
func onTicket(rest string, body any) call {
	return func(_ testing.TB, c *cast, _ *browser) (string, any) { return "/tickets/" + c.Ticket + rest, body }
}

func bulkOfOne(_ testing.TB, c *cast, _ *browser) (path string, body any) {
	return "/projects/" + c.Project + "/bulk", map[string]any{"tickets": []string{c.Ticket}, "set": map[string]any{"priority": "haute"}}
}

func freshTicket(t testing.TB, c *cast, _ *browser) (path string, body any) {
	t.Helper()
	return "/tickets/" + c.NewTicket(t), nil
}

// goneTicket deletes a ticket and returns the call that restores it.
func goneTicket(t testing.TB, c *cast, _ *browser) (path string, body any) {
	t.Helper()
	uuid := c.NewTicket(t)
	if got := c.browser(t, "owner").call(t, http.MethodDelete, "/tickets/"+uuid, nil); got.Status != http.StatusOK {
		t.Fatalf("delete: %d %s", got.Status, got.Body)
	}
	return "/tickets/" + uuid + "/restore", nil
}

func subtaskOrder(t testing.TB, c *cast, _ *browser) (path string, body any) {
	t.Helper()
	ticket := c.NewTicket(t)
	path = "/tickets/" + ticket + "/subtasks"
	s := must[thing](t, c.browser(t, "owner"), http.MethodPost, path, map[string]any{"title": "One"})
	return path + "/order", map[string]any{"subtasks": []string{s.UUID}}
}

func onSubtask(_ testing.TB, c *cast, _ *browser) (path string, body any) {
	return "/subtasks/" + c.Subtask, map[string]any{"status": "done"}
}

func freshSubtask(t testing.TB, c *cast, _ *browser) (path string, body any) {
	t.Helper()
	return "/subtasks/" + c.NewSubtask(t), nil
}

func onComment(_ testing.TB, c *cast, _ *browser) (path string, body any) {
	return "/comments/" + c.Comment, map[string]any{"content": "Other"}
}

func freshComment(t testing.TB, c *cast, _ *browser) (path string, body any) {
	t.Helper()
	return "/comments/" + c.NewComment(t), nil
}

// aVersion is a change to the title of the cast's ticket.
func aVersion(t testing.TB, c *cast, _ *browser) (path string, body any) {
	t.Helper()
	owner := c.browser(t, "owner")
	must[ticket](t, owner, http.MethodPut, "/tickets/"+c.Ticket, map[string]any{"title": "Changed " + db.NewUUID()})
	latest := must[history](t, owner, http.MethodGet, "/tickets/"+c.Ticket+"/history", nil).Changes[0]
	return fmt.Sprintf("/tickets/%s/history/%d", c.Ticket, latest.ID), nil
}

func commentHistory(_ testing.TB, c *cast, _ *browser) (path string, body any) {
	return "/comments/" + c.Comment + "/history", nil
}
