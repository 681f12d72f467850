package dash_test

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
)

// mustLettered fills a project with tickets that are named by letters. The last one is blocked and critical.
func mustLettered(t *testing.T, ada *browser, letters string) (project string, uuids map[string]string) {
	t.Helper()
	project, uuids = ada.mustProject(t, "Apollo").Project.UUID, map[string]string{}
	for letter := range strings.SplitSeq(letters, "") {
		uuids[letter] = ada.mustTicket(t, project, letter, map[string]any{"status": "todo"}).UUID
	}
	last := letters[len(letters)-1:]
	body := map[string]any{"priority": "critique", "dependencies": []string{uuids[letters[:1]]}}
	must[thing](t, ada, http.MethodPut, "/tickets/"+uuids[last], body)
	return project, uuids
}

func TestBoardsAndBacklogsFollowTheOrderOfTheProject(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada := w.mustBrowser(t, "ada")
		p, uuids := mustLettered(t, ada, "abcd")
		must[thing](t, ada, http.MethodPut, "/tickets/"+uuids["c"], map[string]any{"before_uuid": uuids["a"]})
		must[thing](t, ada, http.MethodPut, "/tickets/"+uuids["b"], map[string]any{"priority": "haute"})
		for _, c := range []struct{ order, want string }{
			{"", "cabd"},
			{"rank", "cabd"},
			{"priority", "dbca"},
		} {
			for _, by := range []string{"", "status", "sprint"} {
				filter := url.Values{"limit": {"9"}}
				if c.order != "" {
					filter.Set("order", c.order)
				}
				if by != "" {
					filter.Set("by", by)
				}
				if got := strings.Join(ada.titles(t, p, filter), ""); got != c.want {
					t.Errorf("order %q by %q: %s, want %s", c.order, by, got, c.want)
				}
			}
		}
		refused(t, ada.call(t, http.MethodGet, "/projects/"+p+"/cards?order=title", nil), http.StatusUnprocessableEntity, "invalid")
	})
}

func TestTicketsMoveToAnEndOfTheOrderTogether(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada := w.mustBrowser(t, "ada")
		p, uuids := mustLettered(t, ada, "abcdef")
		type result struct{ Changed int }
		for _, c := range []struct {
			tickets, place, want string
			changed              int
		}{
			{"db", "top", "bdacef", 2},
			{"db", "top", "bdacef", 0},
			{"ad", "bottom", "bcefda", 2}, // in the order they have, not in that of the request
			{"a", "bottom", "bcefda", 0},
			{"abcdef", "top", "bcefda", 0},
		} {
			body := map[string]any{"tickets": pick(uuids, c.tickets), "place": c.place}
			if got := must[result](t, ada, http.MethodPost, "/projects/"+p+"/bulk", body); got.Changed != c.changed {
				t.Errorf("%s to the %s changed %d", c.tickets, c.place, got.Changed)
			}
			if got := strings.Join(ada.titles(t, p, nil), ""); got != c.want {
				t.Fatalf("%s to the %s: %s, want %s", c.tickets, c.place, got, c.want)
			}
		}
		body := map[string]any{"tickets": pick(uuids, "ef"), "place": "bottom", "set": map[string]any{"status": "done"}}
		if got := must[result](t, ada, http.MethodPost, "/projects/"+p+"/bulk", body); got.Changed != 2 {
			t.Errorf("%d were changed", got.Changed)
		}
		if got := strings.Join(ada.titles(t, p, url.Values{"status": {"done"}}), ""); got != "ef" {
			t.Errorf("done are %s", got)
		}
		refused(t, ada.call(t, http.MethodPost, "/projects/"+p+"/bulk", map[string]any{"tickets": pick(uuids, "a"), "place": "middle"}),
			http.StatusUnprocessableEntity, "invalid")
	})
}

func pick(uuids map[string]string, letters string) []string {
	picked := []string{}
	for letter := range strings.SplitSeq(letters, "") {
		picked = append(picked, uuids[letter])
	}
	return picked
}

func TestTheHistoryOfATicketTellsThatItWasMoved(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada := w.mustBrowser(t, "ada")
		_, uuids := mustLettered(t, ada, "abc")
		must[thing](t, ada, http.MethodPut, "/tickets/"+uuids["b"], map[string]any{"before_uuid": uuids["a"]})
		type history struct{ Changes []struct{ What string } }
		changes := must[history](t, ada, http.MethodGet, "/tickets/"+uuids["b"]+"/history", nil).Changes
		if i := slices.IndexFunc(changes, func(c struct{ What string }) bool { return c.What == "rank" }); i != 0 {
			t.Errorf("%+v", changes)
		}
	})
}
