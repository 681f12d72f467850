package apiv1_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"earnest/internal/apitest"
	"earnest/internal/apiv1"
)

const ignored = "Earnest-Ignored"

func TestParametersAndMembersThatWeDoNotKnowStayIgnoredAndAreNamed(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c := w.MustCast(t, "")
		tickets := "/tickets?project=" + c.Project
		for _, tc := range []struct {
			method, path string
			body         any
			status       int
			want         string
		}{
			{"GET", tickets, nil, 200, ""},
			{"GET", tickets + "&limit=5&Project=x&limit=6&", nil, 200, "query.limit,query.Project"},
			{"GET", tickets + "&%70age=1", nil, 200, ""},
			{"HEAD", tickets + "&limit=5", nil, 200, "query.limit"},
			{"GET", "/comments?us=" + c.Ticket + "&_=1", nil, 200, "query._"},
			{"GET", "/tickets/" + c.Ticket + "?project=" + c.Project, nil, 200, "query.project"},
			{"GET", "/me?verbose", nil, 200, "query.verbose"},
			{"GET", "/tickets?projet=" + c.Project, nil, 422, "query.projet"},
			{"GET", tickets + "&a%2Cb%0D%0A=1&%C3%A9=2&=3", nil, 200, "query.a%2Cb%0D%0A,query.%C3%A9"},
			{"GET", tickets + "&" + strings.Repeat("n", 200), nil, 200, "query." + strings.Repeat("n", 60) + "%E2%80%A6"},
			{"POST", "/tickets?limit=5", map[string]any{"project_uuid": c.Project, "title": "T", "storypoints": 5, "a b": 1}, 201, "query.limit,body.a%20b,body.storypoints"},
			{"POST", "/tickets", map[string]any{"project_uuid": c.Project, "titel": "T"}, 422, "body.titel"},
			{"PUT", "/epics/" + c.Epic, map[string]any{"Title": "T", "member_count": 1}, 200, "body.Title,body.member_count"},
			{"PUT", "/projects/" + c.Project, map[string]any{"member_count": 1, "user_role": "x", "owner": 1}, 200, "body.owner"},
			{"DELETE", "/tickets/" + c.NewTicket(t) + "?force=1", nil, 200, "query.force"},
			{"GET", "/nothing?limit=5", nil, 404, ""},
		} {
			for range 2 { // the second response to a read comes from the cache
				a := w.Call(t, c.Owner.Key, tc.method, tc.path, tc.body)
				if a.Status == http.StatusNotFound && tc.method == http.MethodDelete {
					break
				}
				if got := a.Header.Get(ignored); a.Status != tc.status || got != tc.want {
					t.Errorf("%s %s: %d, ignored %q, want %d, %q", tc.method, tc.path, a.Status, got, tc.status, tc.want)
				}
			}
		}
		path := tickets + "&limit=5"
		tag := ask(t, w, c.Owner.Key, "GET", path, "").Header.Get("ETag")
		if a := ask(t, w, c.Owner.Key, "GET", path, tag); a.Status != 304 || a.Header.Get(ignored) != "query.limit" {
			t.Errorf("unchanged: %d %v", a.Status, a.Header)
		}
	})
}

func TestAtMostTenNamesAreGiven(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c := w.MustCast(t, "")
		var path strings.Builder
		path.WriteString("/tickets/" + c.Ticket + "?")
		body := map[string]any{}
		for i := range 8 {
			fmt.Fprintf(&path, "q%d=1&", i)
			body[fmt.Sprintf("b%d", i)] = i
		}
		a := w.Call(t, c.Owner.Key, http.MethodPut, path.String(), body)
		want := "query.q0,query.q1,query.q2,query.q3,query.q4,query.q5,query.q6,query.q7,body.b0,body.b1"
		if got := a.Header.Get(ignored); a.Status != 200 || got != want {
			t.Errorf("%d, ignored %q", a.Status, got)
		}
	})
}

// Whatever was read can be sent back without a word about the members that only answers have.
func TestNoNameThatAnswersContainIsGiven(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c := w.MustCast(t, "")
		tried := 0
		for _, r := range apiv1.Routes() {
			if r.Body == nil {
				continue
			}
			path, body := aCall(t, c, r)
			made := w.Call(t, c.Owner.Key, r.Method, path, body)
			var answer struct {
				Data map[string]any `json:"data"`
			}
			if err := json.Unmarshal(made.Body, &answer); err != nil {
				t.Fatal(err)
			}
			back := map[string]any{}
			for name := range answer.Data {
				back[name] = nil // refused where it is known, and ignored where it is not
			}
			if a := w.Call(t, c.Owner.Key, r.Method, path, back); a.Header.Get(ignored) != "" {
				t.Errorf("%s: %d, ignored %q", name(r), a.Status, a.Header.Get(ignored))
			}
			tried++
		}
		detail := w.Call(t, c.Owner.Key, "GET", "/tickets/"+c.Ticket, nil)
		var whole struct {
			Data json.RawMessage `json:"data"`
		}
		if err := json.Unmarshal(detail.Body, &whole); err != nil {
			t.Fatal(err)
		}
		if a := w.Call(t, c.Owner.Key, "PUT", "/tickets/"+c.Ticket, []byte(whole.Data)); a.Status != 200 || a.Header.Get(ignored) != "" {
			t.Errorf("a detail sent back: %d, ignored %q", a.Status, a.Header.Get(ignored))
		}
		if tried < 10 {
			t.Errorf("only %d bodies were tried", tried)
		}
	})
}
