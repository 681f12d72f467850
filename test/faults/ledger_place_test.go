package faults_test

import (
	"encoding/json"
	"math"
	"net/url"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/uuid"

	"earnest/internal/workspace"
	"earnest/test/rig"
)

// place is a project to write in, with the objects that its tickets can refer to.
type place struct {
	project, name        string
	tags, epics, sprints []string
}

// dayRate is the writers' daily rate. It is set so that the cost in finance reflects the minutes logged.
const dayRate = 480

// mustPlace imports an empty project with tags, epics and sprints, owned by the world's user.
func mustPlace(t testing.TB, w *rig.World, name string) *place {
	t.Helper()
	p := &place{project: newUUID(t), name: name}
	rate := float64(dayRate)
	project := workspace.Project{
		Ref: p.project, Name: name, Stamps: workspace.Stamps{UUID: p.project},
		Members: []workspace.Member{{User: w.Email, ProjectRole: "owner", TJM: &rate}},
	}
	for _, word := range []string{"red", "green", "blue"} {
		tag, epic, sprint := newUUID(t), newUUID(t), newUUID(t)
		p.tags, p.epics, p.sprints = append(p.tags, tag), append(p.epics, epic), append(p.sprints, sprint)
		project.Tags = append(project.Tags, workspace.Tag{Ref: tag, Name: word, Stamps: workspace.Stamps{UUID: tag}})
		project.Epics = append(project.Epics, workspace.Epic{Ref: epic, Title: word, Stamps: workspace.Stamps{UUID: epic}})
		project.Sprints = append(project.Sprints, workspace.Sprint{Ref: sprint, Title: word, Stamps: workspace.Stamps{UUID: sprint}})
	}
	text, err := json.Marshal(workspace.File{Projects: []workspace.Project{project}})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "place.json")
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	w.MustRun(t, "import", path)
	return p
}

func newUUID(t testing.TB) string {
	t.Helper()
	id, err := uuid.NewV7()
	if err != nil {
		t.Fatal(err)
	}
	return id.String()
}

// mustShow compares the API's responses about a project with the objects found in it: the number of tickets and time entries, and
// the cost of the logged time.
func mustShow(t testing.TB, c *rig.Caller, p *place, things map[string]found) {
	t.Helper()
	tickets, entries, minutes := 0, 0, 0.0
	for _, f := range things {
		switch f.noun {
		case "ticket":
			tickets++
		case "time_entry":
			entries++
			var e struct {
				Minutes float64 `json:"duration_minutes"`
			}
			if err := json.Unmarshal([]byte(f.state), &e); err != nil {
				t.Fatal(err)
			}
			minutes += e.Minutes
		}
	}
	var finance struct {
		Cost float64 `json:"ac_total"`
	}
	query := "?project=" + url.QueryEscape(p.project)
	c.Must(t, 200, "GET", "/api/v1/finance"+query, nil).MustData(t, &finance)
	if cost := minutes / 480 * dayRate; math.Abs(finance.Cost-cost) > 0.01 {
		t.Errorf("%s: the time costs %v, and finance tells %v", p.name, cost, finance.Cost)
	}
	for noun, want := range map[string]int{"tickets": tickets, "time-entries": entries} {
		if have := mustTotal(t, c, "/api/v1/"+noun+query+"&per_page=1"); have != want {
			t.Errorf("%s: the API tells %d %s, the export %d", p.name, have, noun, want)
		}
	}
}

func mustTotal(t testing.TB, c *rig.Caller, path string) int {
	t.Helper()
	var list struct {
		Meta struct {
			Total int `json:"total"`
		} `json:"meta"`
	}
	if err := json.Unmarshal(c.Must(t, 200, "GET", path, nil).Body, &list); err != nil {
		t.Fatal(err)
	}
	return list.Meta.Total
}

// mustHold makes the full comparison after a fault, with a node that is serving again: the data must be sound, every acknowledged
// write must have been stored, no write may have been stored only in part, and the API must agree. The ledger then adopts the
// state that was found.
func (l *ledger) mustHold(t testing.TB, w *rig.World, n *rig.Node, p *place) {
	t.Helper()
	w.MustBeSound(t)
	things := mustRead(t, w, p.project)
	l.mustAgree(t, things, nil)
	mustShow(t, rig.NewCaller(n.URL, w.Key), p, things)
	if t.Failed() {
		t.Fatalf("after %s; the server said:\n%s", l.answers(), n.Log())
	}
	l.settle(things)
}
