package transfer

import (
	"context"
	"io"
	"slices"
	"time"

	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/transfer/store"
	workstore "earnest/internal/work/store"
	"earnest/internal/workspace"
)

// Export writes projects as a workspace file: the projects with the given uuids and the users they refer to or, if none is given,
// all projects and all users. The file shows one consistent state, and the same state always produces the same bytes. An export
// needs memory for one page of tickets, not for the whole file. The files of tickets are not part of it; see ExportArchive.
func (a *Service) Export(ctx context.Context, w io.Writer, projectUUIDs []string) error {
	return a.DB.Read(ctx, func(tx *db.Tx) error {
		x := &exporter{tx: tx, w: workspace.NewWriter(w)}
		if err := x.run(ctx, projectUUIDs); err != nil {
			return err
		}
		return x.w.Close()
	})
}

// exporter is one export in its transaction. emails holds everyone's email by id.
type exporter struct {
	tx     *db.Tx
	w      *workspace.Writer
	emails map[int64]string

	contents map[string]domain.FileContent // those that the file mentions, by hash; nil: it mentions no files
}

func (x *exporter) run(ctx context.Context, wanted []string) error {
	chosen, err := x.choose(ctx, wanted)
	if err != nil {
		return err
	}
	var people map[int64]bool // nil: everyone
	if len(wanted) > 0 {
		if people, err = x.people(ctx, chosen); err != nil {
			return err
		}
	}
	if x.emails, err = workstore.Emails(ctx, x.tx); err != nil {
		return err
	}
	if err := x.users(ctx, people); err != nil {
		return err
	}
	for _, uuid := range chosen {
		if err := x.project(ctx, uuid); err != nil {
			return err
		}
	}
	return nil
}

// choose returns the requested projects, or all, in order of creation.
func (x *exporter) choose(ctx context.Context, wanted []string) ([]string, error) {
	all, err := store.ProjectUUIDs(ctx, x.tx)
	if err != nil || len(wanted) == 0 {
		return all, err
	}
	for _, uuid := range wanted {
		if !slices.Contains(all, uuid) {
			return nil, domain.Errorf(domain.NotFound, "no project has the uuid %q", uuid)
		}
	}
	return slices.DeleteFunc(all, func(uuid string) bool { return !slices.Contains(wanted, uuid) }), nil
}

func (x *exporter) people(ctx context.Context, projects []string) (map[int64]bool, error) {
	set := map[int64]bool{}
	for _, uuid := range projects {
		p, err := workstore.Project(ctx, x.tx, uuid, 0)
		if err != nil {
			return nil, err
		}
		if err := store.People(ctx, x.tx, p.ID, set); err != nil {
			return nil, err
		}
	}
	return set, nil
}

func (x *exporter) users(ctx context.Context, only map[int64]bool) error {
	for u, err := range store.Users(ctx, x.tx) {
		if err != nil {
			return err
		}
		if only == nil || only[u.ID] {
			x.w.Item("users", userFile(u))
		}
	}
	return nil
}

func userFile(u domain.User) workspace.User {
	out := workspace.User{
		Email:        u.Email,
		Firstname:    u.Firstname,
		Lastname:     u.Lastname,
		Plan:         string(u.Account.Plan),
		SubscribedAt: workspace.Stamp(u.Account.SubscribedAt),
		Admin:        u.IsAdmin,
		Stamps:       stampsFile(u.UUID, u.CreatedAt, u.UpdatedAt),
	}
	if !u.Account.Active {
		out.Active = &u.Account.Active
	}
	return out
}

func stampsFile(uuid string, created, updated time.Time) workspace.Stamps {
	return workspace.Stamps{UUID: uuid, CreatedAt: workspace.Stamp(created), UpdatedAt: workspace.Stamp(updated)}
}

// stampFile formats an optional time.
func stampFile(t *time.Time) string {
	if t == nil {
		return ""
	}
	return workspace.Stamp(*t)
}

// email returns the email of an optional user.
func (x *exporter) email(id *int64) string {
	if id == nil {
		return ""
	}
	return x.emails[*id]
}

// items writes the result of a query as a list.
func items[T any](x *exporter, list string, from func(func(T, error) bool), convert func(T) any) error {
	for item, err := range from {
		if err != nil {
			return err
		}
		x.w.Item(list, convert(item))
		if err := x.w.Err(); err != nil {
			return err
		}
	}
	return nil
}
