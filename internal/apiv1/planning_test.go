package apiv1_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"earnest/internal/apitest"
	"earnest/internal/db"
	"earnest/internal/domain"
	transferstore "earnest/internal/transfer/store"
	workstore "earnest/internal/work/store"
)

// planning is a cast with helpers shared by the tests for super-epics, epics, sprints, team and roadmap.
type planning struct{ *apitest.Cast }

// eachPlanning runs f in a fresh world on each engine.
func eachPlanning(t *testing.T, f func(t *testing.T, p planning)) {
	t.Helper()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		t.Helper()
		f(t, planning{w.MustCast(t, "")})
	})
}

// inStore runs f in a transaction with the owner's access to the project.
func (p planning) inStore(t *testing.T, f func(tx *db.Tx, project domain.Access) error) {
	t.Helper()
	err := p.World.Store.Write(t.Context(), func(tx *db.Tx) error {
		access, err := workstore.ProjectAccess(t.Context(), tx, p.Project, p.Owner.ID)
		if err != nil {
			return err
		}
		return f(tx, access)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// revision returns the revision of the project.
func (p planning) revision(t *testing.T) (revision int64) {
	t.Helper()
	p.inStore(t, func(tx *db.Tx, _ domain.Access) error {
		project, err := workstore.Project(t.Context(), tx, p.Project, p.Owner.ID)
		revision = project.Revision
		return err
	})
	return revision
}

// log returns the change log of an object, one line per row: revision, who, noun, what, from, to.
func (p planning) log(t *testing.T, uuid string) []string {
	t.Helper()
	lines := []string{}
	p.inStore(t, func(tx *db.Tx, _ domain.Access) error {
		rows, err := tx.Query(t.Context(), `
SELECT revision, user_id, noun, what, COALESCE(from_value, '-'), COALESCE(to_value, '-')
FROM changes WHERE noun_uuid = $1 ORDER BY id`, uuid)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var revision, user int64
			var noun, what, from, to string
			if err := rows.Scan(&revision, &user, &noun, &what, &from, &to); err != nil {
				return err
			}
			lines = append(lines, fmt.Sprintf("%d %d %s %s %s %s", revision, user, noun, what, from, to))
		}
		return rows.Err()
	})
	return lines
}

// wantLast checks the last line of an object's log.
func (p planning) wantLast(t *testing.T, uuid, want string) {
	t.Helper()
	if lines := p.log(t, uuid); len(lines) == 0 || lines[len(lines)-1] != want {
		t.Errorf("the log of %s ends %q, not %q", uuid, lines[max(0, len(lines)-1):], want)
	}
}

// wantUntouched checks that an empty PUT and a PUT of the current values change nothing.
func (p planning) wantUntouched(t *testing.T, path string) {
	t.Helper()
	before, revision := p.World.Call(t, p.Member.Key, "GET", path, nil), p.revision(t)
	p.World.Clock.Advance(90e9)
	same := map[string]any{}
	before.Data(t, &same)
	if tags, ok := same["tags"].([]any); ok { // read as objects, sent as uuids
		for i, tag := range tags {
			tags[i] = tag.(map[string]any)["uuid"]
		}
	}
	for _, body := range []any{"{}", same} {
		after := p.World.Call(t, p.Member.Key, "PUT", path, body)
		if after.Status != 200 || string(after.Body) != string(before.Body) {
			t.Errorf("PUT %s %v gave %d %s, not %s", path, body, after.Status, after.Body, before.Body)
		}
	}
	if now := p.revision(t); now != revision {
		t.Errorf("PUT %s of nothing new moved the revision from %d to %d", path, revision, now)
	}
}

// refusal is a call that must be refused.
type refusal struct {
	method, path string
	body         any
	status       int
	says         string // a fragment of the message
}

func (p planning) wantRefused(t *testing.T, key string, cases []refusal) {
	t.Helper()
	revision := p.revision(t)
	for _, c := range cases {
		a := p.World.Call(t, key, c.method, c.path, c.body)
		if a.Status != c.status || !strings.Contains(a.Message, c.says) {
			t.Errorf("%s %s %v gave %d %q, not %d %q", c.method, c.path, c.body, a.Status, a.Message, c.status, c.says)
		}
	}
	if now := p.revision(t); now != revision {
		t.Errorf("a refused call moved the revision from %d to %d", revision, now)
	}
}

// wantMembers checks that a JSON object has exactly these members.
func wantMembers(t *testing.T, what string, object json.RawMessage, want string) {
	t.Helper()
	var members map[string]json.RawMessage
	if err := json.Unmarshal(object, &members); err != nil {
		t.Fatalf("%s: %v in %s", what, err, object)
	}
	names := strings.Fields(want)
	slices.Sort(names)
	if got := slices.Sorted(maps.Keys(members)); !slices.Equal(got, names) {
		t.Errorf("%s has the members %v, not %v", what, got, names)
	}
}

// items returns the items of a list and checks the total in meta.
func (p planning) items(t *testing.T, key, path string) []json.RawMessage {
	t.Helper()
	a := p.World.Call(t, key, "GET", path, nil)
	var list struct {
		Data []json.RawMessage `json:"data"`
		Meta map[string]int    `json:"meta"`
	}
	if err := json.Unmarshal(a.Body, &list); err != nil || a.Status != 200 {
		t.Fatalf("GET %s gave %d %s", path, a.Status, a.Body)
	}
	if len(list.Meta) != 1 || list.Meta["total"] != len(list.Data) {
		t.Errorf("GET %s gave %d items and meta %v", path, len(list.Data), list.Meta)
	}
	return list.Data
}

// wantEffortExact checks that the roll-ups equal a recount of the time entries.
func (p planning) wantEffortExact(t *testing.T) {
	t.Helper()
	p.inStore(t, func(tx *db.Tx, _ domain.Access) error {
		wrong, err := transferstore.EffortMismatches(t.Context(), tx, nil)
		for _, sentence := range wrong {
			t.Error(sentence)
		}
		return err
	})
}

func TestListsOfAProjectCheckTheProjectFirst(t *testing.T) {
	t.Parallel()
	eachPlanning(t, func(t *testing.T, p planning) {
		for _, path := range []string{"/super-epics", "/epics", "/sprints", "/team", "/statuses", "/dependencies", "/milestones"} {
			p.wantRefused(t, p.Owner.Key, []refusal{
				{"GET", path, nil, 422, "project is required"},
				{"GET", path + "?project=x", nil, 422, "project must be"},
				{"GET", path + "?project=" + apitest.NewUUID(), nil, 404, "project not found"},
			})
			p.wantRefused(t, p.Stranger.Key, []refusal{{"GET", path + "?project=" + p.Project, nil, 403, "not a member"}})
			if a := p.World.Call(t, p.Viewer.Key, "GET", path+"?project="+p.Project, nil); a.Status != 200 {
				t.Errorf("a viewer got %d from %s", a.Status, path)
			}
		}
	})
}
