package apitest

import (
	"context"
	"strings"
	"testing"

	"earnest/client"
	"earnest/internal/db"
	"earnest/internal/domain"
	workstore "earnest/internal/work/store"
)

// Cast is a project with a member in every role and one object of every kind.
type Cast struct {
	World                                *World
	Owner, Admin, Member, Viewer         Person
	Stranger                             Person
	Project                              string
	SuperEpic, Epic, Sprint, Tag, Ticket string
	Subtask, Comment, Attachment         string // the comment and the attachment are the member's
}

// MustCast builds a cast; prefix distinguishes the people in two casts.
func (w *World) MustCast(t testing.TB, prefix string) *Cast {
	t.Helper()
	c := &Cast{World: w}
	for name, person := range map[string]*Person{
		"owner": &c.Owner, "admin": &c.Admin, "member": &c.Member, "viewer": &c.Viewer, "stranger": &c.Stranger,
	} {
		*person = w.MustPerson(t, prefix+name)
	}
	project := Must(c.Owner.CreateProject(context.Background(), client.ProjectCreate{Name: prefix + "project"}))(t)
	c.Project = project.UUID
	w.MustJoin(t, c.Project, c.Admin.ID, domain.Admin)
	w.MustJoin(t, c.Project, c.Member.ID, domain.Worker)
	w.MustJoin(t, c.Project, c.Viewer.ID, domain.Viewer)
	c.Tag = w.MustTag(t, c.Project, prefix+"tag")
	c.SuperEpic = c.NewSuperEpic(t)
	c.Epic = c.NewEpic(t)
	c.Sprint = c.NewSprint(t)
	c.Ticket = c.NewTicket(t)
	c.Subtask = c.NewSubtask(t)
	c.Comment = c.NewComment(t)
	c.Attachment = c.NewAttachment(t)
	return c
}

// NewProject creates a project with the same people in the same roles.
func (c *Cast) NewProject(t testing.TB) string {
	t.Helper()
	p := Must(c.Owner.CreateProject(context.Background(), client.ProjectCreate{Name: "another"}))(t)
	c.World.MustJoin(t, p.UUID, c.Admin.ID, domain.Admin)
	c.World.MustJoin(t, p.UUID, c.Member.ID, domain.Worker)
	c.World.MustJoin(t, p.UUID, c.Viewer.ID, domain.Viewer)
	return p.UUID
}

// NewSuperEpic creates a super-epic in the project.
func (c *Cast) NewSuperEpic(t testing.TB) string {
	t.Helper()
	return Must(c.Owner.CreateSuperEpic(context.Background(), client.SuperEpicCreate{ProjectUUID: c.Project, Title: "Super"}))(t).UUID
}

// NewEpic creates an epic in the project.
func (c *Cast) NewEpic(t testing.TB) string {
	t.Helper()
	return Must(c.Owner.CreateEpic(context.Background(), client.EpicCreate{ProjectUUID: c.Project, Title: "Epic"}))(t).UUID
}

// NewSprint creates a sprint in the project.
func (c *Cast) NewSprint(t testing.TB) string {
	t.Helper()
	return Must(c.Owner.CreateSprint(context.Background(), client.SprintCreate{ProjectUUID: c.Project, Title: "Sprint"}))(t).UUID
}

// NewTicket creates a ticket in the project.
func (c *Cast) NewTicket(t testing.TB) string {
	t.Helper()
	return Must(c.Owner.CreateTicket(context.Background(), client.TicketCreate{ProjectUUID: c.Project, Title: "Ticket"}))(t).UUID
}

// NewSubtask creates a subtask of the cast's ticket.
func (c *Cast) NewSubtask(t testing.TB) string {
	t.Helper()
	return Must(c.Owner.CreateSubtask(context.Background(), client.SubtaskCreate{TicketUUID: c.Ticket, Title: "Subtask"}))(t).UUID
}

// NewComment creates a comment by the member on the cast's ticket.
func (c *Cast) NewComment(t testing.TB) string {
	t.Helper()
	return Must(c.Member.CreateComment(context.Background(), client.CommentCreate{TicketUUID: c.Ticket, Content: "Hello"}))(t).UUID
}

// NewAttachment attaches a file of the member to the cast's ticket.
func (c *Cast) NewAttachment(t testing.TB) string {
	t.Helper()
	return Must(c.Member.Attach(context.Background(), c.Ticket, "hello.txt", strings.NewReader("Hello")))(t).UUID
}

// MustTag adds a tag to a project.
func (w *World) MustTag(t testing.TB, project, name string) string {
	t.Helper()
	uuid := NewUUID()
	ctx := context.Background()
	err := w.Store.Write(ctx, func(tx *db.Tx) error {
		access, err := workstore.ProjectAccess(ctx, tx, project, 0)
		if err != nil {
			return err
		}
		_, err = workstore.InsertTag(ctx, tx, access.ProjectID, domain.Tag{UUID: uuid, Name: name}, w.Clock.Now(), w.Clock.Now())
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return uuid
}

// Must turns a result and its error into a function that fails the test if there is an error: Must(f())(t).
func Must[T any](v T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}
