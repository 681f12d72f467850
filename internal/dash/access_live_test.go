package dash_test

import (
	"net/http"
	"strings"
	"testing"
	"time"
)

// liveAccess lists who may follow a project and search.
func liveAccess() map[string]row {
	return map[string]row{
		"GET /projects/{uuid}/events": {may: readers, call: followed},
		"GET /search":                 {may: signedIn, call: with("/search?q=x", nil)}, // callers find only objects in their own projects
	}
}

// followed requests a stream and ends its session soon afterwards, so that the stream ends too.
func followed(t testing.TB, c *cast, who *browser) (path string, body any) {
	t.Helper()
	for role := range strings.FieldsSeq(readers) {
		if who.ID == c.people[role].ID { // everyone else gets a response that ends by itself
			time.AfterFunc(200*time.Millisecond, func() { who.call(t, http.MethodDelete, "/session", nil) })
		}
	}
	return "/projects/" + c.Project + "/events", nil
}
