package dash_test

import (
	"slices"
	"strings"
	"testing"

	"earnest/internal/apitest"
	"earnest/internal/domain"
)

func TestTheLogSumsUpCommitmentsAndNamesTheEndsOfLinks(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		admin, owner := c.browser(t, "administrator"), c.browser(t, "owner")
		sprint := c.NewSprint(t)
		first, second := c.NewTicket(t), c.NewTicket(t)
		step := func(status domain.SprintStatus) {
			patch := domain.SprintPatch{Status: domain.Some(string(status))}
			apitest.Must(w.App.Plan.UpdateSprint(t.Context(), c.owner(), sprint, domain.Given(patch)))(t)
		}
		must[any](t, owner, "PUT", "/tickets/"+first, map[string]any{"sprint_uuid": sprint, "story_points": 3})
		step(domain.Active)
		step(domain.Planning)
		must[any](t, owner, "PUT", "/tickets/"+second, map[string]any{"sprint_uuid": sprint, "story_points": 5.5})
		step(domain.Active)

		dig, build, paint := mustEpic(t, owner, c.Project, "Dig"), mustEpic(t, owner, c.Project, "Build"), mustEpic(t, owner, c.Project, "Paint")
		links := "/projects/" + c.Project + "/links"
		kept := must[thing](t, owner, "POST", links, linkBetween("epic", dig, "epic", build)).UUID
		must[any](t, owner, "PUT", "/links/"+kept, map[string]any{"lag_days": 2})
		must[any](t, owner, "POST", links, linkBetween("epic", build, "epic", paint))
		must[any](t, owner, "POST", links, linkBetween("super_epic", c.SuperEpic, "epic", paint))
		must[any](t, owner, "DELETE", "/epics/"+paint, nil) // along with its links

		lines := admin.told(t, "?project="+c.Project)
		for _, want := range []string{
			`sprint "Sprint" commitment <nil>→map[points:3 tickets:1] hidden=false`,
			`sprint "Sprint" commitment map[points:3 tickets:1]→<nil> hidden=false`,
			`sprint "Sprint" commitment <nil>→map[points:8.5 tickets:2] hidden=false`,
			`link "Dig → Build" created <nil>→<nil> hidden=false`,
			`link "Dig → Build" lag_days 0→2 hidden=false`,
			`link "Build → Paint" created <nil>→<nil> hidden=false`,
			`link "Build → Paint" deleted <nil>→<nil> hidden=false`,
			`→ Paint" deleted <nil>→<nil> hidden=false`,
		} {
			if !slices.ContainsFunc(lines, func(line string) bool { return strings.HasSuffix(line, want) }) {
				t.Errorf("no %s in\n%s", want, strings.Join(lines, "\n"))
			}
		}
		rows := table(t, admin.call(t, "GET", "/admin/changes.csv?noun=sprint", nil))
		if row := rows[0]; row["what"] != "commitment" || row["to"] != `{"tickets":2,"points":8.5}` {
			t.Errorf("%v", row)
		}
	})
}
