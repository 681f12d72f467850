package dash_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"testing"
	"time"

	"earnest/internal/domain"
)

// mixer performs random actions on the pages of a project.
type mixer struct {
	*browser

	t       testing.TB
	random  *rand.Rand
	project string
	epics   []string
	tags    []string
	live    []string
	gone    []string
	sprints []string
}

func (m *mixer) one(list []string) string { return list[m.random.IntN(len(list))] }

// maybe returns one item of a list, or nil.
func (m *mixer) maybe(list []string) any {
	if len(list) == 0 || m.random.IntN(3) == 0 {
		return nil
	}
	return m.one(list)
}

func (m *mixer) edit() map[string]any {
	all := map[string]any{
		"status": m.one([]string{"backlog", "todo", "in_progress", "done"}), "story_points": m.random.IntN(9),
		"sprint_uuid": m.maybe(m.sprints), "epic_uuid": m.maybe(m.epics), "priority": m.one([]string{"critique", "faible"}),
	}
	for name := range all {
		if m.random.IntN(2) == 0 {
			delete(all, name)
		}
	}
	return all
}

// some returns a few tickets, without repeats.
func (m *mixer) some() []string {
	list := []string{}
	for _, i := range m.random.Perm(len(m.live))[:min(4, len(m.live))] {
		list = append(list, m.live[i])
	}
	return list
}

func (m *mixer) step() {
	switch m.random.IntN(12) {
	case 0, 1:
		m.live = append(m.live, m.mustTicket(m.t, m.project, "new", m.edit()).UUID)
	case 2, 3:
		must[ticket](m.t, m.browser, http.MethodPut, "/tickets/"+m.one(m.live), m.edit())
	case 4:
		must[thing](m.t, m.browser, http.MethodPost, "/tickets/"+m.one(m.live)+"/time", map[string]any{"duration_minutes": 1 + m.random.IntN(20)})
	case 5:
		body := map[string]any{"tickets": m.some(), "set": m.edit(), "add_tags": []string{m.one(m.tags)}, "remove_tags": []string{m.one(m.tags)}}
		must[struct{}](m.t, m.browser, http.MethodPost, "/projects/"+m.project+"/bulk", body)
	case 6:
		m.drop()
	case 7, 8:
		m.restore()
	case 9:
		m.sprints = append(m.sprints, m.mustSprint(m.t, m.project, "S").UUID)
	case 10:
		m.turn()
	case 11:
		path := "/tickets/" + m.one(m.live)
		must[thing](m.t, m.browser, http.MethodPost, path+"/subtasks", map[string]any{"title": "step"})
		must[thing](m.t, m.browser, http.MethodPost, path+"/comments", map[string]any{"content": "Hello"})
	}
}

// drop deletes a ticket, unless it is the last.
func (m *mixer) drop() {
	if len(m.live) < 2 {
		return
	}
	i := m.random.IntN(len(m.live))
	must[struct{}](m.t, m.browser, http.MethodDelete, "/tickets/"+m.live[i], nil)
	m.gone = append(m.gone, m.live[i])
	m.live = append(m.live[:i], m.live[i+1:]...)
}

func (m *mixer) restore() {
	if len(m.gone) == 0 {
		return
	}
	last := m.gone[len(m.gone)-1]
	must[ticket](m.t, m.browser, http.MethodPost, "/tickets/"+last+"/restore", nil)
	m.live, m.gone = append(m.live, last), m.gone[:len(m.gone)-1]
}

// turn advances a sprint by one step; invalid steps are refused.
func (m *mixer) turn() {
	if len(m.sprints) == 0 {
		return
	}
	path := "/sprints/" + m.one(m.sprints)
	for _, act := range []string{"/start", "/close", "/reopen"} {
		body := map[string]any{"start_date": "2026-03-01", "end_date": fmt.Sprintf("2026-03-%02d", 2+m.random.IntN(20)), "unfinished": "backlog", "goal_met": true}
		if got := m.call(m.t, http.MethodPost, path+act, body); got.Status == http.StatusOK {
			return
		} else if got.Status != http.StatusConflict {
			m.t.Fatalf("%s: %d %s", act, got.Status, got.Body)
		}
	}
}

func TestRandomActionsLeaveTheDataConsistent(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		seed := rand.Uint64()
		t.Logf("seed %d", seed)
		ada := w.mustBrowser(t, "ada")
		p := ada.mustProject(t, "Apollo").Project.UUID
		if _, err := w.App.Projects.SetRate(t.Context(), domain.Caller{UserID: ada.ID}, p, ada.Email, 400, domain.Opt[domain.Date]{}); err != nil {
			t.Fatal(err)
		}
		m := &mixer{
			browser: ada, t: t, random: rand.New(rand.NewPCG(seed, 1)), project: p,
			epics: []string{mustEpic(t, ada, p, "E"), mustEpic(t, ada, p, "F")},
			tags:  []string{w.MustTag(t, p, "red"), w.MustTag(t, p, "blue")},
			live:  []string{ada.mustTicket(t, p, "first", nil).UUID},
		}
		for i := range 200 {
			m.step()
			if i%50 == 49 {
				mustBeSound(t, w)
				w.Clock.Advance(24 * time.Hour)
			}
		}
		for _, s := range m.sprints {
			must[struct{}](t, ada, http.MethodGet, "/sprints/"+s+"/chart", nil)
		}
		b := must[board](t, ada, http.MethodGet, "/projects/"+p+"/cards", nil)
		if b.Total != len(m.live) {
			t.Errorf("the board has %d tickets, want %d", b.Total, len(m.live))
		}
	})
}
