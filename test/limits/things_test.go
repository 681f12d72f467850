package limits

import (
	"bytes"
	"encoding/base32"
	"fmt"
	"image"
	"image/png"
	"strings"
	"testing"

	"earnest/internal/auth"
	"earnest/internal/dash"
)

// The functions below create a new object for each request that changes or deletes one.

// longComment returns a comment of nearly the maximum length.
func longComment() string {
	return "<p>" + strings.Repeat("Some <b>words</b> about it. ", 3_000) + "</p>"
}

// freshSubtask creates a subtask and returns a request for it.
func freshSubtask(base string, body any) func(testing.TB, *world) call {
	return func(t testing.TB, w *world) call {
		t.Helper()
		made := w.mustMake(t, "/tickets/"+w.uuids["ticket10"]+"/subtasks", fields{"title": "New"})
		return call{path: base + "/subtasks/" + made.UUID, body: body}
	}
}

// freshComment creates a comment on the busy ticket and returns a request for it.
func freshComment(base string, body any) func(testing.TB, *world) call {
	return func(t testing.TB, w *world) call {
		t.Helper()
		made := w.mustMake(t, "/tickets/"+w.uuids["ticket0"]+"/comments", fields{"content": "Hello"})
		return call{path: base + "/comments/" + made.UUID, body: body}
	}
}

// freshAttachment attaches a file to the busy ticket and returns a request for it.
func freshAttachment(base string) func(testing.TB, *world) call {
	return func(t testing.TB, w *world) call {
		t.Helper()
		made := w.mustMake(t, "/tickets/"+w.uuids["ticket0"]+"/attachments?name=hello.txt", fields{"some": "text"})
		return call{path: base + "/attachments/" + made.UUID}
	}
}

// freshPreview returns a request for a small image of a new picture of a screen.
func freshPreview(t testing.TB, w *world) call {
	t.Helper()
	var screen bytes.Buffer
	if err := png.Encode(&screen, image.NewNRGBA(image.Rect(0, 0, 2560, 1440))); err != nil {
		t.Fatal(err)
	}
	made := w.mustMake(t, "/tickets/"+w.uuids["ticket0"]+"/attachments?name=screen.png", screen.Bytes())
	got := w.serve(call{method: "GET", path: dash.Base + "/attachments/" + made.UUID + "/preview", by: w.people[member]}.prepare(t))
	if small, err := png.DecodeConfig(&got.body); err != nil || small.Width != 960 {
		t.Fatalf("the preview is %+v, %v", small, err)
	}
	return call{path: dash.Base + "/attachments/" + made.UUID + "/preview"}
}

// commentHistory returns a request for the history of a comment.
func commentHistory(t testing.TB, w *world) call {
	t.Helper()
	c := freshComment(dash.Base, nil)(t, w)
	return call{path: c.path + "/history"}
}

// longText returns a request for two versions of a description of the maximum length.
func longText(t testing.TB, w *world) call {
	t.Helper()
	path := dash.Base + "/tickets/" + w.uuids["ticket10"]
	for _, word := range []string{"before ", "after  "} {
		must[any](t, w, call{method: "PUT", path: path, by: w.people[member], body: fields{"description": strings.Repeat(word, 14_000) + w.fresh("")}})
	}
	got := must[struct {
		Changes []struct {
			ID int64 `json:"id"`
		} `json:"changes"`
	}](t, w, call{method: "GET", path: path + "/history", by: w.people[member]})
	return call{path: fmt.Sprintf("%s/history/%d", path, got.Changes[0].ID)}
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

// confirmedFactor returns a request from a new user, who proves both factors.
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

// mustMake creates an object through the dashboard: a comment, a file or a time entry as the member, anything else as the owner.
func (w *world) mustMake(t testing.TB, path string, body any) thing {
	t.Helper()
	by := owner
	if strings.HasSuffix(path, "/comments") || strings.HasSuffix(path, "/time") || strings.Contains(path, "/attachments") {
		by = member // only their authors may change these
	}
	return must[thing](t, w, call{method: "POST", path: dash.Base + path, by: w.people[by], body: body})
}
