package dash_test

import (
	"fmt"
	"testing"
	"time"

	"earnest/internal/apitest"
	"earnest/internal/db"
	"earnest/internal/domain"
	workstore "earnest/internal/work/store"
)

// mustEpic creates an epic in a project.
func mustEpic(t testing.TB, b *browser, project, title string) string {
	t.Helper()
	e, err := b.App.Plan.CreateEpic(t.Context(), domain.Caller{UserID: b.ID}, project, domain.Given(domain.EpicPatch{Title: domain.Some(title)}))
	if err != nil {
		t.Fatal(err)
	}
	return e.UUID
}

// sprintSize is the number of tickets per sprint in a filled project.
const sprintSize = 200

// fillProject inserts n tickets into a project in one transaction, bypassing the use cases: all but the last 200 in sprints, of which the
// last is active, with tags, subtasks and dependencies.
func fillProject(t testing.TB, w *world, project string, n int) {
	t.Helper()
	ctx, now := t.Context(), w.Clock.Now()
	err := w.Store.Write(ctx, func(tx *db.Tx) error {
		access, err := workstore.ProjectAccess(ctx, tx, project, 0)
		if err != nil {
			return err
		}
		tag := domain.Tag{UUID: apitest.NewUUID(), Name: "tag"}
		if tag.ID, err = workstore.InsertTag(ctx, tx, access.ProjectID, tag, now, now); err != nil {
			return err
		}
		locked, err := workstore.LockProject(ctx, tx, access.ProjectID)
		if err != nil {
			return err
		}
		var last domain.TicketRef
		rank := ""
		var sprintID *int64
		for i := range n {
			tk := domain.NewTicket(apitest.NewUUID(), access.ProjectID, project, now)
			tk.Title, tk.StoryPoints = fmt.Sprintf("Écrire le ticket %d de la page des réglages", i), float64(i%8)
			if i%sprintSize == 0 {
				if sprintID, err = fillSprint(t, tx, access.ProjectID, now, n-i); err != nil {
					return err
				}
			}
			rank = domain.RankAfter(rank)
			tk.SprintID, tk.Number, tk.Rank = sprintID, locked.NextNumber+int64(i), rank
			if err := workstore.InsertTicket(ctx, tx, tk); err != nil {
				return err
			}
			if tk.ID, _, err = workstore.TicketID(ctx, tx, access.ProjectID, tk.UUID); err != nil {
				return err
			}
			if err := fillTicket(t, tx, tk, tag, last, i); err != nil {
				return err
			}
			last = domain.TicketRef{ID: tk.ID}
		}
		locked.NextNumber += int64(n)
		return locked.Save(ctx, tx, access.ProjectID)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// fillSprint adds a sprint, or none for the tickets that stay in the backlog.
func fillSprint(t testing.TB, tx *db.Tx, projectID int64, now time.Time, left int) (*int64, error) {
	t.Helper()
	s := domain.NewSprint(apitest.NewUUID(), projectID, now)
	s.Title, s.Status = fmt.Sprint("Sprint ", left), domain.Completed
	switch {
	case left <= sprintSize:
		return nil, nil //nolint:nilnil // the backlog is not a sprint
	case left <= 2*sprintSize:
		s.Status = domain.Active
	}
	id, err := workstore.InsertSprint(t.Context(), tx, s)
	return &id, err
}

func fillTicket(t testing.TB, tx *db.Tx, tk domain.Ticket, tag domain.Tag, before domain.TicketRef, i int) error {
	t.Helper()
	ctx := t.Context()
	if i%3 == 0 {
		tk.Tags = []domain.Tag{tag}
		if err := workstore.SetTicketTags(ctx, tx, tk); err != nil {
			return err
		}
	}
	if i%5 == 1 {
		tk.Dependencies = []domain.TicketRef{before}
		if err := workstore.SetDependencies(ctx, tx, tk); err != nil {
			return err
		}
	}
	if i%4 == 0 {
		s := domain.Subtask{
			UUID: apitest.NewUUID(), ProjectID: tk.ProjectID, TicketID: tk.ID, Title: "Step", Status: "todo", CreatedAt: tk.CreatedAt, UpdatedAt: tk.CreatedAt,
		}
		if _, err := workstore.InsertSubtask(ctx, tx, s); err != nil {
			return err
		}
	}
	return nil
}
