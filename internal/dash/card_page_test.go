package dash_test

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"earnest/internal/db"
	"earnest/test/rig"
)

// spread gives the tickets of a filled database different statuses and priorities.
func spread(t testing.TB, w *world) {
	t.Helper()
	err := w.Store.Write(t.Context(), func(tx *db.Tx) error {
		return tx.Run(t.Context(), `
UPDATE tickets SET
  status = CASE id % 4 WHEN 0 THEN 'todo' WHEN 1 THEN 'in_progress' WHEN 2 THEN 'in_review' ELSE 'done' END,
  priority = CASE id % 7 WHEN 0 THEN 'critique' WHEN 1 THEN 'haute' WHEN 2 THEN 'faible' ELSE 'normale' END,
  done_at = CASE WHEN id % 4 = 3 THEN 1 END`)
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestOpeningABoardCostsTheSameWhateverItsSize(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada := w.mustBrowser(t, "ada")
		small, large := ada.mustProject(t, "Small").Project.UUID, ada.mustProject(t, "Large").Project.UUID
		fillProject(t, w, small, 100)
		tickets := rig.Times(2000, 5000)
		fillProject(t, w, large, tickets)
		spread(t, w)
		for _, query := range []string{"by=status&limit=30", "by=sprint&limit=30&sprint=none&done=false", "by=status&limit=30&offset=10&status=todo"} {
			few, many := ada.least(t, http.MethodGet, "/projects/"+small+"/cards?"+query), ada.least(t, http.MethodGet, "/projects/"+large+"/cards?"+query)
			if few != many {
				t.Errorf("%s costs %d statements with 100 tickets and %d with %d", query, few, many, tickets)
			}
			got := ada.call(t, http.MethodGet, "/projects/"+large+"/cards?"+query, nil)
			if len(got.Body) > 100<<10 {
				t.Errorf("%s sends %d bytes", query, len(got.Body))
			}
		}
		b := must[board](t, ada, http.MethodGet, "/projects/"+large+"/cards?by=status&limit=30", nil)
		if b.Total != tickets || len(b.Groups) != 4 || len(b.Cards) != 4*30 {
			t.Errorf("%d tickets in %d columns, of which %d are sent; want %d in 4, of which 120 are sent", b.Total, len(b.Groups), len(b.Cards), tickets)
		}
	})
}

func TestThePagesOfAColumnHoldEveryCardOnceInOrder(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada := w.mustBrowser(t, "ada")
		p := ada.mustProject(t, "Apollo").Project.UUID
		fillProject(t, w, p, 300)
		spread(t, w)
		mustPageColumns(t, ada, "/projects/"+p+"/cards?by=status", byRank)
		mustPageColumns(t, ada, "/projects/"+p+"/cards?by=status&order=priority", byUrgency)
	})
}

// mustPageColumns reads every column of a board page by page.
func mustPageColumns(t *testing.T, ada *browser, address string, order func(a, b card) int) {
	t.Helper()
	for _, column := range must[board](t, ada, http.MethodGet, address+"&limit=1", nil).Groups {
		var cards []card
		path := address + "&limit=20&status=" + column.Key
		for len(cards) < column.Total {
			page := must[board](t, ada, http.MethodGet, path+fmt.Sprint("&offset=", len(cards)), nil)
			if len(page.Groups) != 1 || page.Groups[0] != column || len(page.Cards) == 0 {
				t.Fatalf("after %d of %d cards: %+v", len(cards), column.Total, page.Groups)
			}
			cards = append(cards, page.Cards...)
		}
		points, seen := 0.0, map[string]bool{}
		for _, c := range cards {
			points, seen[c.UUID] = points+c.StoryPoints, true
		}
		if len(seen) != column.Total || points != column.Points {
			t.Errorf("%s: the pages hold %d tickets with %v points, want %d with %v", column.Key, len(seen), points, column.Total, column.Points)
		}
		if !slices.IsSortedFunc(cards, order) {
			t.Errorf("%s of %s is not sorted", column.Key, address)
		}
	}
}

func byRank(a, b card) int { return strings.Compare(a.Rank, b.Rank) }

// byUrgency compares cards as a board by priority sorts them.
func byUrgency(a, b card) int {
	rank := func(c card) int {
		n := slices.Index([]string{"critique", "haute", "normale", "faible"}, c.Priority)
		if !c.Blocked {
			n += 10
		}
		return n
	}
	return rank(a) - rank(b)
}

func TestACardBeyondThePageIsSentOnRequest(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada := w.mustBrowser(t, "ada")
		p := ada.mustProject(t, "Apollo").Project.UUID
		first := ada.mustTicket(t, p, "first", map[string]any{"priority": "critique"})
		ada.mustTicket(t, p, "second", nil)
		third := ada.mustTicket(t, p, "third", nil)
		done := ada.mustTicket(t, p, "done", map[string]any{"status": "done"})
		query := "/cards?by=status&limit=1&status=backlog&ticket=" + first.UUID + "&ticket=" + third.UUID + "&ticket=" + done.UUID
		b := must[board](t, ada, http.MethodGet, "/projects/"+p+query, nil)
		if len(b.Cards) != 1 || b.Cards[0].UUID != first.UUID || len(b.Kept) != 1 || b.Kept[0].UUID != third.UUID {
			t.Errorf("the page holds %+v and keeps %+v, want the first ticket and the third", b.Cards, b.Kept)
		}
	})
}

func TestSprintsAndTheBacklogHaveTheirOwnPages(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada := w.mustBrowser(t, "ada")
		p := ada.mustProject(t, "Apollo").Project.UUID
		s := ada.mustSprint(t, p, "s").UUID
		for range 3 {
			ada.mustTicket(t, p, "planned", map[string]any{"sprint_uuid": s, "story_points": 2})
			ada.mustTicket(t, p, "waiting", map[string]any{"story_points": 1})
		}
		b := must[board](t, ada, http.MethodGet, "/projects/"+p+"/cards?by=sprint&limit=2", nil)
		want := []cardGroup{{s, 3, 6}, {"none", 3, 3}}
		slices.SortFunc(b.Groups, func(a, b cardGroup) int { return int(b.Points - a.Points) })
		if !slices.Equal(b.Groups, want) || len(b.Cards) != 4 || b.Total != 6 || b.Points != 9 {
			t.Errorf("%+v, want the groups %v with 2 cards each", b, want)
		}
	})
}

func TestAResponseHasAtMost500CardsHoweverManyColumns(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada := w.mustBrowser(t, "ada")
		p := ada.mustProject(t, "Apollo").Project.UUID
		fillProject(t, w, p, 700)
		spread(t, w)
		b := must[board](t, ada, http.MethodGet, "/projects/"+p+"/cards?by=status&limit=500", nil)
		sent := map[string]int{}
		for _, c := range b.Cards {
			sent[c.Status]++
		}
		for _, column := range b.Groups {
			if sent[column.Key] != 125 || column.Total != 175 {
				t.Errorf("%s: %d of %d cards sent, want 125 of 175", column.Key, sent[column.Key], column.Total)
			}
		}
	})
}

// Every statement after a text search contains all its matches, so there must not be one for each group.
func TestTheGroupsOfATextSearchAreReadTogetherAndInTheSameOrder(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada := w.mustBrowser(t, "ada")
		p := ada.mustProject(t, "Apollo").Project.UUID
		fillProject(t, w, p, 60)
		spread(t, w)
		path := "/projects/" + p + "/cards?q=ticket&limit=30&by="
		few := ada.least(t, http.MethodGet, path+"sprint")
		for i := range 20 {
			first := ada.mustTicket(t, p, "a ticket", map[string]any{"sprint_uuid": ada.mustSprint(t, p, strconv.Itoa(i)).UUID, "priority": "faible"})
			ada.mustTicket(t, p, "a ticket that waits", map[string]any{"status": "todo", "dependencies": []string{first.UUID}})
		}
		if many := ada.least(t, http.MethodGet, path+"sprint"); many != few {
			t.Errorf("a search by sprint costs %d statements with one group and %d with 21", few, many)
		}
		for _, query := range []string{"", "limit=7&offset=5", "by=sprint&limit=5", "by=sprint&offset=3", "by=status&limit=4", "by=status&limit=9&offset=4", "by=status&offset=19"} {
			got := must[board](t, ada, http.MethodGet, "/projects/"+p+"/cards?q=ticket&"+query, nil)
			want := must[board](t, ada, http.MethodGet, "/projects/"+p+"/cards?"+query, nil)
			if diff := cmp.Diff(want, got); diff != "" || len(got.Cards) == 0 {
				t.Errorf("%s with a text that every ticket contains:\n%s", query, diff)
			}
		}
	})
}
