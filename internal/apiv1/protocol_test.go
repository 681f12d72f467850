package apiv1_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"earnest/internal/apitest"
)

// rateHeaders lists the quota headers that every response has.
func rateHeaders() []string {
	return []string{
		"X-Ratelimit-Limit-Hour", "X-Ratelimit-Remaining-Hour", "X-Ratelimit-Limit-Month",
		"X-Ratelimit-Remaining-Month", "X-Ratelimit-Reset-Hour",
	}
}

func wantEnvelope(t *testing.T, what string, a apitest.Answer, status int, code string) {
	t.Helper()
	if a.Status != status || a.Code != code || a.Message == "" {
		t.Errorf("%s: %d %.200s, want %d %s", what, a.Status, a.Body, status, code)
	}
	if ct := a.Header.Get("Content-Type"); ct != "application/json; charset=utf-8" {
		t.Errorf("%s: content type %q", what, ct)
	}
	for _, h := range rateHeaders() {
		if a.Header.Get(h) == "" {
			t.Errorf("%s: no header %s", what, h)
		}
	}
}

func TestBadBodiesAreRefusedAndSayWhy(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c := w.MustCast(t, "")
		head := `{"project_uuid": "` + c.Project + `", "title": "x"`
		for _, tc := range []struct{ name, body, says string }{
			{"empty", "", "empty"},
			{"blanks", " \n ", "empty"},
			{"not JSON", "title=x", "JSON"},
			{"cut short", head, "JSON"},
			{"an array", "[]", "object"},
			{"null", "null", "object"},
			{"a string", `"x"`, "object"},
			{"trailing bytes", head + `} x`, "after"},
			{"a second object", head + `}{}`, "after"},
			{"a repeated key", head + `, "title": "y"}`, "title"},
			{"a repeated key in an ignored member", head + `, "extra": {"a": 1, "a": 2}}`, "repeats"},
			{"a key repeated by escapes", head + `, "t\u0069tle": "y"}`, "title"},
			{"bad UTF-8", head + ", \"description\": \"\xff\"}", "UTF-8"},
			{"bad UTF-8 in an ignored member", head + ", \"extra\": \"\xc3\"}", "UTF-8"},
			{"a lone surrogate", head + `, "description": "\ud800"}`, "JSON"},
			{"a NUL", head + ", \"description\": \"\x00\"}", "NUL"},
			{"an escaped NUL", head + `, "description": "a\u0000b"}`, "NUL"},
			{"an escaped NUL in an ignored member", head + `, "extra": ["\u0000"]}`, "NUL"},
			{"a number out of range", head + `, "story_points": 1e400}`, "story_points"},
			{"NaN", head + `, "story_points": NaN}`, "JSON"},
			{"a comment", head + `} // x`, "after"},
			{"2 MiB", head + `, "description": "` + strings.Repeat("x", 2<<20) + `"}`, "1 MiB"},
			{"deep nesting", head + `, "extra": ` + strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000) + `}`, "JSON"},
		} {
			before := revisions(t, c)
			a := w.Call(t, c.Owner.Key, http.MethodPost, "/tickets", tc.body)
			wantEnvelope(t, tc.name, a, http.StatusUnprocessableEntity, "VALIDATION_ERROR")
			if !strings.Contains(a.Message, tc.says) {
				t.Errorf("%s: the message %q does not speak of %q", tc.name, a.Message, tc.says)
			}
			if after := revisions(t, c); after != before {
				t.Errorf("%s: left something behind", tc.name)
			}
		}
		ignored := w.Call(t, c.Owner.Key, http.MethodPost, "/tickets", head+`, "nobody_knows": {"a": [1]}, "TITLE": "y"}`)
		if ignored.Status != http.StatusCreated {
			t.Errorf("unknown fields: %d %s", ignored.Status, ignored.Body)
		}
	})
}

func TestStrangePathsAndMethodsGetTheEnvelope(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c := w.MustCast(t, "")
		for _, path := range []string{
			"", "/", "/nothing", "/projects/", "//projects", "/projects//", "/projects/" + c.Project + "/", "/projects/../projects",
			"/./projects", "/projects/" + c.Project + "/members/", "/Projects", "/time-entries/" + c.Ticket, "/projects%2f", "/%70rojects/x/y/z",
			"/projects/" + c.Project + "/nothing", "/tickets/" + c.Ticket + "/members", "/portfolio",
		} {
			wantEnvelope(t, path, w.Call(t, c.Owner.Key, http.MethodGet, path, nil), http.StatusNotFound, "NOT_FOUND")
		}
		for _, tc := range []struct{ method, path, allow string }{
			{"PATCH", "/tickets/" + c.Ticket, "DELETE, GET, HEAD, PUT"},
			{"OPTIONS", "/tickets", "GET, HEAD, POST"},
			{"DELETE", "/sprints/" + c.Sprint, "GET, HEAD, PUT"},
			{"DELETE", "/projects", "GET, HEAD, POST"},
			{"PUT", "/time-entries", "GET, HEAD, POST"},
			{"POST", "/statuses", "GET, HEAD"},
			{"TRACE", "/team", "GET, HEAD"},
			{"BREW", "/milestones", "GET, HEAD"},
		} {
			a := w.Call(t, c.Owner.Key, tc.method, tc.path, nil)
			wantEnvelope(t, tc.method+" "+tc.path, a, http.StatusMethodNotAllowed, "METHOD_NOT_ALLOWED")
			if a.Header.Get("Allow") != tc.allow {
				t.Errorf("%s %s allows %q, want %q", tc.method, tc.path, a.Header.Get("Allow"), tc.allow)
			}
		}
		head := w.Call(t, c.Owner.Key, http.MethodHead, "/projects", nil)
		if head.Status != http.StatusOK || len(head.Body) != 0 || head.Header.Get("X-Ratelimit-Limit-Hour") == "" {
			t.Errorf("HEAD: %d, %d bytes, %v", head.Status, len(head.Body), head.Header)
		}
	})
}

func TestBadQueriesAreRefused(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c, other := w.MustCast(t, ""), w.MustCast(t, "other")
		mine := "?project=" + c.Project
		for _, tc := range []struct {
			path   string
			status int
		}{
			{"/tickets", 422},
			{"/tickets?project=", 422},
			{"/tickets?project=x", 422},
			{"/tickets?project=%zz", 422},
			{"/tickets" + mine + "&project=" + c.Project, 422},
			{"/tickets?project=" + apitest.NewUUID(), 404},
			{"/tickets?project=" + apitest.NewUUID() + "&page=x", 404},
			{"/tickets?project=" + other.Project, 403},
			{"/tickets?project=" + other.Project + "&page=x", 403},
			{"/tickets" + mine + "&sprint=x", 422},
			{"/tickets" + mine + "&sprint=" + apitest.NewUUID(), 404},
			{"/tickets" + mine + "&sprint=" + other.Sprint, 404},
			{"/tickets" + mine + "&epic=" + other.Epic, 404},
			{"/tickets" + mine + "&epic=", 422},
			{"/tickets" + mine + "&page=0", 422},
			{"/tickets" + mine + "&page=-1", 422},
			{"/tickets" + mine + "&page=1.5", 422},
			{"/tickets" + mine + "&page=", 422},
			{"/tickets" + mine + "&page=99999999999999999999", 422},
			{"/tickets" + mine + "&per_page=501", 422},
			{"/tickets" + mine + "&per_page=0", 422},
			{"/tickets" + mine + "&per_page=%2B5", 422},
			{"/tickets" + mine + "&page=1&page=2", 422},
			{"/tickets" + mine + "&updated_since=yesterday", 422},
			{"/tickets" + mine + "&updated_since=2026-02-30", 422},
			{"/tickets" + mine + "&updated_since=", 422},
			{"/time-entries" + mine + "&story=x", 422},
			{"/time-entries" + mine + "&story=" + other.Ticket, 404},
			{"/tickets" + mine + "&page=2147483647&per_page=500", 200},
			{"/tickets" + mine + "&nobody=knows", 200},
			{"/tickets?project=" + strings.ToUpper(c.Project), 200},
			{"/comments?us=" + c.Ticket, 200},
			{"/comments", 422},
			{"/subtasks?ticket_uuid=" + other.Ticket, 403},
		} {
			if a := w.Call(t, c.Owner.Key, http.MethodGet, tc.path, nil); a.Status != tc.status {
				t.Errorf("%s: %d %.200s, want %d", tc.path, a.Status, a.Body, tc.status)
			}
		}
	})
}

// A truncated body is refused, even if the part that arrived is valid JSON.
func TestATruncatedBodyChangesNothing(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c := w.MustCast(t, "")
		before := revisions(t, c)
		conn, err := net.Dial("tcp", strings.TrimPrefix(w.Server.URL, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		body := `{"project_uuid": "` + c.Project + `", "title": "torn"}`
		_, err = fmt.Fprintf(conn, "POST /api/v1/tickets HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Length: %d\r\n\r\n%s",
			c.Owner.Key, len(body)+10, body)
		if err != nil {
			t.Fatal(err)
		}
		if err := conn.(*net.TCPConn).CloseWrite(); err != nil {
			t.Fatal(err)
		}
		_ = conn.SetReadDeadline(time.Now().Add(10 * time.Second))
		resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err == nil {
			defer resp.Body.Close()
			data, _ := io.ReadAll(resp.Body)
			if resp.StatusCode != http.StatusUnprocessableEntity {
				t.Errorf("a torn body: %d %s", resp.StatusCode, data)
			}
		}
		_ = conn.Close()
		if after := revisions(t, c); after != before {
			t.Errorf("a torn body left something behind: %s, then %s", before, after)
		}
	})
}

func TestAMissingOrWrongKeyIsAnsweredWithAChallenge(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		t.Helper()
		c := w.MustCast(t, "")
		for _, key := range []string{"", "ern_nobody"} {
			if a := w.Call(t, key, http.MethodGet, "/projects", nil); a.Status != 401 || a.Header.Get("WWW-Authenticate") != "Bearer" {
				t.Errorf("with the key %q: %d, WWW-Authenticate is %q", key, a.Status, a.Header.Get("WWW-Authenticate"))
			}
		}
		if a := w.Call(t, c.Owner.Key, http.MethodGet, "/projects", nil); a.Header.Get("WWW-Authenticate") != "" {
			t.Error("a good key is challenged")
		}
	})
}
