package dash_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"earnest/client"
	"earnest/evm"
	"earnest/internal/apitest"
	"earnest/internal/db"
	workstore "earnest/internal/work/store"
)

type column struct {
	Key       string  `json:"key"`
	Label     string  `json:"label"`
	Color     string  `json:"color"`
	BgColor   string  `json:"bg_color"`
	SortOrder int64   `json:"sort_order"`
	IsDone    bool    `json:"is_done"`
	IsDefault bool    `json:"is_default"`
	Tickets   int     `json:"tickets"`
	Points    float64 `json:"points"`
}

type effect struct {
	Tickets        int      `json:"tickets"`
	Points         float64  `json:"points"`
	EVBefore       *float64 `json:"ev_before"`
	EVAfter        *float64 `json:"ev_after"`
	ProgressBefore float64  `json:"progress_before"`
	ProgressAfter  float64  `json:"progress_after"`
}

func (c *cast) columns(t testing.TB, b *browser) []column {
	t.Helper()
	return must[struct {
		Statuses []column `json:"statuses"`
	}](t, b, "GET", "/projects/"+c.Project+"/statuses", nil).Statuses
}

func keysOf(columns []column) string {
	list := []string{}
	for _, c := range columns {
		list = append(list, c.Key)
	}
	return strings.Join(list, " ")
}

// ticketIn creates a ticket with points in a sprint, in the given status.
func (c *cast) ticketIn(t testing.TB, status string, points float64) string {
	t.Helper()
	return apitest.Must(c.Owner.CreateTicket(t.Context(), client.TicketCreate{
		ProjectUUID: c.Project, Title: "In " + status, Status: status, StoryPoints: points, SprintUUID: c.Sprint,
	}))(t).UUID
}

func (c *cast) finance(t testing.TB) evm.Indicators {
	t.Helper()
	return apitest.Must(c.w.App.Money.Finance(t.Context(), c.owner(), c.Project))(t)
}

// doneAt returns when a ticket became done, or nil if it is not done.
func (c *cast) doneAt(t testing.TB, uuid string) *time.Time {
	t.Helper()
	var at *time.Time
	err := c.w.Store.Read(t.Context(), func(tx *db.Tx) error {
		ticket, err := workstore.Ticket(t.Context(), tx, uuid)
		at = ticket.DoneAt
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return at
}

func TestAStatusGetsAKeyFromItsLabel(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		b, path := c.browser(t, "admin"), "/projects/"+c.Project+"/statuses"
		with := func(changes ...any) map[string]any {
			body := aStatusBody()
			for i := 0; i < len(changes); i += 2 {
				body[changes[i].(string)] = changes[i+1]
			}
			return body
		}
		for label, want := range map[string]string{"À vérifier !": "a_verifier", "Done": "done_2", "二": "status", "Order": "order_2", "  QA / UAT ": "qa_uat"} {
			if s := must[column](t, b, "POST", path, with("label", label)); s.Key != want || s.IsDefault || s.Label != strings.TrimSpace(label) {
				t.Errorf("%q became %+v", label, s)
			}
		}
		if s := must[column](t, b, "POST", path, with("key", "shipped", "label", "Done", "is_done", true)); s.Key != "shipped" || !s.IsDone {
			t.Errorf("%+v", s)
		}
		if message := refused(t, b.call(t, "POST", path, with("key", "shipped")), http.StatusConflict, "conflict"); !strings.Contains(message, `"Done"`) {
			t.Error(message)
		}
		for name, bad := range map[string]map[string]any{
			"slash": with("key", "a/b"), "case": with("key", "QA"), "order": with("key", "order"), "no label": with("label", ""),
			"no colour": with("color", "red"), "half": {"label": "x"}, "flag": with("is_done", "yes"),
		} {
			t.Log(name)
			refused(t, b.call(t, "POST", path, bad), http.StatusUnprocessableEntity, "invalid")
		}
		list := c.columns(t, b)
		if got := keysOf(list); len(list) != 12 || !strings.HasSuffix(got, " shipped") {
			t.Errorf("in order: %s", got)
		}
		ticket := c.ticketIn(t, "shipped", 3) // through the API
		if c.doneAt(t, ticket) == nil {
			t.Error("a ticket in a status that means done is not done")
		}
		if got := c.columns(t, b)[11]; got.Tickets != 1 || got.Points != 3 {
			t.Errorf("%+v", got)
		}
		w.mustBeHealthy(t)
	})
}

func TestTheOrderOfStatusesNamesEachOnce(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		b, path := c.browser(t, "owner"), "/projects/"+c.Project+"/statuses/order"
		all := []string{"done", "blocked", "backlog", "todo", "in_review", "in_progress"}
		for name, keys := range map[string][]string{
			"one missing": all[1:], "one twice": append(slices.Clone(all), "done"), "an unknown one": append(slices.Clone(all), "x"), "none": {},
			"twice and missing": append(slices.Clone(all[1:]), "todo"),
		} {
			t.Log(name)
			refused(t, b.call(t, "PUT", path, map[string]any{"keys": keys}), http.StatusUnprocessableEntity, "invalid")
		}
		got := must[struct {
			Statuses []column `json:"statuses"`
		}](t, b, "PUT", path, map[string]any{"keys": all}).Statuses
		if keysOf(got) != strings.Join(all, " ") || keysOf(c.columns(t, b)) != keysOf(got) {
			t.Errorf("%s", keysOf(got))
		}
		before := c.revision(t)
		must[any](t, b, "PUT", path, map[string]any{"keys": all})
		if c.revision(t) != before {
			t.Error("the same order left a trace")
		}
	})
}

// scene adds a budget and an active sprint with tickets in several statuses to the project.
func (c *cast) scene(t testing.TB) (custom string, inside []string) {
	t.Helper()
	_ = apitest.Must(c.Owner.UpdateProject(t.Context(), c.Project, client.ProjectUpdate{Budget: client.Set(10_000.0)}))(t)
	custom = c.newStatus(t, "Checked", false).Key
	inside = []string{c.ticketIn(t, custom, 5), c.ticketIn(t, custom, 0.1), c.ticketIn(t, custom, 0.2)}
	c.ticketIn(t, "todo", 8)
	c.ticketIn(t, "done", 3)
	_ = apitest.Must(c.Owner.UpdateSprint(t.Context(), c.Sprint, client.SprintUpdate{
		Status: client.Set("active"), StartDate: client.Set(client.Date("2026-03-01")), EndDate: client.Set(client.Date("2026-03-20")),
	}))(t)
	return custom, inside
}

// foretold checks that the effect shown in the preview matches the actual one.
func (c *cast) foretold(t testing.TB, told effect, before, after evm.Indicators) {
	t.Helper()
	if told.Tickets != 3 || told.Points != 5.3 || *told.EVBefore != *before.EV.Ptr() || *told.EVAfter != *after.EV.Ptr() ||
		told.ProgressBefore != before.ProgressPct/100 || told.ProgressAfter != after.ProgressPct/100 {
		t.Errorf("told %+v (ev %v to %v), but it was %+v to %+v", told, *told.EVBefore, *told.EVAfter, before, after)
	}
}

func TestChangingAStatusHasThePreviewedEffect(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		b := c.browser(t, "owner")
		custom, inside := c.scene(t)
		path := "/projects/" + c.Project + "/statuses/" + custom
		turn := func(done bool) {
			t.Helper()
			revision, before := c.revision(t), c.finance(t)
			told := must[effect](t, b, "GET", path+"/effect?is_done="+map[bool]string{true: "true", false: "false"}[done], nil)
			if c.revision(t) != revision {
				t.Error("asking changed something")
			}
			if s := must[column](t, b, "PUT", path, map[string]any{"is_done": done}); s.IsDone != done {
				t.Errorf("%+v", s)
			}
			c.foretold(t, told, before, c.finance(t))
			for _, uuid := range inside {
				if at := c.doneAt(t, uuid); done && (at == nil || at.Sub(w.Clock.Now()).Abs() > time.Second) || !done && at != nil {
					t.Errorf("the ticket is done at %v", at)
				}
			}
			w.mustBeHealthy(t)
		}
		turn(true)
		if f := c.finance(t); f.EarnedSP != 8.3 {
			t.Errorf("%v points are earned", f.EarnedSP)
		}
		w.Clock.Advance(time.Hour)
		turn(false)
		if got := w.logged(t, "status", custom); len(got) != 3 || got[1] != "is_done false true" {
			t.Errorf("log: %v", got)
		}
	})
}

func TestSomeStatusMeansDoneAndNewTicketsAreNot(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		b, path := c.browser(t, "owner"), "/projects/"+c.Project+"/statuses/"
		refused(t, b.call(t, "PUT", path+"backlog", map[string]any{"is_done": true}), http.StatusConflict, "conflict")
		refused(t, b.call(t, "PUT", path+"done", map[string]any{"is_done": false}), http.StatusConflict, "conflict")
		must[column](t, b, "PUT", path+"in_review", map[string]any{"is_done": true, "label": "Reviewed", "color": "#000000", "bg_color": "#ffffff"})
		ticket := c.ticketIn(t, "done", 2)
		must[column](t, b, "PUT", path+"done", map[string]any{"is_done": false})
		if c.doneAt(t, ticket) != nil {
			t.Error("a ticket is done in a status that no longer means it")
		}
		refused(t, b.call(t, "PUT", path+"in_review", map[string]any{"is_done": false}), http.StatusConflict, "conflict")
		refused(t, b.call(t, "PUT", path+"nowhere", map[string]any{"label": "x"}), http.StatusNotFound, "not_found")
		w.mustBeHealthy(t)
	})
}

func TestTheTicketsOfARemovedStatusMoveToTheChosenOne(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		c.checkRemoval(t, "done")
		c.Sprint = c.NewSprint(t)
		c.checkRemoval(t, "todo")
	})
}

// checkRemoval checks the removal of a status with tickets in it.
func (c *cast) checkRemoval(t *testing.T, to string) {
	t.Helper()
	b := c.browser(t, "admin")
	custom, inside := c.scene(t)
	path := "/projects/" + c.Project + "/statuses/" + custom
	for name, body := range map[string]any{
		"nowhere": nil, "null": map[string]any{"to": nil}, "itself": map[string]any{"to": custom}, "unknown": map[string]any{"to": "x"},
	} {
		t.Log(name)
		refused(t, b.call(t, "DELETE", path, body), http.StatusUnprocessableEntity, "invalid")
	}
	c.w.Clock.Advance(time.Hour)
	before := c.finance(t)
	told := must[effect](t, b, "GET", path+"/effect?to="+to, nil)
	must[any](t, b, "DELETE", path, map[string]any{"to": to})
	c.foretold(t, told, before, c.finance(t))
	for _, uuid := range inside {
		if got := c.w.logged(t, "ticket", uuid); got[len(got)-1] != `status "`+custom+`" "`+to+`"` {
			t.Errorf("log: %v", got)
		}
		ticket := apitest.Must(c.Owner.Ticket(t.Context(), uuid))(t)
		if (c.doneAt(t, uuid) != nil) != (to == "done") || ticket.Status != to || ticket.UpdatedAt.Before(c.w.Clock.Now().Truncate(time.Second)) {
			t.Errorf("%+v", ticket)
		}
	}
	if strings.Contains(keysOf(c.columns(t, b)), custom) {
		t.Error("the status is still there")
	}
	refused(t, b.call(t, "DELETE", path, map[string]any{"to": to}), http.StatusNotFound, "not_found")
	c.w.mustBeHealthy(t)
}

func TestADoneTicketKeepsItsCompletionTimeWhenItsStatusIsRemoved(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		b := c.browser(t, "owner")
		shipped := c.newStatus(t, "Shipped", true).Key
		ticket := c.ticketIn(t, shipped, 3)
		since := w.Clock.Now()
		w.Clock.Advance(48 * time.Hour)
		must[any](t, b, "DELETE", "/projects/"+c.Project+"/statuses/"+shipped, map[string]any{"to": "done"})
		if at := c.doneAt(t, ticket); at == nil || at.Sub(since).Abs() > time.Second {
			t.Errorf("done at %v, want %v", at, since)
		}
		w.mustBeHealthy(t)
	})
}

func TestBuiltInStatusesStayAndEmptyOnesNeedNoReplacement(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		b, path := c.browser(t, "owner"), "/projects/"+c.Project+"/statuses/"
		for _, s := range c.columns(t, b) {
			refused(t, b.call(t, "DELETE", path+s.Key, map[string]any{"to": "todo"}), http.StatusConflict, "conflict")
		}
		gone := c.ticketIn(t, c.newStatus(t, "Checked", false).Key, 1)
		if err := c.Owner.DeleteTicket(t.Context(), gone); err != nil {
			t.Fatal(err)
		}
		must[any](t, b, "DELETE", path+"checked", nil) // its only ticket has been deleted
		for query, status := range map[string]int{"?to=done": 200, "?is_done=true": 200, "": 422, "?to=done&is_done=true": 422, "?to=todo": 422, "?to=x": 422, "?is_done=1": 422} {
			if a := b.call(t, "GET", path+"todo/effect"+query, nil); a.Status != status {
				t.Errorf("%s: %d %s", query, a.Status, a.Body)
			}
		}
		refused(t, b.call(t, "GET", path+"x/effect?to=done", nil), http.StatusNotFound, "not_found")
		w.mustBeHealthy(t)
	})
}
