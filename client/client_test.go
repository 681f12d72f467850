package client_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"earnest/client"
)

func TestBaseURLIsTakenWithAndWithoutTheAPIPath(t *testing.T) {
	t.Parallel()
	for _, tail := range []string{"", "/", "/api/v1", "/api/v1/"} {
		w := newWorld(t, []answer{ok(`{"data":[]}`)})
		if _, err := client.New(w.url+tail, testKey).Projects(t.Context()); err != nil {
			t.Fatalf("with %q: %v", tail, err)
		}
		if got := w.requests()[0].target; got != "/api/v1/projects" {
			t.Errorf("with %q the path is %s", tail, got)
		}
	}
}

func TestBaseURLKeepsAPathBeforeTheAPI(t *testing.T) {
	t.Parallel()
	w := newWorld(t, []answer{ok(`{"data":[]}`)})
	if _, err := client.New(w.url+"/earnest/", testKey).Projects(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := w.requests()[0].target; got != "/earnest/api/v1/projects" {
		t.Errorf("the path is %s", got)
	}
}

func TestUnusableBaseURLIsReportedWithoutItsSecrets(t *testing.T) {
	t.Parallel()
	for _, base := range []string{
		"", "127.0.0.1:8080", "example.org", "ftp://example.org", "http://", "http://me:hunter2@example.org",
		"http://me:hunter2@exa mple.org", "http://example.org?token=hunter2", "http://example.org#hunter2",
	} {
		_, err := client.New(base, testKey).Projects(t.Context())
		if err == nil || !strings.Contains(err.Error(), "base URL") {
			t.Errorf("%q: got %v", base, err)
		} else if strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%q: the secret shows in %v", base, err)
		}
	}
}

func TestEveryRequestCarriesItsHeaders(t *testing.T) {
	t.Parallel()
	w := newWorld(t, []answer{ok(`{"data":{}}`)}, client.WithUserAgent("reporter/2"))
	if _, err := w.CreateProject(t.Context(), client.ProjectCreate{Name: "Apollo"}); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Project(t.Context(), "p"); err != nil {
		t.Fatal(err)
	}
	post, get := w.requests()[0].header, w.requests()[1].header
	for name, want := range map[string]string{
		"Authorization": "Bearer " + testKey, "Accept": "application/json",
		"User-Agent": "reporter/2", "Content-Type": "application/json",
	} {
		if got := post.Get(name); got != want {
			t.Errorf("%s of a POST is %q, want %q", name, got, want)
		}
	}
	if _, there := get["Content-Type"]; there {
		t.Error("a GET without a body names a Content-Type")
	}
}

func TestKeyIsTrimmedAndAbsentWhenEmpty(t *testing.T) {
	t.Parallel()
	w := newWorld(t, []answer{ok(`{"data":[]}`)})
	for _, key := range []string{testKey + "\n", ""} {
		if _, err := client.New(w.url, key).Projects(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if got := w.requests()[0].header.Get("Authorization"); got != "Bearer "+testKey {
		t.Errorf("Authorization is %q", got)
	}
	if _, there := w.requests()[1].header["Authorization"]; there {
		t.Error("an empty key is sent as a header")
	}
}

func TestPrintingAClientHidesTheKey(t *testing.T) {
	t.Parallel()
	c := client.New("http://127.0.0.1:8080", testKey)
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%d"} {
		wantNoKey(t, fmt.Sprintf(verb, c))
		// Print the struct itself, bypassing its String method.
		wantNoKey(t, fmt.Sprintf(verb, reflect.ValueOf(c).Elem()))
	}
	if got := c.String(); !strings.Contains(got, "http://127.0.0.1:8080/api/v1") {
		t.Errorf("String does not name the server: %s", got)
	}
}

func TestEmptyIdentifierIsNotSent(t *testing.T) {
	t.Parallel()
	w := newWorld(t, []answer{ok(`{"data":{"deleted":true}}`)})
	for _, uuid := range []string{"", ".", ".."} {
		if err := w.DeleteProject(t.Context(), uuid); err == nil {
			t.Errorf("deleting %q succeeded", uuid)
		}
		if _, err := w.ProjectMembers(t.Context(), uuid); err == nil {
			t.Errorf("listing members of %q succeeded", uuid)
		}
	}
	w.wantRequests(t, 0)
}

func TestIdentifiersAreEscaped(t *testing.T) {
	t.Parallel()
	w := newWorld(t, []answer{ok(`{"data":{}}`)})
	if _, err := w.Ticket(t.Context(), "a/b?c d"); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Finance(t.Context(), "a&b=c"); err != nil {
		t.Fatal(err)
	}
	if got := w.requests()[0].target; got != "/api/v1/tickets/a%2Fb%3Fc%20d" {
		t.Errorf("the path is %s", got)
	}
	if got := w.requests()[1].target; got != "/api/v1/finance?project=a%26b%3Dc" {
		t.Errorf("the query is %s", got)
	}
}
