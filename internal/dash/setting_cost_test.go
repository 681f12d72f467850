package dash_test

import (
	"testing"

	"earnest/internal/domain"
)

// The number of statements for a page does not depend on the size of the project.
func TestTheSettingsCostTheSameForASmallAndALargeProject(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		b := c.browser(t, "owner")
		pages := []string{
			"/keys", "/projects/" + c.Project + "/members", "/projects/" + c.Project + "/tags", "/projects/" + c.Project + "/statuses",
			"/projects/" + c.Project + "/types", "/projects/" + c.Project + "/statuses/todo/effect?to=done", "/projects/" + c.Project + "/budget?budget=5",
		}
		cost := func() map[string]int64 {
			t.Helper()
			all := map[string]int64{}
			for _, page := range pages {
				for try := range 5 { // the minimum over several runs, since background work may interfere
					before := w.Store.Statements()
					must[any](t, b, "GET", page, nil)
					if n := w.Store.Statements() - before; try == 0 || n < all[page] {
						all[page] = n
					}
				}
			}
			return all
		}
		w.MustKey(t, b.Email, "all") // an unused key, which is not cached yet
		small := cost()
		c.MustFill(t, 500)
		for range 12 {
			m := c.newMember(t, domain.Worker)
			must[any](t, b, "PUT", "/members/"+m.UUID+"/rate", map[string]any{"tjm": 500})
			c.newStatus(t, "Checked", false)
			w.MustTag(t, c.Project, unique("tag"))
			w.MustKey(t, b.Email, "all")
		}
		large := cost()
		for _, page := range pages {
			if small[page] != large[page] || large[page] > 12 {
				t.Errorf("%s: %d statements, then %d", page, small[page], large[page])
			}
		}
		t.Logf("statements, with the session's: %v", large)
	})
}
