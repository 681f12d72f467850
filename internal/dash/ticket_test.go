package dash_test

import (
	"maps"
	"net/http"
	"net/url"
	"slices"
	"testing"

	"earnest/internal/domain"
)

// thing holds the members that every object in a response has.
type thing struct {
	UUID  string `json:"uuid"`
	Title string `json:"title"`
}

// card is the part of a card that tests look at.
type card struct {
	UUID          string   `json:"uuid"`
	Title         string   `json:"title"`
	Status        string   `json:"status"`
	Priority      string   `json:"priority"`
	StoryPoints   float64  `json:"story_points"`
	Rank          string   `json:"rank"`
	AssigneeID    *int64   `json:"assignee_id"`
	EpicUUID      *string  `json:"epic_uuid"`
	SprintUUID    *string  `json:"sprint_uuid"`
	TypeUUID      *string  `json:"type_uuid"`
	Tags          []string `json:"tags"`
	Blocked       bool     `json:"blocked"`
	SubtasksTotal int      `json:"subtasks_total"`
	SubtasksDone  int      `json:"subtasks_done"`
	Comments      int      `json:"comments"`
	UpdatedAt     string   `json:"updated_at"`
}

type ticket struct {
	card
	Description        *string  `json:"description"`
	AcceptanceCriteria []string `json:"acceptance_criteria"`
	Dependencies       []link   `json:"dependencies"`
	Dependents         []link   `json:"dependents"`
	Subtasks           []struct {
		thing
		Status    string `json:"status"`
		SortOrder int    `json:"sort_order"`
	} `json:"subtasks"`
	ProjectUUID string `json:"project_uuid"`
}

type link struct {
	thing
	Status string `json:"status"`
}

type board struct {
	Cards    []card      `json:"cards"`
	Kept     []card      `json:"kept"`
	Groups   []cardGroup `json:"groups"`
	Total    int         `json:"total"`
	Points   float64     `json:"points"`
	Revision int64       `json:"revision"`
}

type cardGroup struct {
	Key    string  `json:"key"`
	Total  int     `json:"total"`
	Points float64 `json:"points"`
}

type frame struct {
	Project struct {
		UUID     string `json:"uuid"`
		Name     string `json:"name"`
		RatesFor string `json:"rates_for"`
	} `json:"project"`
	Role      string          `json:"role"`
	May       map[string]bool `json:"may"`
	SeesRates bool            `json:"sees_rates"`
	Me        int64           `json:"me"`
	Revision  int64           `json:"revision"`
	Statuses  []struct {
		Key    string `json:"key"`
		IsDone bool   `json:"is_done"`
	} `json:"statuses"`
	Types   []struct{ UUID, Name string } `json:"types"`
	Tags    []struct{ UUID, Name string } `json:"tags"`
	Members []struct {
		UserID int64  `json:"user_id"`
		Name   string `json:"name"`
		Role   string `json:"role"`
	} `json:"members"`
	Epics      []thing  `json:"epics"`
	SuperEpics []thing  `json:"super_epics"`
	Sprints    []sprint `json:"sprints"`
}

type sprint struct {
	thing
	Status      string   `json:"status"`
	StartDate   *string  `json:"start_date"`
	EndDate     *string  `json:"end_date"`
	DoD         []string `json:"dod"`
	DoDDone     []string `json:"dod_done"`
	GoalMet     *bool    `json:"goal_met"`
	Points      float64  `json:"points"`
	DonePoints  float64  `json:"done_points"`
	Tickets     int      `json:"tickets"`
	DoneTickets int      `json:"done_tickets"`
	Unestimated int      `json:"unestimated"`
}

// mustProject creates a project.
func (b *browser) mustProject(t testing.TB, name string) frame {
	t.Helper()
	return must[frame](t, b, http.MethodPost, "/projects", map[string]any{"name": name})
}

// mustTicket creates a ticket in a project.
func (b *browser) mustTicket(t testing.TB, project, title string, more map[string]any) ticket {
	t.Helper()
	body := map[string]any{"title": title}
	maps.Copy(body, more)
	return must[ticket](t, b, http.MethodPost, "/projects/"+project+"/tickets", body)
}

func (b *browser) mustSprint(t testing.TB, project, title string) sprint {
	t.Helper()
	return must[sprint](t, b, http.MethodPost, "/projects/"+project+"/sprints", map[string]any{"title": title})
}

// titles returns the titles of a project's cards that match a filter.
func (b *browser) titles(t testing.TB, project string, filter url.Values) []string {
	t.Helper()
	list := []string{}
	for _, c := range must[board](t, b, http.MethodGet, "/projects/"+project+"/cards?"+filter.Encode(), nil).Cards {
		list = append(list, c.Title)
	}
	return list
}

func TestTheFrameHasWhatEveryPageOfAProjectNeeds(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada, ben := w.mustBrowser(t, "ada"), w.mustBrowser(t, "ben")
		p := ada.mustProject(t, "Apollo").Project.UUID
		w.MustJoin(t, p, ben.ID, domain.Viewer)
		tag := w.MustTag(t, p, "Urgent")
		s := ada.mustSprint(t, p, "Sprint 1")
		ada.mustTicket(t, p, "A", map[string]any{"sprint_uuid": s.UUID, "story_points": 5, "status": "done"})
		ada.mustTicket(t, p, "B", map[string]any{"sprint_uuid": s.UUID, "story_points": 3})
		ada.mustTicket(t, p, "C", map[string]any{"sprint_uuid": s.UUID})
		f := must[frame](t, ben, http.MethodGet, "/projects/"+p, nil)
		if f.Role != "viewer" || f.May["write"] || f.Me != ben.ID || !f.SeesRates || len(f.Statuses) != 6 || len(f.Types) != 2 || len(f.Members) != 2 {
			t.Errorf("%+v", f)
		}
		if len(f.Tags) != 1 || f.Tags[0].UUID != tag || f.Members[0].Name != "ada Test" || f.Revision < 5 {
			t.Errorf("%+v", f)
		}
		if got := f.Sprints[0]; got.Points != 8 || got.DonePoints != 5 || got.Tickets != 3 || got.DoneTickets != 1 || got.Unestimated != 1 {
			t.Errorf("the sprint holds %+v", got)
		}
		may := must[frame](t, ada, http.MethodGet, "/projects/"+p, nil).May
		if !may["write"] || !may["moderate"] || !may["manage"] || !may["own"] {
			t.Errorf("the owner may %v", may)
		}
	})
}

func TestACardShowsWhatItsTicketHas(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada := w.mustBrowser(t, "ada")
		f := ada.mustProject(t, "Apollo")
		p := f.Project.UUID
		tag, s := w.MustTag(t, p, "Urgent"), ada.mustSprint(t, p, "Sprint 1")
		first := ada.mustTicket(t, p, "First", nil)
		made := ada.mustTicket(t, p, "Second", map[string]any{
			"priority": "critique", "story_points": 2.5, "assignee_id": ada.ID, "sprint_uuid": s.UUID, "type_uuid": f.Types[1].UUID,
			"tags": []string{tag}, "dependencies": []string{first.UUID}, "description": "d", "acceptance_criteria": []string{"a"},
		})
		for _, status := range []string{"done", "todo"} {
			sub := must[thing](t, ada, http.MethodPost, "/tickets/"+made.UUID+"/subtasks", map[string]any{"title": status, "status": status})
			if sub.Title != status {
				t.Errorf("%+v", sub)
			}
		}
		must[thing](t, ada, http.MethodPost, "/tickets/"+made.UUID+"/comments", map[string]any{"content": "Hello"})
		b := must[board](t, ada, http.MethodGet, "/projects/"+p+"/cards", nil)
		if b.Total != 2 || b.Points != 2.5 || len(b.Cards) != 2 || b.Revision < 6 {
			t.Fatalf("%+v", b)
		}
		c := b.Cards[1]
		if c.Title != "Second" || c.Priority != "critique" || *c.AssigneeID != ada.ID || *c.SprintUUID != s.UUID || *c.TypeUUID != f.Types[1].UUID {
			t.Errorf("%+v", c)
		}
		if !c.Blocked || c.SubtasksTotal != 2 || c.SubtasksDone != 1 || c.Comments != 1 || !slices.Equal(c.Tags, []string{tag}) || b.Cards[0].Blocked {
			t.Errorf("%+v", b.Cards)
		}
		must[ticket](t, ada, http.MethodPut, "/tickets/"+first.UUID, map[string]any{"status": "done"})
		full := must[ticket](t, ada, http.MethodGet, "/tickets/"+made.UUID, nil)
		if full.Blocked || len(full.Dependencies) != 1 || full.Dependencies[0].Status != "done" || len(full.Subtasks) != 2 || *full.Description != "d" {
			t.Errorf("%+v", full)
		}
		other := must[ticket](t, ada, http.MethodGet, "/tickets/"+first.UUID, nil)
		if len(other.Dependents) != 1 || other.Dependents[0].Title != "Second" || other.ProjectUUID != p {
			t.Errorf("%+v", other)
		}
	})
}

func TestATypeIsSetAndClearedAndLogged(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada := w.mustBrowser(t, "ada")
		f := ada.mustProject(t, "Apollo")
		made := ada.mustTicket(t, f.Project.UUID, "A", nil)
		if *made.TypeUUID != f.Types[0].UUID {
			t.Errorf("a new ticket is of type %v", made.TypeUUID)
		}
		path := "/tickets/" + made.UUID
		if got := must[ticket](t, ada, http.MethodPut, path, map[string]any{"type_uuid": f.Types[1].UUID}); *got.TypeUUID != f.Types[1].UUID {
			t.Errorf("%v", got.TypeUUID)
		}
		if got := must[ticket](t, ada, http.MethodPut, path, map[string]any{"type_uuid": nil}); got.TypeUUID != nil {
			t.Errorf("%v", got.TypeUUID)
		}
		refused(t, ada.call(t, http.MethodPut, path, map[string]any{"type_uuid": made.UUID}), http.StatusUnprocessableEntity, "invalid")
		h := must[history](t, ada, http.MethodGet, path+"/history", nil)
		if len(h.Changes) != 3 || h.Changes[0].From != f.Types[1].Name || h.Changes[0].To != nil || h.Changes[1].From != f.Types[0].Name {
			t.Errorf("%+v", h)
		}
	})
}

type history struct {
	Changes []struct {
		ID      int64   `json:"id"`
		User    string  `json:"user"`
		KeyName *string `json:"key_name"`
		Noun    string  `json:"noun"`
		UUID    string  `json:"uuid"`
		Name    string  `json:"name"`
		What    string  `json:"what"`
		From    any     `json:"from"`
		To      any     `json:"to"`
		HasText bool    `json:"has_text"`
	} `json:"changes"`
	More bool `json:"more"`
}
