package apiv1_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"earnest/client"
	"earnest/internal/apitest"
	"earnest/internal/apiv1"
	"earnest/internal/domain"
)

// metaOf returns the meta member of a response as it was sent.
func metaOf(t testing.TB, a apitest.Answer) string {
	t.Helper()
	var envelope struct {
		Meta json.RawMessage `json:"meta"`
	}
	if err := json.Unmarshal(a.Body, &envelope); err != nil {
		t.Fatalf("%v in %s", err, a.Body)
	}
	return string(envelope.Meta)
}

// nextOf returns the cursor in a response, and false if it is null. It fails the test if there is none.
func nextOf(t testing.TB, a apitest.Answer) (next string, more bool) {
	t.Helper()
	var meta map[string]any
	if err := json.Unmarshal([]byte(metaOf(t, a)), &meta); err != nil {
		t.Fatal(err)
	}
	value, sent := meta["next"]
	if !sent {
		t.Fatalf("meta has no next: %v", meta)
	}
	next, more = value.(string)
	return next, more
}

// at returns the address of the page of a list that begins at a cursor.
func at(list, cursor string, perPage int) string {
	separator := "?"
	if strings.Contains(list, "?") {
		separator = "&"
	}
	return fmt.Sprintf("%s%scursor=%s&per_page=%d", list, separator, url.QueryEscape(cursor), perPage)
}

// mustWalk returns the items of a list, read by cursor in pages of the given size. between is called after every page but the last.
func mustWalk(t testing.TB, w *apitest.World, key, list string, perPage int, between func()) []string {
	t.Helper()
	all := []string{}
	for cursor, more := "", true; more; {
		a := w.Call(t, key, http.MethodGet, at(list, cursor, perPage), nil)
		all = append(all, uuidsIn(t, a)...)
		if cursor, more = nextOf(t, a); more && between != nil {
			between()
		}
	}
	return all
}

// mustFillLists makes every list of the cast's owner at least four items long, several of which are sorted by the same value.
func mustFillLists(t *testing.T, w *apitest.World, c *apitest.Cast) {
	t.Helper()
	ctx, owner := t.Context(), domain.Caller{UserID: c.Owner.ID}
	for i := range 5 {
		c.NewProject(t)
		c.NewSuperEpic(t)
		epic := c.NewEpic(t)
		c.NewSprint(t)
		c.NewTicket(t)
		c.NewSubtask(t)
		c.NewComment(t)
		day := domain.Date("2026-03-01").AddDays(-i / 2)
		apitest.Must(w.App.Time.CreateTimeEntry(ctx, owner, c.Ticket, domain.Given(domain.NewTimeEntry{Minutes: 5, LoggedAt: day})))(t)
		apitest.Must(w.App.Plan.CreateMilestone(ctx, owner, c.Project, domain.Given(domain.MilestonePatch{
			Name: domain.Some("M"), Date: domain.Some(day), Color: domain.Some("#112233"),
		})))(t)
		apitest.Must(w.App.Plan.CreateLink(ctx, owner, c.Project, domain.Given(domain.NewLink{
			Pred: domain.Node{Type: domain.EpicNode, UUID: c.Epic}, Succ: domain.Node{Type: domain.EpicNode, UUID: epic},
		})))(t)
	}
}

// listsOf returns the address of every list that has cursors, by its route.
func listsOf(t *testing.T, c *apitest.Cast) map[string]string {
	t.Helper()
	lists := map[string]string{}
	for _, r := range apiv1.Routes() {
		if r.Kind == apiv1.ListReply {
			lists[name(r)], _ = aCall(t, c, r)
		}
	}
	for _, sort := range domain.Rules("ticket sort").Enum {
		lists["GET /tickets by "+sort] = "/tickets?project=" + c.Project + "&sort=" + sort
	}
	lists["GET /comments by us"] = "/comments?us=" + c.Ticket
	return lists
}

func TestEveryListHasCursorsThatLeadToItsEnd(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c := w.MustCast(t, "")
		mustFillLists(t, w, c)
		lists := listsOf(t, c)
		if len(lists) < 15 {
			t.Fatalf("only %d lists", len(lists))
		}
		for route, list := range lists {
			whole := w.Call(t, c.Owner.Key, http.MethodGet, list, nil)
			want := uuidsIn(t, whole)
			if total := fmt.Sprintf(`{"total":%d}`, len(want)); len(want) < 4 || metaOf(t, whole) != total {
				t.Errorf("%s has %d items without a cursor, and meta is %s", route, len(want), metaOf(t, whole))
			}
			for _, perPage := range []int{1, 2, 3, len(want) - 1, len(want), 500} {
				if got := mustWalk(t, w, c.Owner.Key, list, perPage, nil); !slices.Equal(got, want) {
					t.Errorf("%s in pages of %d: got %v, want %v", route, perPage, got, want)
				}
			}
			first := w.Call(t, c.Owner.Key, http.MethodGet, at(list, "", 3), nil)
			next, _ := nextOf(t, first)
			if meta := fmt.Sprintf(`{"total":%d,"count":3,"per_page":3,"next":"%s"}`, len(want), next); metaOf(t, first) != meta {
				t.Errorf("%s: the first page has meta %s, want %s", route, metaOf(t, first), meta)
			}
			last := w.Call(t, c.Owner.Key, http.MethodGet, at(list, "", len(want)), nil)
			if meta := fmt.Sprintf(`{"total":%d,"count":%[1]d,"per_page":%[1]d,"next":null}`, len(want)); metaOf(t, last) != meta {
				t.Errorf("%s: the only page has meta %s, want %s", route, metaOf(t, last), meta)
			}
			if a := w.Call(t, c.Owner.Key, http.MethodHead, at(list, next, 3), nil); a.Status != http.StatusOK || len(a.Body) > 0 {
				t.Errorf("HEAD of %s: %d %s", route, a.Status, a.Body)
			}
		}
	})
}

func TestAPageByCursorHas100ItemsByDefaultAnd500AtMost(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c := w.MustCast(t, "")
		c.MustFill(t, 600)
		for suffix, want := range map[string]int{"": 100, "&per_page=500": 500} {
			a := w.Call(t, c.Owner.Key, http.MethodGet, "/tickets?cursor=&project="+c.Project+suffix, nil)
			if got := len(uuidsIn(t, a)); got != want {
				t.Errorf("%q: %d items, want %d", suffix, got, want)
			}
		}
		for route, list := range listsOf(t, c) {
			for _, size := range []int{0, 501} {
				a := w.Call(t, c.Owner.Key, http.MethodGet, at(list, "", size), nil)
				wantEnvelope(t, fmt.Sprintf("%s with %d items per page", route, size), a, http.StatusUnprocessableEntity, "VALIDATION_ERROR")
			}
		}
	})
}

// Without a cursor, lists that had no pages before cursors existed ignore the parameters of pages, as they always have.
func TestPerPageAndPageStayIgnoredWhereTheyWereWithoutACursor(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c := w.MustCast(t, "")
		mustFillLists(t, w, c)
		for _, r := range apiv1.Routes() {
			if r.Kind != apiv1.ListReply || r.Paged() {
				continue
			}
			list, _ := aCall(t, c, r)
			want := w.Call(t, c.Owner.Key, http.MethodGet, list, nil)
			separator := "?&"[min(1, strings.Count(list, "?"))]
			for _, extra := range []string{"per_page=1", "page=2&per_page=1", "per_page=x", "page=0", "%zz"} {
				if extra == "%zz" && len(r.Query) > 0 && r.Query[0].Required { // a query that matters must be well formed
					continue
				}
				a := w.Call(t, c.Owner.Key, http.MethodGet, fmt.Sprintf("%s%c%s", list, separator, extra), nil)
				if a.Status != http.StatusOK || string(a.Body) != string(want.Body) {
					t.Errorf("%s with %s: %d %.200s", name(r), extra, a.Status, a.Body)
				}
				for parameter := range strings.SplitSeq(extra, "&") {
					if named := "query." + strings.Split(parameter, "=")[0]; extra != "%zz" && !strings.Contains(a.Header.Get("Earnest-Ignored"), named) {
						t.Errorf("%s with %s: Earnest-Ignored is %q", name(r), extra, a.Header.Get("Earnest-Ignored"))
					}
				}
			}
		}
	})
}

func TestPageAndCursorTogetherAreA422(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c := w.MustCast(t, "")
		for route, list := range listsOf(t, c) {
			for _, page := range []string{"1", "2", "x", ""} {
				a := w.Call(t, c.Owner.Key, http.MethodGet, at(list, "", 10)+"&page="+page, nil)
				wantEnvelope(t, route, a, http.StatusUnprocessableEntity, "VALIDATION_ERROR")
				if !strings.Contains(a.Message, "page and cursor") {
					t.Errorf("%s says %s", route, a.Message)
				}
			}
		}
	})
}

func TestACursorWithOtherFiltersIsA422(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c, other := w.MustCast(t, ""), w.MustCast(t, "other")
		for range 3 {
			c.NewTicket(t)
			apitest.Must(c.Owner.UpdateTicket(t.Context(), c.NewTicket(t), client.TicketUpdate{SprintUUID: client.Set(c.Sprint)}))(t)
		}
		w.MustJoin(t, other.Project, c.Owner.ID, domain.Admin)
		list := "/tickets?project=" + c.Project
		next, more := nextOf(t, w.Call(t, c.Owner.Key, http.MethodGet, at(list, "", 2), nil))
		if !more {
			t.Fatal("there is only one page")
		}
		for _, changed := range []string{
			list + "&sprint=" + c.Sprint, list + "&status=backlog", list + "&q=ticket", list + "&sort=created", list + "&sort=points",
			list + "&updated_since=2026-01-01", "/tickets?project=" + other.Project, "/epics?project=" + c.Project, "/team?project=" + c.Project,
			"/projects", "/projects/" + c.Project + "/members", "/comments?ticket_uuid=" + c.Ticket, "/time-entries?project=" + c.Project,
		} {
			a := w.Call(t, c.Owner.Key, http.MethodGet, at(changed, next, 2), nil)
			wantEnvelope(t, changed, a, http.StatusUnprocessableEntity, "VALIDATION_ERROR")
			if !strings.Contains(a.Message, "other filters") {
				t.Errorf("%s says %s", changed, a.Message)
			}
		}
		for _, same := range []string{at(list, next, 3), at(list+"&unknown=1", next, 2), "/tickets?per_page=2&cursor=" + next + "&project=" + c.Project} {
			if a := w.Call(t, c.Owner.Key, http.MethodGet, same, nil); a.Status != http.StatusOK {
				t.Errorf("%s: %d %s", same, a.Status, a.Body)
			}
		}
	})
}

// A cursor that was not meta.next of any response is refused, whatever it contains, but only to those who may read the list.
func TestAForgedCursorIsA422(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c := w.MustCast(t, "")
		mustFillLists(t, w, c)
		for route, list := range listsOf(t, c) {
			next, _ := nextOf(t, w.Call(t, c.Owner.Key, http.MethodGet, at(list, "", 2), nil))
			data := apitest.Must(base64.RawURLEncoding.DecodeString(next))(t)
			var genuine map[string]any
			if err := json.Unmarshal(data, &genuine); err != nil {
				t.Fatal(err)
			}
			forged := []string{"x", "0", "null", next + "=", next[1:], next + next, "\x00", base64.RawURLEncoding.EncodeToString([]byte("{}"))}
			changes := []map[string]any{
				{"i": 0}, {"i": -1}, {"i": "1"}, {"i": 1.5}, {"i": 1e30}, {"l": "AAAAAAAAAAA="},
				{"k": "x-"}, {"k": "2026-02-30"}, {"k": "\x00"}, {"k": []int{1}}, {"k": map[string]int{}}, {"k": true},
			}
			if strings.Contains(list, "sort=rank") {
				changes = append(changes, map[string]any{"k": 1 << 40})
			}
			for _, change := range changes {
				fake := maps.Clone(genuine)
				maps.Copy(fake, change)
				text := apitest.Must(json.Marshal(fake))(t)
				forged = append(forged, base64.RawURLEncoding.EncodeToString(text))
			}
			for _, cursor := range forged {
				a := w.Call(t, c.Owner.Key, http.MethodGet, at(list, cursor, 2), nil)
				wantEnvelope(t, fmt.Sprintf("%s with %q", route, cursor), a, http.StatusUnprocessableEntity, "VALIDATION_ERROR")
				if a := w.Call(t, c.Stranger.Key, http.MethodGet, at(list, cursor, 2), nil); a.Code != "FORBIDDEN" && !strings.HasPrefix(list, "/projects") {
					t.Errorf("%s with %q by a stranger: %d %s", route, cursor, a.Status, a.Body)
				}
			}
			a := w.Call(t, c.Owner.Key, http.MethodGet, at(list, next, 2)+"&cursor="+next, nil)
			wantEnvelope(t, route+" with two cursors", a, http.StatusUnprocessableEntity, "VALIDATION_ERROR")
		}
	})
}

func TestStatusesHaveNoCursor(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c := w.MustCast(t, "")
		list := "/statuses?project=" + c.Project
		want := w.Call(t, c.Owner.Key, http.MethodGet, list, nil)
		for _, cursor := range []string{"", "x"} {
			if a := w.Call(t, c.Owner.Key, http.MethodGet, at(list, cursor, 1), nil); a.Status != http.StatusOK || string(a.Body) != string(want.Body) {
				t.Errorf("with the cursor %q: %d %s", cursor, a.Status, a.Body)
			}
		}
		for _, r := range apiv1.Routes() {
			has := slices.ContainsFunc(r.Query, func(p apiv1.Param) bool { return p.Name == "cursor" })
			if has != (r.Kind == apiv1.ListReply) {
				t.Errorf("%s has a cursor: %v", name(r), has)
			}
		}
	})
}

// This is how a copy is kept up to date in pages: whatever changes after it was read comes again.
func TestARowWhoseSortKeyChangesMayAppearTwice(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c := w.MustCast(t, "")
		tickets := []string{c.Ticket, c.NewTicket(t), c.NewTicket(t), c.NewTicket(t)}
		changed := false
		got := mustWalk(t, w, c.Owner.Key, "/tickets?sort=updated&project="+c.Project, 2, func() {
			if changed {
				return
			}
			changed = true
			w.Clock.Advance(time.Minute)
			apitest.Must(c.Owner.UpdateTicket(t.Context(), tickets[1], client.TicketUpdate{Title: client.Set("Changed")}))(t)
		})
		if want := append(slices.Clone(tickets), tickets[1]); !slices.Equal(got, want) {
			t.Errorf("got %v, want %v", got, want)
		}
	})
}

func TestTheIteratorsOfTheGoClientLoseNothing(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		ctx, c := t.Context(), w.MustCast(t, "")
		want := []string{c.Ticket}
		for range 9 {
			want = append(want, c.NewTicket(t))
		}
		var got []string
		for ticket, err := range c.Owner.AllTickets(ctx, c.Project, client.TicketQuery{PerPage: 2, Sort: client.SortUpdated}) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, ticket.UUID)
			if n := len(got); n%2 == 0 && n < 10 { // the tickets of the page that was just read
				apitest.Must(0, c.Owner.DeleteTicket(ctx, got[n-1]))(t)
				apitest.Must(0, c.Owner.DeleteTicket(ctx, got[n-2]))(t)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("got %v, want %v", got, want)
		}
		for _, err := range c.Owner.AllTickets(ctx, c.Project, client.TicketQuery{Page: 2}) {
			if err == nil {
				t.Error("a walk begins at the second page")
			}
		}
	})
}
