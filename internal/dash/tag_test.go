package dash_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"earnest/client"
	"earnest/internal/apitest"
)

type tag struct {
	UUID       string `json:"uuid"`
	Name       string `json:"name"`
	Tickets    int    `json:"tickets"`
	Epics      int    `json:"epics"`
	SuperEpics int    `json:"super_epics"`
}

// tags returns the tags of the project by name.
func (c *cast) tags(t testing.TB, b *browser) map[string]tag {
	t.Helper()
	all := map[string]tag{}
	list := must[struct {
		Tags []tag `json:"tags"`
	}](t, b, "GET", "/projects/"+c.Project+"/tags", nil)
	for _, one := range list.Tags {
		all[one.Name] = one
	}
	return all
}

// carry adds tags to the cast's ticket, epic and super-epic.
func (c *cast) carry(t testing.TB, uuids ...string) {
	t.Helper()
	_ = apitest.Must(c.Owner.UpdateTicket(t.Context(), c.Ticket, client.TicketUpdate{Tags: client.Set(uuids)}))(t)
	_ = apitest.Must(c.Owner.UpdateEpic(t.Context(), c.Epic, client.EpicUpdate{Tags: client.Set(uuids)}))(t)
	_ = apitest.Must(c.Owner.UpdateSuperEpic(t.Context(), c.SuperEpic, client.SuperEpicUpdate{Tags: client.Set(uuids)}))(t)
}

// changedSince returns which of the cast's objects were updated at or after the given time.
func (c *cast) changedSince(t testing.TB, at time.Time) (list []string) {
	t.Helper()
	for noun, updated := range map[string]string{
		"ticket":     apitest.Must(c.Owner.Ticket(t.Context(), c.Ticket))(t).UpdatedAt.String(),
		"epic":       apitest.Must(c.Owner.Epic(t.Context(), c.Epic))(t).UpdatedAt.String(),
		"super-epic": apitest.Must(c.Owner.SuperEpic(t.Context(), c.SuperEpic))(t).UpdatedAt.String(),
	} {
		if updated >= at.UTC().Format(time.DateTime) {
			list = append(list, noun)
		}
	}
	return list
}

func TestTagsAreCountedRenamedAndTheirCarriersCountAsModified(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		b := c.browser(t, "admin")
		path := "/projects/" + c.Project + "/tags"
		red := must[tag](t, b, "POST", path, map[string]any{"name": " Red "})
		blue := must[tag](t, b, "POST", path, map[string]any{"name": "Blue"})
		c.carry(t, red.UUID)
		if got := c.tags(t, b); got["Red"] != (tag{red.UUID, "Red", 1, 1, 1}) || got["Blue"] != (tag{blue.UUID, "Blue", 0, 0, 0}) {
			t.Errorf("%+v", got)
		}
		for _, taken := range []string{"red", "RED", "Red"} {
			if message := refused(t, b.call(t, "POST", path, map[string]any{"name": taken}), http.StatusConflict, "conflict"); !strings.Contains(message, `"Red"`) {
				t.Error(message)
			}
		}
		w.Clock.Advance(time.Hour)
		if message := refused(t, b.call(t, "PUT", "/tags/"+red.UUID, map[string]any{"name": "bLUE"}), http.StatusConflict, "conflict"); !strings.Contains(message, `"Blue"`) {
			t.Error(message)
		}
		if got := c.changedSince(t, w.Clock.Now()); len(got) > 0 {
			t.Errorf("a refused name changed %v", got)
		}
		must[tag](t, b, "PUT", "/tags/"+red.UUID, map[string]any{"name": "RED"}) // its own name in a different case
		if got := c.changedSince(t, w.Clock.Now()); len(got) != 3 {
			t.Errorf("only %v count as modified", got)
		}
		if ticket := apitest.Must(c.Owner.Ticket(t.Context(), c.Ticket))(t); ticket.Tags[0].Name != "RED" {
			t.Errorf("%+v", ticket.Tags)
		}
		if got := w.logged(t, "tag", red.UUID); len(got) != 2 || got[1] != `name "Red" "RED"` {
			t.Errorf("log: %v", got)
		}
		refused(t, b.call(t, "POST", path, map[string]any{"name": ""}), http.StatusUnprocessableEntity, "invalid")
		w.mustBeHealthy(t)
	})
}

func TestMergedTagsLeaveNoDuplicatesAndEachCarrierIsLogged(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		b := c.browser(t, "owner")
		one, two, three := w.MustTag(t, c.Project, "one"), w.MustTag(t, c.Project, "two"), w.MustTag(t, c.Project, "three")
		c.carry(t, one, three)
		both := c.NewTicket(t)
		_ = apitest.Must(c.Owner.UpdateTicket(t.Context(), both, client.TicketUpdate{Tags: client.Set([]string{one, two})}))(t)
		untouched := apitest.Must(c.Owner.Ticket(t.Context(), c.NewTicket(t)))(t)
		w.Clock.Advance(time.Hour)
		before := c.revision(t)
		must[any](t, b, "POST", "/tags/"+one+"/merge", map[string]any{"into": two})
		if got := c.changedSince(t, w.Clock.Now()); len(got) != 3 || c.revision(t) != before+1 {
			t.Errorf("only %v count as modified", got)
		}
		if got := c.tags(t, b); got["two"].Tickets != 2 || got["two"].Epics != 1 || got["two"].SuperEpics != 1 || got["three"].Tickets != 1 || got["one"].UUID != "" {
			t.Errorf("%+v", got)
		}
		want := `tags ["` + one + `","` + three + `"] ["` + two + `","` + three + `"]`
		for noun, uuid := range map[string]string{"ticket": c.Ticket, "epic": c.Epic, "super-epic": c.SuperEpic} {
			if got := w.logged(t, noun, uuid); got[len(got)-1] != want {
				t.Errorf("the log of the %s: %v, want %s", noun, got, want)
			}
		}
		if got := w.logged(t, "ticket", both); got[len(got)-1] != `tags ["`+one+`","`+two+`"] ["`+two+`"]` {
			t.Errorf("the log of the ticket with both: %v", got)
		}
		if still := apitest.Must(c.Owner.Ticket(t.Context(), untouched.UUID))(t); still.UpdatedAt != untouched.UpdatedAt {
			t.Error("a ticket without the tag counts as modified")
		}
		elsewhere := w.MustTag(t, c.NewProject(t), "elsewhere")
		for _, into := range []string{two, elsewhere, apitest.NewUUID(), "x"} {
			refused(t, b.call(t, "POST", "/tags/"+two+"/merge", map[string]any{"into": into}), http.StatusUnprocessableEntity, "invalid")
		}
		refused(t, b.call(t, "POST", "/tags/"+one+"/merge", map[string]any{"into": two}), http.StatusNotFound, "not_found")
		w.mustBeHealthy(t)
	})
}

func TestADeletedTagLeavesItsCarriers(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		b := c.browser(t, "owner")
		one := w.MustTag(t, c.Project, "one")
		c.carry(t, one)
		w.Clock.Advance(time.Hour)
		must[any](t, b, "DELETE", "/tags/"+one, nil)
		if got := c.changedSince(t, w.Clock.Now()); len(got) != 3 {
			t.Errorf("only %v count as modified", got)
		}
		if ticket := apitest.Must(c.Owner.Ticket(t.Context(), c.Ticket))(t); len(ticket.Tags) != 0 {
			t.Errorf("%+v", ticket.Tags)
		}
		if got := w.logged(t, "epic", c.Epic); got[len(got)-1] != `tags ["`+one+`"] []` {
			t.Errorf("log: %v", got)
		}
		refused(t, b.call(t, "DELETE", "/tags/"+one, nil), http.StatusNotFound, "not_found")
		w.mustBeHealthy(t)
	})
}

// The number of statements to change a tag does not depend on how many objects have it.
func TestChangingATagCostsTheSameForAnyNumberOfCarriers(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		b := c.browser(t, "owner")
		cost := func(method, path string, body any) int64 {
			before := w.Store.Statements()
			must[any](t, b, method, path, body)
			return w.Store.Statements() - before
		}
		rename := func(tag string) int64 {
			again := func() int64 { return cost("PUT", "/tags/"+tag, map[string]any{"name": unique("tag")}) }
			return min(again(), again(), again()) // background work may interfere
		}
		small := w.MustTag(t, c.Project, "small")
		c.carry(t, small)
		c.MustFill(t, 2000) // all of these tickets have the cast's tag
		if few, many := rename(small), rename(c.Tag); few != many {
			t.Errorf("to rename a tag: %d statements, of 2000 tickets %d", few, many)
		}
		target := w.MustTag(t, c.Project, "target")
		merge := func(tag, into string) int64 {
			n := cost("POST", "/tags/"+tag+"/merge", map[string]any{"into": into})
			w.mustEndTags(t)
			return n
		}
		// A tag and all that carry it are merged into another one, and that one into the next.
		merges := func(tag string) int64 {
			second, third := w.MustTag(t, c.Project, unique("second")), w.MustTag(t, c.Project, unique("third"))
			return min(merge(tag, second), merge(second, third), merge(third, target)) // background work may interfere
		}
		if few, many := merges(small), merges(c.Tag); few > 25 || many > 25 {
			t.Errorf("to merge a tag: %d statements, of 2000 tickets %d", few, many)
		}
		if got := c.tags(t, b)["target"]; got.Tickets != 2001 {
			t.Errorf("%+v", got)
		}
	})
}

// mustEndTags completes the removal of deleted or merged tags.
func (w *world) mustEndTags(t testing.TB) {
	t.Helper()
	for apitest.Must(w.App.Categories.EndTags(t.Context()))(t) {
	}
}

func TestADeletedTagIsHiddenBeforeItIsRemovedFromItsCarriers(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		b := c.browser(t, "owner")
		path := "/projects/" + c.Project + "/tags"
		ending := must[tag](t, b, "POST", path, map[string]any{"name": "Ending"}).UUID
		into, added := w.MustTag(t, c.Project, "into"), w.MustTag(t, c.Project, "added")
		c.MustFill(t, 600)
		must[any](t, b, "POST", "/tags/"+c.Tag+"/merge", map[string]any{"into": ending}) // all of the tickets will have it once the merge is complete
		refused(t, b.call(t, "DELETE", "/tags/"+ending, nil), http.StatusConflict, "conflict")
		w.mustEndTags(t)
		must[any](t, b, "POST", "/tags/"+ending+"/merge", map[string]any{"into": into})

		if _, listed := c.tags(t, b)["Ending"]; listed {
			t.Error("the tag is listed")
		}
		frame := must[struct {
			Tags []tag `json:"tags"`
		}](t, b, "GET", "/projects/"+c.Project, nil)
		if slices.ContainsFunc(frame.Tags, func(one tag) bool { return one.UUID == ending }) {
			t.Error("the tag is in the frame")
		}
		refused(t, b.call(t, "DELETE", "/tags/"+ending, nil), http.StatusNotFound, "not_found")
		refused(t, b.call(t, "PUT", "/tags/"+ending, map[string]any{"name": "again"}), http.StatusNotFound, "not_found")
		refused(t, b.call(t, "POST", "/tags/"+added+"/merge", map[string]any{"into": ending}), http.StatusUnprocessableEntity, "invalid")
		if message := refused(t, b.call(t, "POST", path, map[string]any{"name": "ENDING"}), http.StatusConflict, "conflict"); !strings.Contains(message, "moment") {
			t.Error(message)
		}

		const first, last, nextToLast = "00000000-0000-7000-8000-000000000001", "00000000-0000-7000-8000-000000000600", "00000000-0000-7000-8000-000000000599"
		if _, err := c.Owner.UpdateTicket(t.Context(), first, client.TicketUpdate{Tags: client.Set([]string{ending})}); err == nil {
			t.Error("a ticket that has lost the tag got it again")
		}
		_ = apitest.Must(c.Owner.UpdateTicket(t.Context(), last, client.TicketUpdate{Tags: client.Set([]string{added})}))(t) // this does not undo the merge
		must[any](t, b, "POST", "/projects/"+c.Project+"/bulk", map[string]any{"tickets": []string{nextToLast}, "add_tags": []string{added}})
		w.mustBeHealthy(t)
		w.mustEndTags(t)
		for _, uuid := range []string{last, nextToLast} {
			if tags := apitest.Must(c.Owner.Ticket(t.Context(), uuid))(t).Tags; len(tags) != 2 || tags[0].Name != "into" || tags[1].Name != "added" {
				t.Errorf("%+v", tags)
			}
		}
		must[tag](t, b, "POST", path, map[string]any{"name": "Ending"})
		w.mustBeHealthy(t)
	})
}
