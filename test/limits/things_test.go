package limits

import (
	"strings"
	"testing"

	"earnest/internal/dash"
)

// What the rows change or delete is made for each call.

// longComment is as long as a comment may be.
func longComment() string {
	return "<p>" + strings.Repeat("Some <b>words</b> about it. ", 3_000) + "</p>"
}

// freshSubtask is a request to a subtask of its own.
func freshSubtask(base string, body any) func(testing.TB, *world) call {
	return func(t testing.TB, w *world) call {
		t.Helper()
		made := w.mustMake(t, "/tickets/"+w.uuids["ticket10"]+"/subtasks", fields{"title": "New"})
		return call{path: base + "/subtasks/" + made.UUID, body: body}
	}
}

// freshComment is a request to a comment of its own on the busy ticket.
func freshComment(base string, body any) func(testing.TB, *world) call {
	return func(t testing.TB, w *world) call {
		t.Helper()
		made := w.mustMake(t, "/tickets/"+w.uuids["ticket0"]+"/comments", fields{"content": "Hello"})
		return call{path: base + "/comments/" + made.UUID, body: body}
	}
}

// fullEpic is a request to an epic of its own that holds the tickets of a large one.
func fullEpic(base string) func(testing.TB, *world) call {
	return func(t testing.TB, w *world) call {
		t.Helper()
		made := w.mustMake(t, "/projects/"+w.uuids["large"]+"/epics", fields{"title": "Full"})
		for from := 0; from < fatEpic; from += 500 {
			w.mustMove(t, from, from+500, fields{"epic_uuid": made.UUID})
		}
		return call{path: base + "/epics/" + made.UUID}
	}
}

// fullSuperEpic is a request to a super-epic of its own that holds some epics.
func fullSuperEpic(base string) func(testing.TB, *world) call {
	return func(t testing.TB, w *world) call {
		t.Helper()
		made := w.mustMake(t, "/projects/"+w.uuids["large"]+"/super-epics", fields{"title": "Full"})
		for i := range 50 {
			path := dash.Base + "/epics/" + w.uuids[name("epic", epics-1-i)]
			must[thing](t, w, call{method: "PUT", path: path, by: w.people[member], body: fields{"super_epic_uuid": made.UUID}})
		}
		return call{path: base + "/super-epics/" + made.UUID}
	}
}

// mustMake creates something by the dashboard as the owner.
func (w *world) mustMake(t testing.TB, path string, body any) thing {
	t.Helper()
	by := owner
	if strings.HasSuffix(path, "/comments") || strings.HasSuffix(path, "/time") {
		by = member // only authors may change these
	}
	return must[thing](t, w, call{method: "POST", path: dash.Base + path, by: w.people[by], body: body})
}

// mustMove changes some tickets of the file together.
func (w *world) mustMove(t testing.TB, from, to int, set fields) {
	t.Helper()
	var list []string
	for i := from; i < to; i++ {
		list = append(list, w.uuids[name("ticket", i)])
	}
	must[thing](t, w, call{
		method: "POST", path: dash.Base + "/projects/" + w.uuids["large"] + "/bulk", by: w.people[member], body: fields{"tickets": list, "set": set},
	})
}
