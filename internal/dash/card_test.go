package dash_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// cardFilters lists the expected results of board filters. The web tests use the same file.
type cardFilters struct {
	Cards []map[string]any `json:"cards"`
	Cases []struct {
		Filter url.Values `json:"filter"`
		Titles []string   `json:"titles"`
	} `json:"cases"`
}

// mustBoard fills a project with the tickets of testdata/card_filters.json, which differ in everything a filter can match.
func mustBoard(t testing.TB, ada *browser) (project string, filters cardFilters) {
	t.Helper()
	f := ada.mustProject(t, "Apollo")
	p := f.Project.UUID
	s1 := ada.mustSprint(t, p, "s1").UUID
	must[thing](t, ada, http.MethodPost, "/sprints/"+s1+"/start", nil)
	names := strings.NewReplacer(
		`"assignee_id": "{me}"`, fmt.Sprintf(`"assignee_id": %d`, ada.ID), "{me}", strconv.FormatInt(ada.ID, 10),
		"{s1}", s1, "{s2}", ada.mustSprint(t, p, "s2").UUID, "{epic}", ada.mustEpic(t, p, "Epic"),
		"{red}", ada.MustTag(t, p, "red"), "{blue}", ada.MustTag(t, p, "blue"), "{type}", f.Types[1].UUID,
	)
	text, err := os.ReadFile("testdata/card_filters.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(names.Replace(string(text))), &filters); err != nil {
		t.Fatal(err)
	}
	for _, card := range filters.Cards {
		must[thing](t, ada, http.MethodPost, "/projects/"+p+"/tickets", card)
	}
	return p, filters
}

// mustEpic creates an epic through the use case.
func (b *browser) mustEpic(t testing.TB, project, title string) string {
	t.Helper()
	return mustEpic(t, b, project, title)
}

func TestFiltersOfABoard(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada := w.mustBrowser(t, "ada")
		p, filters := mustBoard(t, ada)
		for _, one := range filters.Cases {
			if got := ada.titles(t, p, one.Filter); !slices.Equal(got, one.Titles) {
				t.Errorf("%s gives %q, want %q", one.Filter, got, one.Titles)
			}
		}
		if got, want := ada.titles(t, p, url.Values{"limit": {"2"}}), []string{"Été un", "été DEUX"}; !slices.Equal(got, want) {
			t.Errorf("limit=2 gives %q, want %q", got, want)
		}
		b := must[board](t, ada, http.MethodGet, "/projects/"+p+"/cards?limit=1&done=false", nil)
		if b.Total != 3 || b.Points != 3 || len(b.Cards) != 1 {
			t.Errorf("the limit cut the totals: %+v", b)
		}
	})
}

func TestInvalidFiltersAreExplained(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada := w.mustBrowser(t, "ada")
		p := ada.mustProject(t, "Apollo").Project.UUID
		for _, query := range []string{
			"sprint=x", "epic=1", "assignee=ada", "assignee=-1", "tag=none", "priority=high", "type=x", "done=maybe",
			"limit=0", "limit=501", "by=epic", "offset=-1", "ticket=x", "limit=1&limit=2", "q=" + string(make([]byte, 300)), "status=",
		} {
			got := ada.call(t, http.MethodGet, "/projects/"+p+"/cards?"+url.PathEscape(query), nil)
			if msg := refused(t, got, http.StatusUnprocessableEntity, "invalid"); msg == "" {
				t.Errorf("%s says nothing", query)
			}
		}
	})
}

// least returns the minimum number of statements for a call over several runs, since background work may interfere.
func (b *browser) least(t testing.TB, method, path string) int64 {
	t.Helper()
	best := int64(1 << 30)
	for range 4 {
		before := b.Store.Statements()
		if got := b.call(t, method, path, nil); got.Status != http.StatusOK {
			t.Fatalf("%s: %d %s", path, got.Status, got.Body)
		}
		best = min(best, b.Store.Statements()-before)
	}
	return best
}

func TestPagesCostTheSameNumberOfStatementsWhateverTheirSize(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada := w.mustBrowser(t, "ada")
		small, large := ada.mustProject(t, "Small").Project.UUID, ada.mustProject(t, "Large").Project.UUID
		ada.mustTicket(t, small, "one", nil)
		fillProject(t, w, large, 300)
		for rest, want := range map[string]int64{"": 11, "/cards": 9, "/cards?q=ticket&sprint=active": 11} {
			few, many := ada.least(t, http.MethodGet, "/projects/"+small+rest), ada.least(t, http.MethodGet, "/projects/"+large+rest)
			if rest == "/cards?q=ticket&sprint=active" {
				few = many // nothing matches in the small project, so nothing more is read for it
			}
			if few != many || many != want {
				t.Errorf("%s costs %d statements with few tickets and %d with many, want %d", rest, few, many, want)
			}
		}
		one := ada.least(t, http.MethodGet, "/projects")
		for i := range 20 {
			ada.mustProject(t, fmt.Sprint("P", i))
		}
		if many := ada.least(t, http.MethodGet, "/projects"); many != one || many != 10 {
			t.Errorf("the overview costs %d statements with 2 projects and %d with 22, want 10", one, many)
		}
	})
}
