package apiv1_test

import (
	"context"
	"encoding/json"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"testing"

	"earnest/internal/apitest"
	"earnest/internal/domain"
	"earnest/internal/identity"
	"earnest/internal/work"
	"earnest/test/rig"
)

// random changes tickets, and everything that they show, in every possible way.
type random struct {
	w       *apitest.World
	c       *apitest.Cast
	rand    *rand.Rand
	caller  domain.Caller
	tickets []string // including deleted ones
	tags    []string
	epics   []string
	sprints []string
	states  []string
}

func newRandom(t *testing.T, w *apitest.World, seed uint64) *random {
	t.Helper()
	c := w.MustCast(t, "")
	r := &random{
		w: w, c: c, rand: rand.New(rand.NewPCG(seed, 1)), caller: domain.Caller{UserID: c.Owner.ID},
		tags: []string{c.Tag}, epics: []string{c.Epic}, sprints: []string{c.Sprint}, states: []string{"todo", "done"},
	}
	for range 6 {
		r.tickets = append(r.tickets, c.NewTicket(t))
	}
	return r
}

func one[T any](r *random, of []T) T { return of[r.rand.IntN(len(of))] }

// some returns a few items, or none.
func some[T any](r *random, of []T) []T {
	few := []T{}
	for _, i := range r.rand.Perm(len(of))[:r.rand.IntN(min(3, len(of)+1))] {
		few = append(few, of[i])
	}
	return few
}

// maybe returns one of the items, or nil.
func maybe[T any](r *random, of []T) *T {
	if r.rand.IntN(3) == 0 {
		return nil
	}
	v := one(r, of)
	return &v
}

func (r *random) name() string { return []string{"a", "b", "c", "d"}[r.rand.IntN(4)] + "<&>" }

// patch returns a random change to one field of a ticket.
func (r *random) patch() domain.TicketPatch {
	switch r.rand.IntN(9) {
	case 0:
		return domain.TicketPatch{Title: domain.Some(r.name())}
	case 1:
		return domain.TicketPatch{Status: domain.Some(one(r, r.states))}
	case 2:
		return domain.TicketPatch{Epic: domain.Some(maybe(r, r.epics))}
	case 3:
		return domain.TicketPatch{Sprint: domain.Some(maybe(r, r.sprints))}
	case 4:
		return domain.TicketPatch{AssigneeID: domain.Some(maybe(r, []int64{r.c.Owner.ID, r.c.Member.ID}))}
	case 5:
		return domain.TicketPatch{Tags: domain.Some(some(r, r.tags))}
	case 6:
		return domain.TicketPatch{Dependencies: domain.Some(some(r, r.tickets))}
	case 7:
		return domain.TicketPatch{AcceptanceCriteria: domain.Some(some(r, []string{"x", "y"}))}
	default:
		return domain.TicketPatch{StoryPoints: domain.Some(float64(r.rand.IntN(20)))}
	}
}

// body returns the wire form of a patch.
func body(p domain.TicketPatch) map[string]any {
	all := map[string]any{}
	add := func(name string, set bool, value any) {
		if set {
			all[name] = value
		}
	}
	add("title", p.Title.Set, p.Title.Value)
	add("status", p.Status.Set, p.Status.Value)
	add("epic_uuid", p.Epic.Set, p.Epic.Value)
	add("sprint_uuid", p.Sprint.Set, p.Sprint.Value)
	add("assignee_id", p.AssigneeID.Set, p.AssigneeID.Value)
	add("tags", p.Tags.Set, p.Tags.Value)
	add("dependencies", p.Dependencies.Set, p.Dependencies.Value)
	add("acceptance_criteria", p.AcceptanceCriteria.Set, p.AcceptanceCriteria.Value)
	add("story_points", p.StoryPoints.Set, p.StoryPoints.Value)
	return all
}

// call performs a step over HTTP and returns the uuid of the ticket.
func (r *random) call(t *testing.T, method, path string, body map[string]any) (uuid string, err error) {
	t.Helper()
	a := r.w.Call(t, r.c.Owner.Key, method, path, body)
	if a.Status >= 500 {
		t.Fatalf("%s %s: %d %s", method, path, a.Status, a.Body)
	}
	if a.Status >= 300 {
		return "", domain.Invalidf("%s", a.Body)
	}
	var said struct {
		Data struct {
			UUID string `json:"uuid"`
		} `json:"data"`
	}
	err = json.Unmarshal(a.Body, &said)
	return said.Data.UUID, err
}

// steps returns every way to change the data that a ticket shows. Refused steps change nothing.
func (r *random) steps(t *testing.T) map[string]func(context.Context) error {
	t.Helper()
	a, project := r.w.App, r.c.Project
	return map[string]func(context.Context) error{
		"put": func(context.Context) error {
			_, err := r.call(t, http.MethodPut, "/tickets/"+one(r, r.tickets), body(r.patch()))
			return err
		},
		"edit": func(ctx context.Context) error {
			_, err := a.Tickets.UpdateTicket(ctx, r.caller, one(r, r.tickets), domain.Given(r.patch()))
			return err
		},
		"post": func(context.Context) error {
			given := body(r.patch())
			given["project_uuid"], given["title"] = project, r.name()
			uuid, err := r.call(t, http.MethodPost, "/tickets", given)
			if err == nil {
				r.tickets = append(r.tickets, uuid)
			}
			return err
		},
		"delete":  func(ctx context.Context) error { return a.Tickets.DeleteTicket(ctx, r.caller, one(r, r.tickets)) },
		"restore": func(ctx context.Context) error { return a.Tickets.RestoreTicket(ctx, r.caller, one(r, r.tickets)) },
		"bulk": func(ctx context.Context) error {
			_, err := a.Tickets.ChangeTickets(ctx, r.caller, project, domain.Given(work.Bulk{
				Tickets: some(r, r.tickets), Set: r.patch(), AddTags: some(r, r.tags),
			}))
			return err
		},
		"new tag": func(ctx context.Context) error {
			tag, err := a.Categories.CreateTag(ctx, r.caller, project, domain.Given(r.name()))
			if err == nil {
				r.tags = append(r.tags, tag.UUID)
			}
			return err
		},
		"rename tag": func(ctx context.Context) error {
			_, err := a.Categories.RenameTag(ctx, r.caller, one(r, r.tags), domain.Given(domain.Some(r.name())))
			return err
		},
		"merge tag": func(ctx context.Context) error {
			return a.Categories.MergeTag(ctx, r.caller, one(r, r.tags), domain.Given(one(r, r.tags)))
		},
		"delete tag": func(ctx context.Context) error { return a.Categories.DeleteTag(ctx, r.caller, one(r, r.tags)) },
		"subtask": func(ctx context.Context) error {
			_, err := a.Tickets.CreateSubtask(ctx, r.caller, one(r, r.tickets), domain.Given(domain.SubtaskPatch{Title: domain.Some(r.name())}))
			return err
		},
		"finish subtask": func(ctx context.Context) error {
			_, err := a.Tickets.UpdateSubtask(ctx, r.caller, r.c.Subtask, domain.Given(domain.SubtaskPatch{Status: domain.Some(one(r, []string{"todo", "done"}))}))
			return err
		},
		"new status": func(ctx context.Context) error {
			s, err := a.Categories.CreateStatus(ctx, r.caller, project, domain.Given(domain.NewStatus{Label: r.name(), Color: "#112233", BgColor: "#ffffff"}))
			if err == nil {
				r.states = append(r.states, s.Key)
			}
			return err
		},
		"delete status": func(ctx context.Context) error {
			return a.Categories.DeleteStatus(ctx, r.caller, project, one(r, r.states), domain.Given(domain.Some(maybe(r, r.states))))
		},
		"new epic": func(ctx context.Context) error {
			e, err := a.Plan.CreateEpic(ctx, r.caller, project, domain.Given(domain.EpicPatch{Title: domain.Some(r.name())}))
			if err == nil {
				r.epics = append(r.epics, e.UUID)
			}
			return err
		},
		"delete epic": func(ctx context.Context) error { return a.Plan.DeleteEpic(ctx, r.caller, one(r, r.epics)) },
		"close sprint": func(ctx context.Context) error {
			_, err := a.Plan.CloseSprint(ctx, r.caller, one(r, r.sprints), domain.Given(work.SprintClose{Unfinished: domain.Some(work.Backlog)}))
			return err
		},
		"reopen sprint": func(ctx context.Context) error {
			_, err := a.Plan.ReopenSprint(ctx, r.caller, one(r, r.sprints))
			return err
		},
		"log time": func(ctx context.Context) error {
			_, err := a.Time.CreateTimeEntry(ctx, r.caller, one(r, r.tickets), domain.Given(domain.NewTimeEntry{Minutes: 30, LoggedAt: "2026-03-09"}))
			return err
		},
		"rename somebody": func(ctx context.Context) error {
			_, err := a.Accounts.Rename(ctx, r.c.Member.ID, identity.NamePatch{Firstname: domain.Some(r.name())})
			return err
		},
	}
}

// mustAgree compares every cached ticket, and lists of them, with the database.
func (r *random) mustAgree(t *testing.T, after string) {
	t.Helper()
	list := "/tickets?project=" + r.c.Project
	paths := []string{list + "&page=1", list + "&page=2&per_page=4", list + "&page=1&per_page=50&sprint=" + r.c.Sprint}
	for _, uuid := range r.tickets {
		paths = append(paths, "/tickets/"+uuid)
	}
	for _, path := range paths {
		said := r.w.Call(t, r.c.Viewer.Key, http.MethodGet, path, nil)
		if status, body := uncached(r.w, r.c.Viewer.Key, path); status != said.Status || body != string(said.Body) {
			t.Fatalf("after %s, %s says\n%d %s\nthe database\n%d %s", after, path, said.Status, said.Body, status, body)
		}
	}
}

func TestCachedTicketsMatchTheDatabaseWhateverIsWritten(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		seed := rand.Uint64()
		t.Logf("seed %d", seed)
		r := newRandom(t, w, seed)
		steps := r.steps(t)
		names := append(slices.Sorted(maps.Keys(steps)), "put", "put", "edit", "edit")
		done := map[string]int{}
		r.mustAgree(t, "nothing")
		for range rig.Times(100, 2_000) {
			name := one(r, names)
			switch err := steps[name](t.Context()); {
			case err == nil:
				done[name]++
			case domain.KindOf(err) == domain.Internal:
				t.Fatalf("%s: %v", name, err)
			}
			r.mustAgree(t, name)
		}
		if done["put"] == 0 || done["edit"] == 0 || len(done) < len(steps)/2 {
			t.Errorf("nearly everything was refused: %v", done)
		}
	})
}
