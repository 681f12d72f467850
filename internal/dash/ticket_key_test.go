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

type keyed struct {
	UUID string `json:"uuid"`
	Key  string `json:"key"`
}

func TestPagesShowTicketsWithTheirKeys(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada := w.mustBrowser(t, "ada")
		p := ada.mustProject(t, "Apollo").Project.UUID
		first := ada.mustTicket(t, p, "first", nil)
		second := ada.mustTicket(t, p, "second", map[string]any{"dependencies": []string{first.UUID}})
		must[thing](t, ada, http.MethodPost, "/tickets/APO-1/time", map[string]any{"duration_minutes": 30})
		type project struct {
			Project struct {
				Key     string   `json:"key"`
				OldKeys []string `json:"old_keys"`
			} `json:"project"`
		}
		frame := must[project](t, ada, http.MethodPut, "/projects/"+p, map[string]any{"key": "moon"}).Project
		if frame.Key != "MOON" || len(frame.OldKeys) != 1 || frame.OldKeys[0] != "APO" {
			t.Errorf("the project is %+v", frame)
		}
		type page struct {
			keyed
			Dependencies []keyed `json:"dependencies"`
		}
		for _, name := range []string{second.UUID, "moon-2", "APO-2"} {
			got := must[page](t, ada, http.MethodGet, "/tickets/"+name, nil)
			if got.UUID != second.UUID || got.Key != "MOON-2" || len(got.Dependencies) != 1 || got.Dependencies[0].Key != "MOON-1" {
				t.Errorf("%s is %+v", name, got)
			}
		}
		cards := must[struct{ Cards []keyed }](t, ada, http.MethodGet, "/projects/"+p+"/cards?limit=9", nil).Cards
		recent := must[struct{ Tickets []keyed }](t, ada, http.MethodGet, "/time/recent", nil).Tickets
		week := must[struct{ Rows []struct{ Ticket keyed } }](t, ada, http.MethodGet, "/time/week", nil).Rows
		if len(cards) != 2 || cards[0].Key != "MOON-1" || len(recent) == 0 || recent[0].Key != "MOON-1" || len(week) != 1 || week[0].Ticket.Key != "MOON-1" {
			t.Errorf("cards %+v, recent %+v, week %+v", cards, recent, week)
		}
	})
}

func TestSearchFindsATicketByItsKeyFirst(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada, ben := w.mustBrowser(t, "ada"), w.mustBrowser(t, "ben")
		p := ada.mustProject(t, "Apollo").Project.UUID
		ada.mustTicket(t, p, "first", nil)
		ada.mustTicket(t, p, "see apo 1", nil)
		must[thing](t, ada, http.MethodPut, "/projects/"+p, map[string]any{"key": "moon"})
		find := func(b *browser, query, in string) (keys []string) {
			t.Helper()
			for _, one := range must[struct{ Tickets []keyed }](t, b, http.MethodGet, "/search?q="+url.QueryEscape(query)+in, nil).Tickets {
				keys = append(keys, one.Key)
			}
			return keys
		}
		for query, want := range map[string]int{"apo-1": 2, "MOON-1": 1} {
			if got := find(ada, query, ""); len(got) != want || got[0] != "MOON-1" {
				t.Errorf("%s finds %v", query, got)
			}
			if got := find(ben, query, ""); len(got) != 0 {
				t.Errorf("a stranger finds %v", got)
			}
		}
		ada.mustProject(t, "Other")
		if got := find(ada, "1", "&project="+p); len(got) != 2 || got[0] != "MOON-1" {
			t.Errorf("the number finds %v", got)
		}
		w.MustJoin(t, p, ben.ID, domain.Viewer)
		if got := find(ben, "moon-2", ""); len(got) == 0 || got[0] != "MOON-2" {
			t.Errorf("a viewer finds %v", got)
		}
	})
}

// A key in a text of one project may name a ticket of another, also by an old key. Strangers must not learn which keys exist.
func TestABoardFilteredByAKeyShowsItsTicket(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada := w.mustBrowser(t, "ada")
		p, other := ada.mustProject(t, "Apollo").Project.UUID, ada.mustProject(t, "Gemini").Project.UUID
		for _, project := range []string{p, other} {
			ada.mustTicket(t, project, "first", nil)
			ada.mustTicket(t, project, "second", nil)
		}
		ada.mustTicket(t, p, "see apo 1", nil)
		must[thing](t, ada, http.MethodPut, "/projects/"+p, map[string]any{"key": "moon"})
		for query, want := range map[string]string{"moon-2": "[MOON-2]", " APO-1 ": "[MOON-1 MOON-3]", "GEM-1": "[]", "MOON-9": "[]"} {
			keys := []string{}
			for _, c := range must[struct{ Cards []keyed }](t, ada, http.MethodGet, "/projects/"+p+"/cards?limit=9&q="+url.QueryEscape(query), nil).Cards {
				keys = append(keys, c.Key)
			}
			if got := fmt.Sprint(keys); got != want {
				t.Errorf("%q finds %s, want %s", query, got, want)
			}
		}
	})
}

func TestAPersonKnowsTheKeysOfTheirOwnProjectsOnly(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada, ben := w.mustBrowser(t, "ada"), w.mustBrowser(t, "ben")
		p := ada.mustProject(t, "Apollo").Project.UUID
		ada.mustProject(t, "Borealis")
		must[thing](t, ada, http.MethodPut, "/projects/"+p, map[string]any{"key": "moon"})
		keys := func(b *browser) string {
			return strings.Join(must[struct{ Keys []string }](t, b, http.MethodGet, "/project-keys", nil).Keys, " ")
		}
		if got := keys(ada); got != "APO BOR MOON" {
			t.Errorf("the owner's keys are %q", got)
		}
		if got := keys(ben); got != "" {
			t.Errorf("a stranger's keys are %q", got)
		}
		w.MustJoin(t, p, ben.ID, domain.Viewer)
		if got := keys(ben); got != "APO MOON" {
			t.Errorf("a viewer's keys are %q", got)
		}
	})
}

func TestARefusedProjectKeyComesWithAFreeOne(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada, ben := w.mustBrowser(t, "ada"), w.mustBrowser(t, "ben")
		ada.mustProject(t, "Apollo")
		ada.mustProject(t, "Apollo") // it gets the key APO2
		p := ben.mustProject(t, "Borealis").Project.UUID
		for _, a := range []answer{
			ben.call(t, http.MethodPut, "/projects/"+p, map[string]any{"key": "apo"}),
			ben.call(t, http.MethodPost, "/projects", map[string]any{"name": "Gemini", "key": "apo"}),
		} {
			refused(t, a, http.StatusUnprocessableEntity, "invalid")
			if !strings.Contains(string(a.Body), `"free":"APO3"`) {
				t.Errorf("no free key in %s", a.Body)
			}
		}
		if a := ben.call(t, http.MethodPut, "/projects/"+p, map[string]any{"key": "?"}); strings.Contains(string(a.Body), "free") {
			t.Errorf("a key that is no key: %s", a.Body)
		}
	})
}

func TestTicketsNamedByFiguresComeWithTheirKeys(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		owner := c.browser(t, "owner")
		plain := owner.mustTicket(t, c.Project, "Without points", map[string]any{"sprint_uuid": c.Sprint})
		must[entry](t, owner, http.MethodPost, "/tickets/"+plain.UUID+"/time", map[string]any{"duration_minutes": 30})
		key := must[keyed](t, owner, http.MethodGet, "/tickets/"+plain.UUID, nil).Key
		finance := must[struct{ Warnings []struct{ Tickets []keyed } }](t, owner, http.MethodGet, "/projects/"+c.Project+"/finance", nil)
		var warned []keyed
		for _, one := range finance.Warnings {
			warned = append(warned, one.Tickets...)
		}
		if !slices.Contains(warned, keyed{plain.UUID, key}) {
			t.Errorf("warnings name %v, not %s", warned, key)
		}
		if _, err := w.App.Projects.SetRate(t.Context(), c.owner(), c.Project, c.Member.Email, 480, domain.Some[domain.Date](domain.FirstDay)); err != nil {
			t.Fatal(err)
		}
		must[entry](t, c.browser(t, "member"), http.MethodPost, "/tickets/"+plain.UUID+"/time", map[string]any{"duration_minutes": 30})
		const minutes = "/explain/ac_total?path=0.0.0" // of the member
		x := must[any](t, owner, http.MethodGet, "/projects/"+c.Project+minutes, nil)
		if text := fmt.Sprint(x); !strings.Contains(text, "key:"+key) {
			t.Errorf("the explanation lacks %s: %s", key, text)
		}
	})
}

func TestTheLimitOfOldKeysIsNamedApartFromTheForm(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada := w.mustBrowser(t, "ada")
		path := "/projects/" + ada.mustProject(t, "Apollo").Project.UUID
		for i := range domain.MaxOldKeys {
			must[thing](t, ada, http.MethodPut, path, map[string]any{"key": fmt.Sprintf("K%d", i)})
		}
		for key, field := range map[string]string{"MORE": "limit_old_keys", "-": "key"} {
			got := ada.call(t, http.MethodPut, path, map[string]any{"key": key})
			refused(t, got, http.StatusUnprocessableEntity, "invalid")
			if !strings.Contains(string(got.Body), `"field":"`+field+`"`) {
				t.Errorf("%s: %s", key, got.Body)
			}
		}
	})
}
