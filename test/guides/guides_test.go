// Package guides runs the examples of the API reference against the real binary: every example in the guides, and the samples of
// some operations in every language.
package guides

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"earnest/test/rig"
)

var bin string // built once, before the tests

func TestMain(m *testing.M) { os.Exit(rig.Main(m, func(built string) { bin = built })) }

const folder = "../../internal/apiv1/openapi/docs/guides"

// The guides share one server, and each expects it as the one before left it.
func TestTheExamplesOfTheGuidesDoWhatTheGuidesSay(t *testing.T) {
	r := mustReader(t)
	files, err := filepath.Glob(folder + "/*.md")
	if err != nil || len(files) < 6 {
		t.Fatalf("found the guides %v, %v", files, err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".md"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			examples := examplesIn(string(text))
			if len(examples) == 0 {
				t.Fatal("the guide has no examples")
			}
			r.mustRunCommands(t, examples)
			for _, e := range examples {
				if e.language != "sh" {
					t.Run(e.language, func(t *testing.T) { check(t, e, r.run(t, e.language, e.code)) })
				}
			}
		})
	}
}

// reader is someone who follows the guides.
type reader struct{ url, key, project string }

// mustReader starts a server with the project that the guides are about: 40 % of its points are earned, for 4000 of its budget of 12000.
func mustReader(t *testing.T) reader {
	t.Helper()
	w := rig.MustFound(t, bin, filepath.Join(t.TempDir(), "earnest.db"))
	n := rig.Start(t, bin, w.Database)
	c := rig.NewCaller(n.URL, w.Key)
	create := func(path string, body map[string]any) string {
		var made struct {
			UUID string `json:"uuid"`
		}
		c.Must(t, 201, "POST", "/api/v1"+path, body).MustData(t, &made)
		return made.UUID
	}
	project := create("/projects", map[string]any{"name": "Boutique en ligne", "budget": 12000})
	w.MustRun(t, "rate", "set", "--project", project, "--user", w.Email, "--tjm", "500", "--rewrite-past")
	sprint := create("/sprints", map[string]any{"project_uuid": project, "title": "Sprint 1", "start_date": "2026-01-05", "end_date": "2026-01-16"})
	var done []string
	for _, ticket := range []struct {
		title  string
		points int
	}{{"Open a merchant account", 8}, {"Pay by card", 12}} {
		done = append(done, create("/tickets", map[string]any{
			"project_uuid": project, "title": ticket.title, "story_points": ticket.points, "sprint_uuid": sprint,
		}))
	}
	for _, title := range []string{"Send the receipt", "Refuse an expired card", "Show the total with tax"} {
		create("/tickets", map[string]any{"project_uuid": project, "title": title, "story_points": 10})
	}
	c.Must(t, 200, "PUT", "/api/v1/sprints/"+sprint, map[string]any{"status": "active"})
	for _, uuid := range done {
		create("/time-entries", map[string]any{"ticket_uuid": uuid, "duration_minutes": 4 * 480, "logged_at": "2026-01-12"})
		c.Must(t, 200, "PUT", "/api/v1/tickets/"+uuid, map[string]any{"status": "done"})
	}
	return reader{n.URL, w.Key, project}
}
