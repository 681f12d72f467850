package limits

import (
	"encoding/base32"
	"strings"
	"testing"

	"earnest/internal/auth"
	"earnest/internal/dash"
)

// The objects that the rows change or delete are created for each call.

// longComment returns a comment of maximum length.
func longComment() string {
	return "<p>" + strings.Repeat("Some <b>words</b> about it. ", 3_000) + "</p>"
}

// freshSubtask returns a request for a new subtask.
func freshSubtask(base string, body any) func(testing.TB, *world) call {
	return func(t testing.TB, w *world) call {
		t.Helper()
		made := w.mustMake(t, "/tickets/"+w.uuids["ticket10"]+"/subtasks", fields{"title": "New"})
		return call{path: base + "/subtasks/" + made.UUID, body: body}
	}
}

// freshComment returns a request for a new comment on the busy ticket.
func freshComment(base string, body any) func(testing.TB, *world) call {
	return func(t testing.TB, w *world) call {
		t.Helper()
		made := w.mustMake(t, "/tickets/"+w.uuids["ticket0"]+"/comments", fields{"content": "Hello"})
		return call{path: base + "/comments/" + made.UUID, body: body}
	}
}

// offeredFactor returns the request that confirms a new user's second factor.
func offeredFactor(t testing.TB, w *world) call {
	t.Helper()
	u := w.mustUser(t)
	offer := must[struct {
		Secret string `json:"secret"`
	}](t, w, call{method: "POST", path: dash.Base + "/account/second-factor", by: u, body: fields{"password": password}})
	secret, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(offer.Secret)
	if err != nil {
		t.Fatal(err)
	}
	return call{path: dash.Base + "/account/second-factor", by: u, body: fields{"code": auth.TOTPCode(secret, auth.TOTPStep(today()))}}
}

// confirmedFactor returns a request by a new user who proves both factors.
func confirmedFactor(path string) asking {
	return func(t testing.TB, w *world) call {
		t.Helper()
		c := offeredFactor(t, w)
		c.method = "PUT"
		codes := must[struct {
			Recovery []string `json:"recovery_codes"`
		}](t, w, c).Recovery
		return call{path: path, by: c.by, body: fields{"password": password, "code": codes[0]}}
	}
}

// mustMake creates something through the dashboard as the owner.
func (w *world) mustMake(t testing.TB, path string, body any) thing {
	t.Helper()
	by := owner
	if strings.HasSuffix(path, "/comments") || strings.HasSuffix(path, "/time") {
		by = member // only authors may change these
	}
	return must[thing](t, w, call{method: "POST", path: dash.Base + path, by: w.people[by], body: body})
}
