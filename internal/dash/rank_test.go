package dash_test

import (
	"maps"
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

// moved is the answer to a bulk change that moves tickets.
type moved struct {
	Changed int              `json:"changed"`
	Moves   []map[string]any `json:"moves"`
}

// mustMove moves tickets, which are named by letters, in one request.
func (b *browser) mustMove(t *testing.T, project string, uuids map[string]string, letters string, body map[string]any) moved {
	t.Helper()
	body["tickets"] = pick(uuids, letters)
	return must[moved](t, b, http.MethodPost, "/projects/"+project+"/bulk", body)
}

func TestTicketsMoveBesideAnotherTogetherAndBack(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada := w.mustBrowser(t, "ada")
		p, uuids := mustLettered(t, ada, "abcdef")
		sprint := ada.mustSprint(t, p, "S").UUID
		order := func() string { return strings.Join(ada.titles(t, p, nil), "") }
		for _, c := range []struct {
			tickets string
			body    map[string]any
			want    string
			changed int
		}{
			{"fb", map[string]any{"after_uuid": uuids["c"]}, "acbfde", 2}, // in the order they have
			{"ad", map[string]any{"before_uuid": uuids["c"]}, "badcef", 2},
			{"bc", map[string]any{"before_uuid": uuids["d"]}, "abcdef", 0}, // they are there
			{"be", map[string]any{"place": "top", "set": map[string]any{"sprint_uuid": sprint, "status": "done"}}, "beacdf", 2},
			{"acf", map[string]any{"place": "bottom"}, "bdeacf", 3},
			{"abcdef", map[string]any{"place": "top"}, "abcdef", 0},
		} {
			got := ada.mustMove(t, p, uuids, c.tickets, c.body)
			if got.Changed != c.changed || len(got.Moves) != len(c.tickets) {
				t.Errorf("%s: %d changed, and %d moves", c.tickets, got.Changed, len(got.Moves))
			}
			if now := order(); now != c.want {
				t.Fatalf("%s with %v: %s, want %s", c.tickets, c.body, now, c.want)
			}
			for _, one := range got.Moves {
				one["status"], one["sprint_uuid"] = "todo", nil
			}
			back := must[moved](t, ada, http.MethodPost, "/projects/"+p+"/bulk/undo", map[string]any{"moves": got.Moves})
			if now := order(); back.Changed != c.changed || now != "abcdef" {
				t.Fatalf("undoing %s with %v: %s, %d changed", c.tickets, c.body, now, back.Changed)
			}
		}
		if got := ada.titles(t, p, url.Values{"status": {"todo"}, "sprint": {"none"}}); len(got) != 6 {
			t.Errorf("only %v have their old status and sprint again", got)
		}
		for field, body := range map[string]map[string]any{
			"place":       {"tickets": pick(uuids, "ab"), "after_uuid": uuids["c"], "place": "top"},
			"after_uuid":  {"tickets": pick(uuids, "ab"), "after_uuid": uuids["b"]},
			"before_uuid": {"tickets": pick(uuids, "ab"), "after_uuid": uuids["d"], "before_uuid": uuids["c"]},
		} {
			got := ada.call(t, http.MethodPost, "/projects/"+p+"/bulk", body)
			refused(t, got, http.StatusUnprocessableEntity, "invalid")
			if !strings.Contains(string(got.Body), field) {
				t.Errorf("%s: %s", field, got.Body)
			}
		}
		mustBeSound(t, w)
	})
}

func TestABulkChangeOfNoTicketsIsRefused(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada := w.mustBrowser(t, "ada")
		p := ada.mustProject(t, "Apollo").Project.UUID
		for _, body := range []map[string]any{{"place": "top"}, {"delete": true}, {"set": map[string]any{"status": "todo"}}} {
			body["tickets"] = []string{}
			refused(t, ada.call(t, http.MethodPost, "/projects/"+p+"/bulk", body), http.StatusUnprocessableEntity, "invalid")
		}
	})
}

func TestAMoveIsUndoneExactlyOrNotAtAll(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada := w.mustBrowser(t, "ada")
		p, uuids := mustLettered(t, ada, "abcdef")
		order := func() string { return strings.Join(ada.titles(t, p, nil), "") }
		undo := func(m moved) answer {
			return ada.call(t, http.MethodPost, "/projects/"+p+"/bulk/undo", map[string]any{"moves": m.Moves})
		}
		first := ada.mustMove(t, p, uuids, "bd", map[string]any{"place": "top"}) // bdacef
		ada.mustMove(t, p, uuids, "f", map[string]any{"after_uuid": uuids["a"]}) // bdafce: others may move where it does not matter
		if got := undo(first); got.Status != http.StatusOK || order() != "abfcde" {
			t.Fatalf("%d %s, and the order is %s", got.Status, got.Body, order())
		}
		last := ada.mustMove(t, p, uuids, "de", map[string]any{"place": "top"}) // deabfc
		uuids["g"] = ada.mustTicket(t, p, "g", nil).UUID                        // it may get the rank that e had
		if got := undo(last); got.Status != http.StatusOK || order() != "abfcdeg" {
			t.Fatalf("%d %s, and the order is %s", got.Status, got.Body, order())
		}
		must[thing](t, ada, http.MethodDelete, "/tickets/"+uuids["g"], nil)
		for name, meanwhile := range map[string]func(){
			"the ticket is moved again":        func() { ada.mustMove(t, p, uuids, "d", map[string]any{"place": "top"}) },
			"a neighbour is on the other side": func() { ada.mustMove(t, p, uuids, "e", map[string]any{"place": "top"}) },
			"one of several is moved again":    func() { ada.mustMove(t, p, uuids, "b", map[string]any{"place": "bottom"}) },
		} {
			ada.mustMove(t, p, uuids, "abcdef", map[string]any{"place": "top"})
			for letter := range strings.SplitSeq("abcdef", "") {
				ada.mustMove(t, p, uuids, letter, map[string]any{"place": "bottom"})
			}
			last := ada.mustMove(t, p, uuids, "bd", map[string]any{"after_uuid": uuids["f"]}) // acefbd
			meanwhile()
			before := order()
			refused(t, undo(last), http.StatusConflict, "conflict")
			if order() != before {
				t.Errorf("%s: a refused undo changed the order from %s to %s", name, before, order())
			}
		}
		made := ada.mustMove(t, p, uuids, "c", map[string]any{"place": "top"})
		for _, bad := range []any{
			[]any{}, 5, nil,
			[]any{map[string]any{"uuid": uuids["c"]}},
			[]any{made.Moves[0], made.Moves[0]},
			[]any{withMember(made.Moves[0], "was", "no rank")},
			[]any{withMember(made.Moves[0], "after_uuid", p)},
		} {
			refused(t, ada.call(t, http.MethodPost, "/projects/"+p+"/bulk/undo", map[string]any{"moves": bad}), http.StatusUnprocessableEntity, "invalid")
		}
	})
}

func TestUndoingAMoveDoesNotReplaceWhatWasSetSince(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada := w.mustBrowser(t, "ada")
		p, uuids := mustLettered(t, ada, "abc")
		sprint, later := ada.mustSprint(t, p, "S").UUID, ada.mustSprint(t, p, "T").UUID
		for _, c := range []struct {
			field     string
			was, set  any
			meanwhile []any
		}{
			{"status", "todo", "done", []any{"in_progress", "todo"}},
			{"sprint_uuid", nil, sprint, []any{later, nil}},
		} {
			set := func(value any) {
				must[thing](t, ada, http.MethodPut, "/tickets/"+uuids["b"], map[string]any{c.field: value})
			}
			move := ada.mustMove(t, p, uuids, "bc", map[string]any{"place": "top", "set": map[string]any{c.field: c.set}}) // bca
			for _, one := range move.Moves {
				one[c.field], one["over_"+c.field] = c.was, c.set
			}
			undo := func() answer {
				return ada.call(t, http.MethodPost, "/projects/"+p+"/bulk/undo", map[string]any{"moves": move.Moves})
			}
			for _, value := range c.meanwhile {
				set(value)
				got := undo()
				refused(t, got, http.StatusConflict, "conflict")
				if order := strings.Join(ada.titles(t, p, nil), ""); order != "bca" || !strings.Contains(string(got.Body), `"over_`+c.field+`"`) {
					t.Errorf("%s is %v meanwhile: the order is %s after %s", c.field, value, order, got.Body)
				}
				set(c.set)
			}
			if got := undo(); got.Status != http.StatusOK || strings.Join(ada.titles(t, p, nil), "") != "abc" {
				t.Fatalf("%s: %d %s", c.field, got.Status, got.Body)
			}
		}
		if got := ada.titles(t, p, url.Values{"status": {"todo"}, "sprint": {"none"}}); len(got) != 3 {
			t.Errorf("only %v have their old status and sprint again", got)
		}
	})
}

func withMember(move map[string]any, name string, value any) map[string]any {
	move = maps.Clone(move)
	move[name] = value
	return move
}

// Several tickets at once come to a crowded gap, and its neighbours get new ranks: with one row in the log, and without moving any ticket.
// The move can still be undone.
func TestTicketsThatMoveIntoACrowdedGapKeepTheirOrder(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada := w.mustBrowser(t, "ada")
		p, uuids := mustLettered(t, ada, "abcdefgh")
		spread := func() int64 { return w.count(t, `SELECT COUNT(*) FROM changes WHERE what = 'ranks'`) }
		pairs, last, before := []string{"gh", "ef"}, moved{}, []string{}
		for n := 0; spread() == 0; n++ {
			if n == 300 {
				t.Fatal("the gap is never crowded")
			}
			before = ada.titles(t, p, nil)
			last = ada.mustMove(t, p, uuids, pairs[n%2], map[string]any{"after_uuid": uuids["a"]})
			if want := "a" + pairs[n%2] + pairs[(n+1)%2] + "bcd"; n > 0 && strings.Join(ada.titles(t, p, nil), "") != want {
				t.Fatalf("%v, want %s", ada.titles(t, p, nil), want)
			}
		}
		if spread() != 1 {
			t.Errorf("%d rows in the log", spread())
		}
		must[moved](t, ada, http.MethodPost, "/projects/"+p+"/bulk/undo", map[string]any{"moves": last.Moves})
		if got := ada.titles(t, p, nil); !slices.Equal(got, before) {
			t.Errorf("undo leads to %v, not to %v", got, before)
		}
		mustBeSound(t, w)
	})
}

// While a gap fills up until its neighbours get new ranks, tickets that were moved before and their old neighbours stay in order, so the move can be undone.
func TestNewRanksOfNeighboursDoNotPreventUndo(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada := w.mustBrowser(t, "ada")
		p, uuids := mustLettered(t, ada, "abcdefgh")
		order := func() string { return strings.Join(ada.titles(t, p, nil), "") }
		crowd := func() {
			before := w.count(t, `SELECT COUNT(*) FROM changes WHERE what = 'ranks'`)
			for n := 0; w.count(t, `SELECT COUNT(*) FROM changes WHERE what = 'ranks'`) == before; n++ {
				if n == 300 {
					t.Fatal("the gap is never crowded")
				}
				ada.mustMove(t, p, uuids, "gh"[n%2:n%2+1], map[string]any{"after_uuid": uuids["a"]})
			}
			for _, letter := range []string{"g", "h"} {
				ada.mustMove(t, p, uuids, letter, map[string]any{"place": "bottom"})
			}
		}
		undo := func(m moved) answer {
			return ada.call(t, http.MethodPost, "/projects/"+p+"/bulk/undo", map[string]any{"moves": m.Moves})
		}
		for _, c := range []struct {
			letters string
			to      map[string]any
			between func()
			want    string // the order after undo; empty if it is refused
		}{
			{letters: "ce", to: map[string]any{"place": "top"}, want: "abcdefgh"},
			{letters: "ac", to: map[string]any{"after_uuid": uuids["f"]}, want: "abcdefgh"},
			{letters: "cd", to: map[string]any{"before_uuid": uuids["e"]}, want: "abcdefgh"}, // they are there already
			{letters: "c", to: map[string]any{"place": "top"}, between: func() { ada.mustMove(t, p, uuids, "c", map[string]any{"after_uuid": uuids["e"]}) }},
			{letters: "c", to: map[string]any{"place": "top"}, between: func() { ada.mustMove(t, p, uuids, "d", map[string]any{"place": "top"}) }},
			{letters: "cd", to: map[string]any{"before_uuid": uuids["e"]}, between: func() { ada.mustMove(t, p, uuids, "d", map[string]any{"place": "top"}) }},
		} {
			for letter := range strings.SplitSeq("abcdefgh", "") {
				ada.mustMove(t, p, uuids, letter, map[string]any{"place": "bottom"})
			}
			done := ada.mustMove(t, p, uuids, c.letters, c.to)
			crowd()
			if c.between != nil {
				c.between()
			}
			before, got := order(), undo(done)
			if c.want == "" {
				refused(t, got, http.StatusConflict, "conflict")
				c.want = before
			}
			if order() != c.want {
				t.Errorf("%s to %v: %d %s, and the order is %s, not %s", c.letters, c.to, got.Status, got.Body, order(), c.want)
			}
		}
		mustBeSound(t, w)
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
