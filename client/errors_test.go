package client_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"time"

	"earnest/client"
)

func isCode(err error, code client.Code) bool { return errors.Is(err, code) }

// statusOf returns the service's error table.
func statusOf() map[client.Code]int {
	return map[client.Code]int{
		client.MissingAPIKey: 401, client.InvalidAPIKey: 401, client.RevokedAPIKey: 401, client.ExpiredAPIKey: 401,
		client.PlanRequired: 403, client.AccountInactive: 403, client.IPNotAllowed: 403, client.InsufficientScope: 403,
		client.Forbidden: 403, client.NotFound: 404, client.MethodNotAllowed: 405, client.ValidationError: 422,
		client.RateLimitExceeded: 429, client.InternalError: 500, client.ServiceUnavailable: 503,
	}
}

func TestEveryCodeMatchesItselfAndNoOther(t *testing.T) {
	t.Parallel()
	for code, status := range statusOf() {
		w := newWorld(t, []answer{refusal(status, code, "X-Request-Id", "r-1", "Retry-After", "7")}, client.WithRetry(0, 0))
		_, err := w.Projects(t.Context())
		err = fmt.Errorf("wrapped: %w", err)
		for other := range statusOf() {
			if errors.Is(err, other) != (other == code) {
				t.Errorf("errors.Is(%s, %s) is wrong", code, other)
			}
		}
		var e *client.Error
		if !errors.As(err, &e) {
			t.Fatalf("%v is no *Error", err)
		}
		want := client.Error{Method: "GET", Path: "/projects", Status: status, Code: code, Message: "a sentence", RequestID: "r-1", RetryAfter: 7 * time.Second}
		if got, want := fmt.Sprintf("%#v", *e), fmt.Sprintf("%#v", want); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}

func TestErrorReadsAsOneSentence(t *testing.T) {
	t.Parallel()
	w := newWorld(t, []answer{refusal(404, client.NotFound, "X-Request-Id", "r-1")})
	_, err := w.Ticket(t.Context(), "t")
	if want := "GET /tickets/t: 404 NOT_FOUND: a sentence (request r-1)"; err.Error() != want {
		t.Errorf("got %q, want %q", err, want)
	}
	if client.NotFound.Error() != "NOT_FOUND" {
		t.Errorf("the code reads %q", client.NotFound.Error())
	}
}

func TestForeignAnswersAreQuoted(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		answer answer
		want   []string
	}{
		"a gateway's page": {answer{status: 502, body: "<html>Bad gateway"}, []string{"502 UNREADABLE", "<html>Bad gateway"}},
		"a page with 200":  {ok("<!doctype html>"), []string{"200 UNREADABLE", "<!doctype html>"}},
		"other JSON":       {answer{status: 400, body: `{"oops":1}`}, []string{"400 UNREADABLE", `{\"oops\":1}`}},
		"an error in text": {answer{status: 500, body: `{"error":"boom"}`}, []string{"500 UNREADABLE", "boom"}},
		"nothing":          {answer{status: 200}, []string{"200 UNREADABLE", "empty"}},
		"bytes after JSON": {ok(`{"data":[]} x`), []string{"200 UNREADABLE", "after top-level value"}},
		"null data":        {ok(`{"data":null}`), []string{"200 UNREADABLE", `"data" is missing`}},
		"a bad timestamp":  {ok(`{"data":[{"created_at":"noon"}]}`), []string{"200 UNREADABLE", "noon"}},
	} {
		w := newWorld(t, []answer{c.answer}, client.WithRetry(0, 0))
		_, err := w.Projects(t.Context())
		for _, part := range c.want {
			if err == nil || !strings.Contains(err.Error(), part) {
				t.Errorf("%s: %v does not say %s", name, err, part)
			}
		}
		if !errors.Is(err, client.Unreadable) {
			t.Errorf("%s: %v is not Unreadable", name, err)
		}
	}
}

func TestQuotedAnswerIsCutShort(t *testing.T) {
	t.Parallel()
	w := newWorld(t, []answer{ok(strings.Repeat("x", 1<<20))})
	_, err := w.Projects(t.Context())
	if err == nil || len(err.Error()) > 600 {
		t.Errorf("the error has %d bytes", len(err.Error()))
	}
}

func TestCauseOfABadAnswerIsKept(t *testing.T) {
	t.Parallel()
	w := newWorld(t, []answer{ok(`nonsense`)})
	_, err := w.Projects(t.Context())
	if _, ok := errors.AsType[*json.SyntaxError](err); !ok {
		t.Errorf("%v does not wrap the syntax error", err)
	}
}

func TestRedirectIsAnErrorThatNamesItsTarget(t *testing.T) {
	t.Parallel()
	w := newWorld(t, []answer{{status: 301, header: map[string]string{"Location": "https://example.org/api/v1/projects"}}})
	_, err := w.CreateProject(t.Context(), client.ProjectCreate{Name: "A"})
	if err == nil || !strings.Contains(err.Error(), "redirected to https://example.org/api/v1/projects") {
		t.Errorf("got %v", err)
	}
	w.wantRequests(t, 1)
}

func TestHeadErrorTakesItsCodeFromTheStatus(t *testing.T) {
	t.Parallel()
	for code, status := range statusOf() {
		want := code
		if status == 401 || status == 403 { // several codes share the status
			want = client.Unreadable
		}
		w := newWorld(t, []answer{refusal(status, code)}, client.WithRetry(0, 0))
		resp, err := w.Do(t.Context(), http.MethodHead, "/projects", nil, nil)
		if !errors.Is(err, want) || resp.Status != status {
			t.Errorf("%d: got %v", status, err)
		}
	}
}

func TestKeyNeverShowsInAnError(t *testing.T) {
	t.Parallel()
	echo := `{"error":{"code":"INVALID_API_KEY","message":"no key ` + testKey + `"}}`
	page := strings.Repeat("y", 180) + testKey + strings.Repeat(testKey, 9)
	for _, a := range []answer{
		{status: 401, body: echo, header: map[string]string{"X-Request-Id": testKey}},
		{status: 400, body: page}, ok(page), ok(`{"data":` + testKey + `}`), ok(`{"no":"` + testKey + `"}`),
		{status: 302, header: map[string]string{"Location": "/login?key=" + testKey}},
	} {
		w := newWorld(t, []answer{a}, client.WithRetry(0, 0))
		_, err := w.Project(t.Context(), testKey)
		wantError(t, err)
	}
	dead := client.New("http://127.0.0.1:1", testKey, client.WithRetry(0, 0))
	_, err := dead.Finance(t.Context(), testKey)
	wantError(t, err)
	_, err = dead.Do(t.Context(), "GET", "/x%zz"+testKey, nil, nil)
	wantError(t, err)
	_, err = dead.Do(t.Context(), "GET", "/"+testKey, func() {}, nil)
	wantError(t, err)
	_, err = client.New("http://127.0.0.1:1", testKey+"\n"+testKey, client.WithRetry(0, 0)).Projects(t.Context())
	wantError(t, err)
}

func wantError(t *testing.T, err error) {
	t.Helper()
	if err == nil {
		t.Fatal("no error")
	}
	for _, verb := range []string{"%v", "%+v", "%#v", "%q"} {
		wantNoKey(t, fmt.Sprintf(verb, err))
	}
}

func TestCancelledCallSaysSo(t *testing.T) {
	t.Parallel()
	w := newWorld(t, []answer{ok(`{"data":[]}`)})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := w.Projects(ctx)
	if !errors.Is(err, context.Canceled) || errors.Is(err, client.Unreachable) {
		t.Errorf("got %v", err)
	}
	if len(w.waits) != 0 {
		t.Error("a cancelled call was tried again")
	}
}

func TestAnErrorListsTheFieldsThatAreWrong(t *testing.T) {
	t.Parallel()
	body := `{"error":{"code":"VALIDATION_ERROR","message":"one","fields":[{"field":"title","message":"one"},{"field":"tags","message":"two"}]}}`
	w := newWorld(t, []answer{{status: 422, body: body}})
	_, err := w.CreateTicket(t.Context(), client.TicketCreate{})
	e, ok := errors.AsType[*client.Error](err)
	if want := []client.FieldError{{"title", "one"}, {"tags", "two"}}; !ok || !reflect.DeepEqual(e.Fields, want) || e.Message != "one" {
		t.Errorf("got %+v", err)
	}
}

func TestAResponseNamesWhatTheServerIgnored(t *testing.T) {
	t.Parallel()
	w := newWorld(t, []answer{{status: 200, body: `{}`, header: map[string]string{"Earnest-Ignored": "query.limit,body.a%2Cb%20%C3%A9"}}, ok(`{}`)})
	for _, want := range [][]string{{"query.limit", "body.a,b é"}, nil} {
		resp, err := w.Do(t.Context(), http.MethodGet, "/projects", nil, nil)
		if err != nil || !reflect.DeepEqual(resp.Ignored(), want) {
			t.Errorf("%q, %v, want %q", resp.Ignored(), err, want)
		}
	}
}
