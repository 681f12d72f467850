package dash_test

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"testing"
)

// mustBoard fills a project with tickets that differ in everything a filter asks about.
func mustBoard(t testing.TB, ada *browser) (f frame, ids map[string]string) {
	t.Helper()
	f = ada.mustProject(t, "Apollo")
	p := f.Project.UUID
	ids = map[string]string{"red": ada.MustTag(t, p, "red"), "blue": ada.MustTag(t, p, "blue")}
	for _, name := range []string{"s1", "s2"} {
		ids[name] = ada.mustSprint(t, p, name).UUID
	}
	must[thing](t, ada, http.MethodPost, "/sprints/"+ids["s1"]+"/start", nil)
	ids["epic"] = ada.mustEpic(t, p, "Epic")
	ada.mustTicket(t, p, "Été un", map[string]any{"sprint_uuid": ids["s1"], "priority": "faible", "story_points": 1, "tags": []string{ids["red"]}})
	ada.mustTicket(t, p, "été DEUX", map[string]any{"sprint_uuid": ids["s2"], "priority": "haute", "story_points": 2, "assignee_id": ada.ID})
	ada.mustTicket(t, p, "trois", map[string]any{"epic_uuid": ids["epic"], "status": "done", "story_points": 4, "tags": []string{ids["blue"], ids["red"]}})
	ada.mustTicket(t, p, "quatre_%", map[string]any{"epic_uuid": ids["epic"], "sprint_uuid": ids["s1"], "type_uuid": f.Types[1].UUID, "priority": "critique"})
	return f, ids
}

// mustEpic makes an epic through the use case: the dashboard has no route for it yet.
func (b *browser) mustEpic(t testing.TB, project, title string) string {
	t.Helper()
	return mustEpic(t, b, project, title)
}

func TestFiltersOfABoard(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada := w.mustBrowser(t, "ada")
		f, ids := mustBoard(t, ada)
		p := f.Project.UUID
		const one, two, three, four = "Été un", "été DEUX", "trois", "quatre_%"
		for query, want := range map[string][]string{
			"":                                             {four, two, three, one},
			"sprint=" + ids["s1"]:                          {four, one},
			"sprint=active":                                {four, one},
			"sprint=none":                                  {three},
			"sprint=none&sprint=" + ids["s2"]:              {two, three},
			"sprint=active&sprint=none":                    {four, three, one},
			"sprint=" + ids["epic"]:                        {},
			"epic=" + ids["epic"]:                          {four, three},
			"epic=none":                                    {two, one},
			"epic=" + ids["epic"] + "&sprint=active":       {four},
			"epic=" + ids["epic"] + "&sprint=none":         {three},
			"assignee=me":                                  {two},
			"assignee=" + strconv.FormatInt(ada.ID, 10):    {two},
			"assignee=none":                                {four, three, one},
			"assignee=none&assignee=me":                    {four, two, three, one},
			"tag=" + ids["red"]:                            {three, one},
			"tag=" + ids["blue"]:                           {three},
			"tag=" + ids["red"] + "&tag=" + ids["blue"]:    {three, one},
			"priority=haute&priority=faible":               {two, one},
			"type=" + f.Types[1].UUID:                      {four},
			"status=done":                                  {three},
			"done=false":                                   {four, two, one},
			"done=true":                                    {three},
			"q=" + url.QueryEscape("ÉTÉ"):                  {two, one},
			"q=" + url.QueryEscape("été d"):                {two},
			"q=" + url.QueryEscape("_%"):                   {four},
			"q=" + url.QueryEscape(" un "):                 {one},
			"q=" + url.QueryEscape("é") + "&sprint=active": {one},
			"limit=2":                                      {four, two},
		} {
			values, err := url.ParseQuery(query)
			if err != nil {
				t.Fatal(err)
			}
			if got := ada.titles(t, p, values); !slices.Equal(got, want) {
				t.Errorf("%s gives %q, want %q", query, got, want)
			}
		}
		b := must[board](t, ada, http.MethodGet, "/projects/"+p+"/cards?limit=1&done=false", nil)
		if b.Total != 3 || b.Points != 3 || len(b.Cards) != 1 {
			t.Errorf("the limit cut the totals: %+v", b)
		}
	})
}

func TestBadFiltersSayWhatWouldBeRight(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada := w.mustBrowser(t, "ada")
		p := ada.mustProject(t, "Apollo").Project.UUID
		for _, query := range []string{
			"sprint=x", "epic=1", "assignee=ada", "assignee=-1", "tag=none", "priority=high", "type=x", "done=maybe",
			"limit=0", "limit=2001", "limit=1&limit=2", "q=" + string(make([]byte, 300)), "status=",
		} {
			got := ada.call(t, http.MethodGet, "/projects/"+p+"/cards?"+url.PathEscape(query), nil)
			if msg := refused(t, got, http.StatusUnprocessableEntity, "invalid"); msg == "" {
				t.Errorf("%s says nothing", query)
			}
		}
	})
}

// least gives the fewest statements that a call costs in several tries: others run in the background.
func (b *browser) least(t testing.TB, method, path string) int64 {
	t.Helper()
	best := int64(1 << 30)
	for range 4 {
		before := b.Store.DB().Statements()
		if got := b.call(t, method, path, nil); got.Status != http.StatusOK {
			t.Fatalf("%s: %d %s", path, got.Status, got.Body)
		}
		best = min(best, b.Store.DB().Statements()-before)
	}
	return best
}

func TestPagesCostTheSameNumberOfStatementsWhateverTheirSize(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada := w.mustBrowser(t, "ada")
		small, large := ada.mustProject(t, "Small").Project.UUID, ada.mustProject(t, "Large").Project.UUID
		ada.mustTicket(t, small, "one", nil)
		fillProject(t, w, large, 300)
		for rest, want := range map[string]int64{"": 11, "/cards": 8, "/cards?q=ticket&sprint=active": 9} {
			few, many := ada.least(t, http.MethodGet, "/projects/"+small+rest), ada.least(t, http.MethodGet, "/projects/"+large+rest)
			if rest == "/cards?q=ticket&sprint=active" {
				few = many // nothing passes in the small one, and nothing is read of what does not
			}
			if few != many || many != want {
				t.Errorf("%s costs %d statements with few tickets and %d with many, want %d", rest, few, many, want)
			}
		}
		one := ada.least(t, http.MethodGet, "/projects")
		for i := range 20 {
			ada.mustProject(t, fmt.Sprint("P", i))
		}
		if many := ada.least(t, http.MethodGet, "/projects"); many != one || many != 6 {
			t.Errorf("the overview costs %d statements with 2 projects and %d with 22, want 6", one, many)
		}
	})
}
