package dash_test

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"earnest/internal/domain"
)

// found returns the titles of the tickets that a search finds.
func (b *browser) found(t testing.TB, query string) []string {
	t.Helper()
	type result struct {
		Tickets []struct {
			Title string `json:"title"`
		} `json:"tickets"`
	}
	titles := []string{}
	for _, one := range must[result](t, b, http.MethodGet, "/search?q="+url.QueryEscape(query), nil).Tickets {
		titles = append(titles, one.Title)
	}
	return titles
}

// mustFind fails unless a search and a board's filter both find exactly the given titles, in any order.
func (b *browser) mustFind(t testing.TB, project, query string, want ...string) {
	t.Helper()
	slices.Sort(want)
	search, board := b.found(t, query), b.titles(t, project, url.Values{"q": {query}})
	slices.Sort(search)
	slices.Sort(board)
	if !slices.Equal(search, want) || !slices.Equal(board, want) {
		t.Errorf("%q is found in %q and on the board in %q, want %q", query, search, board, want)
	}
}

func TestSearchFindsWordsByTheirFirstLetters(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada := w.mustBrowser(t, "ada")
		p := ada.mustProject(t, "Apollo").Project.UUID
		ada.mustTicket(t, p, "Budget de l’été", map[string]any{"description": "Le **cœur** du système: a < b and c > d"})
		other := ada.mustTicket(t, p, "Planning", nil)
		must[thing](t, ada, http.MethodPost, "/tickets/"+other.UUID+"/comments", map[string]any{
			"content": `<p>Voir la <strong>réunion</strong> &amp; <a href="https://example.com/budget">ici</a></p>`,
		})
		for query, want := range map[string][]string{
			"bud": {"Budget de l’été"}, "BUDGÉT": {"Budget de l’été"}, "ete budget": {"Budget de l’été"}, "e\u0301te\u0301": {"Budget de l’été"},
			"coeur": {"Budget de l’été"}, "l'été": {"Budget de l’été"}, "cœur budg": {"Budget de l’été"}, "b and c": {"Budget de l’été"},
			"reunion": {"Planning"}, "voir ICI": {"Planning"}, "planning": {"Planning"},
			"udget": {}, "budget planning": {}, "strong": {}, "href": {}, "example": {}, "amp": {}, "planning voir": {},
		} {
			ada.mustFind(t, p, query, want...)
		}
	})
}

func TestSearchTakesAnyInputAsWords(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada := w.mustBrowser(t, "ada")
		p := ada.mustProject(t, "Apollo").Project.UUID
		ada.mustTicket(t, p, "near and not or title words 42", nil)
		for _, query := range []string{
			`"near`, `'near'`, `near*`, `NEAR(and not)`, `and AND or`, `not`, `title:near`, `^near`, `-near`, `near & !`, `near:*`, `{title}: near`,
			`\near`, `near🚀`, `near; --`, `(near`, `near <-> and`, `42`, strings.Repeat("near ", 40), `words + title`,
		} {
			ada.mustFind(t, p, query, "near and not or title words 42")
		}
		for _, query := range []string{`"`, `*`, `🚀`, `'':*`, `1xnear`, `1tnear`, `!`, `()`, `\`, `&`, strings.Repeat("東", 200)} {
			ada.mustFind(t, p, query)
		}
		for _, wrong := range []string{strings.Repeat("x", 10_000), "a\x00b", "\xff"} {
			for _, path := range []string{"/search?q=", "/projects/" + p + "/cards?q="} {
				refused(t, ada.call(t, http.MethodGet, path+url.QueryEscape(wrong), nil), http.StatusUnprocessableEntity, "invalid")
			}
		}
	})
}

// Every way to change a text changes what is found.
func TestSearchFollowsEveryChange(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada := w.mustBrowser(t, "ada")
		p := ada.mustProject(t, "Apollo").Project.UUID
		made := ada.mustTicket(t, p, "alpha", nil)
		path := "/tickets/" + made.UUID
		must[thing](t, ada, http.MethodPut, path, map[string]any{"title": "beta", "description": "gamma"})
		ada.mustFind(t, p, "alpha")
		ada.mustFind(t, p, "beta gamma", "beta")
		must[thing](t, ada, http.MethodPut, path, map[string]any{"description": nil})
		ada.mustFind(t, p, "gamma")
		comment := must[thing](t, ada, http.MethodPost, path+"/comments", map[string]any{"content": "delta"})
		ada.mustFind(t, p, "delta", "beta")
		must[thing](t, ada, http.MethodPut, "/comments/"+comment.UUID, map[string]any{"content": "epsilon"})
		ada.mustFind(t, p, "delta")
		ada.mustFind(t, p, "epsilon", "beta")
		must[struct{}](t, ada, http.MethodDelete, path, nil)
		ada.mustFind(t, p, "beta")
		ada.mustFind(t, p, "epsilon")
		must[thing](t, ada, http.MethodPost, path+"/restore", nil)
		ada.mustFind(t, p, "beta", "beta")
		ada.mustFind(t, p, "epsilon", "beta")
		must[struct{}](t, ada, http.MethodDelete, "/comments/"+comment.UUID, nil)
		ada.mustFind(t, p, "epsilon")
		must[struct{}](t, ada, http.MethodPost, "/projects/"+p+"/bulk", map[string]any{"tickets": []string{made.UUID}, "set": map[string]any{"priority": "haute"}})
		ada.mustFind(t, p, "beta", "beta")
		must[struct{}](t, ada, http.MethodPost, "/projects/"+p+"/bulk", map[string]any{"tickets": []string{made.UUID}, "delete": true})
		ada.mustFind(t, p, "beta")
		mustBeSound(t, w)
	})
}

// A text of the maximum length must be saved, whatever PostgreSQL's limits on its index.
func TestTheLongestTextsAreIndexed(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada := w.mustBrowser(t, "ada")
		p := ada.mustProject(t, "Apollo").Project.UUID
		var different strings.Builder
		for i := 0; different.Len() < 99_000; i++ {
			fmt.Fprintf(&different, "%x ", i)
		}
		for title, text := range map[string]string{
			"one":       strings.Repeat("x", 100_000),
			"expanding": strings.Repeat("\ufdfa", 100_000),
			"wide":      strings.Repeat("𠀀𠀁 ", 33_000),
			"different": different.String(),
		} {
			made := ada.mustTicket(t, p, title, map[string]any{"description": "zebra " + text[:len(text)-len("zebra ")*4]})
			must[thing](t, ada, http.MethodPost, "/tickets/"+made.UUID+"/comments", map[string]any{"content": text})
		}
		ada.mustFind(t, p, "zebra", "one", "expanding", "wide", "different")
		ada.mustFind(t, p, strings.Repeat("x", 100), "one")
		ada.mustFind(t, p, "4b2f", "different")
	})
}

func TestTitlesAreFoundFirstThenTheLatest(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada := w.mustBrowser(t, "ada")
		p, q := ada.mustProject(t, "Apollo").Project.UUID, ada.mustProject(t, "Borealis").Project.UUID
		ada.mustTicket(t, p, "word 1", nil)
		commented := ada.mustTicket(t, p, "commented", nil)
		must[thing](t, ada, http.MethodPost, "/tickets/"+commented.UUID+"/comments", map[string]any{"content": "a word"})
		ada.mustTicket(t, q, "described", map[string]any{"description": "a word"})
		ada.mustTicket(t, q, "word 2", nil)
		ada.mustTicket(t, q, "word 3", map[string]any{"description": "a word"})
		if got, want := ada.found(t, "word"), []string{"word 3", "word 2", "word 1", "described", "commented"}; !slices.Equal(got, want) {
			t.Errorf("found %q, want %q", got, want)
		}
		for i := range 30 {
			ada.mustTicket(t, q, fmt.Sprint("more ", i), map[string]any{"description": "a word"})
		}
		if got := ada.found(t, "word"); len(got) != 20 || !slices.Equal(got[:4], []string{"word 3", "word 2", "word 1", "more 29"}) {
			t.Errorf("found %q", got)
		}
	})
}

func TestCommentsAreFoundByThoseWhoMayReadThem(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada, ben := w.mustBrowser(t, "ada"), w.mustBrowser(t, "ben")
		p, q := ada.mustProject(t, "Apollo").Project.UUID, ben.mustProject(t, "Borealis").Project.UUID
		made := ada.mustTicket(t, p, "private", map[string]any{"description": "secret"})
		must[thing](t, ada, http.MethodPost, "/tickets/"+made.UUID+"/comments", map[string]any{"content": "hidden"})
		for _, query := range []string{"private", "secret", "hidden"} {
			ben.mustFind(t, q, query)
			ada.mustFind(t, p, query, "private")
		}
		w.MustJoin(t, p, ben.ID, domain.Viewer)
		for _, query := range []string{"private", "secret", "hidden"} {
			ben.mustFind(t, p, query, "private")
		}
		must[struct{}](t, ada, http.MethodDelete, "/projects/"+p, map[string]any{"name": "Apollo"})
		for _, query := range []string{"private", "secret", "hidden"} {
			ben.mustFind(t, q, query)
		}
	})
}

// The number of statements grows with the logarithm of the number of projects, not with the number of tickets.
func TestTheCostOfASearchIsLimited(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada := w.mustBrowser(t, "ada")
		p := ada.mustProject(t, "Apollo").Project.UUID
		fillProject(t, w, p, 300)
		if n := ada.least(t, http.MethodGet, "/search?q=ticket"); n > 6 {
			t.Errorf("a common word costs %d statements", n)
		}
		for i := range 20 {
			ada.mustProject(t, fmt.Sprint("P", i))
		}
		if n := ada.least(t, http.MethodGet, "/search?q=nowhere&project="+p); n > 6 {
			t.Errorf("an unknown word costs %d statements in one project", n)
		}
		if n := ada.least(t, http.MethodGet, "/search?q=nowhere"); n > 12 {
			t.Errorf("an unknown word costs %d statements", n)
		}
	})
}
