package load

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"earnest/test/rig"
)

const password = "correct horse battery"

// office is a node with one project that has many tickets; the project's owner, who has a key and can sign in; and a colleague
// with a key.
type office struct {
	*rig.World

	node    *rig.Node
	project string
	tickets []string
	api     *rig.Caller
	mate    *rig.Caller
	cookie  string // the owner's

	mateCookie string
	turns      chan struct{} // limits how many slow readers make the server work at the same time
}

// mustOffice creates a project with the given number of tickets, each of about 1 KiB, and serves it.
func mustOffice(t testing.TB, database string, tickets int, flags ...string) *office {
	t.Helper()
	o := &office{World: rig.MustFound(t, binary, database), project: (&named{client: 1}).uuid(), turns: make(chan struct{}, 3)}
	list, n := []any{}, &named{client: 2}
	for i := range tickets {
		uuid := n.uuid()
		o.tickets = append(o.tickets, uuid)
		list = append(list, map[string]any{"uuid": uuid, "title": fmt.Sprintf("Ticket %d", i), "description": strings.Repeat("What is to be done. ", 40)})
	}
	members := []any{map[string]any{"user": "owner@example.org"}, map[string]any{"user": "mate@example.org", "project_role": "viewer"}}
	text, err := json.Marshal(map[string]any{
		"users":    []any{person("owner@example.org"), person("mate@example.org")},
		"projects": []any{map[string]any{"name": "Office", "uuid": o.project, "members": members, "tickets": list}},
	})
	file := filepath.Join(t.TempDir(), "office.json")
	if err == nil {
		err = os.WriteFile(file, text, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	o.MustRun(t, "import", file)
	o.node = rig.Start(t, binary, database, append([]string{"--log-level", "error"}, flags...)...)
	o.api = rig.NewCaller(o.node.URL, o.MustKey(t, "owner@example.org"))
	o.mate = rig.NewCaller(o.node.URL, o.MustKey(t, "mate@example.org"))
	o.cookie = mustSignIn(t, o.World, o.node, "owner@example.org")
	o.mateCookie = mustSignIn(t, o.World, o.node, "mate@example.org")
	return o
}

// mustSignIn gives a user a password through a reset link and signs them in.
func mustSignIn(t testing.TB, w *rig.World, node *rig.Node, email string) (cookie string) {
	t.Helper()
	_, link, found := strings.Cut(w.MustRun(t, "user", "reset", "--email", email), "#")
	if !found {
		t.Fatal("the reset link has no token")
	}
	token := link[:strings.IndexFunc(link+" ", func(r rune) bool { return r == ' ' || r == '"' || r == '\n' })]
	a := rig.NewCaller(node.URL, "").Must(t, 200, "POST", "/dash/invitation", map[string]any{"token": token, "password": password})
	for _, line := range a.Header.Values("Set-Cookie") {
		if cookie, _, _ = strings.Cut(line, ";"); strings.HasPrefix(cookie, "earnest=") {
			return cookie
		}
	}
	t.Fatalf("no session came with %s", a.Body)
	return ""
}

// address returns the node's address.
func (o *office) address() string {
	u, err := url.Parse(o.node.URL)
	if err != nil {
		panic(err) // impossible, since the node has been reached at this URL
	}
	return u.Host
}

// page requests a path of the dashboard with the owner's session.
func (o *office) page(ctx context.Context, client *http.Client, path string) (*http.Response, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, o.node.URL+path, http.NoBody)
	if err != nil {
		return nil, err
	}
	r.Header.Set("Cookie", o.cookie)
	return client.Do(r)
}
