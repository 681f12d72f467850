package identity

import (
	"context"
	"errors"
	"slices"
	"time"

	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/identity/store"
	"earnest/internal/work"
	workstore "earnest/internal/work/store"
)

// NamePatch holds the names that people may change themselves.
type NamePatch struct {
	Firstname domain.Opt[string]
	Lastname  domain.Opt[string]
}

// nameFacts returns a person's names for the log of each project that shows them.
func nameFacts(u domain.User) []work.Fact {
	return []work.Fact{{Name: "firstname", Value: u.Firstname}, {Name: "lastname", Value: u.Lastname}}
}

// errJoined means that a project began to show a user while they were being renamed.
var errJoined = domain.Errorf(domain.Conflict, "the person is being added to projects at this moment; try again")

// mostRenames is how many times a rename is attempted while the user is being added to projects.
const mostRenames = 5

// Rename changes a user's names. Everyone sees the new name immediately, because every project that shows it gets a new
// revision. Tickets and time entries that show the name are marked as modified in the background; see MarkRenamed.
func (a *Accounts) Rename(ctx context.Context, userID int64, p NamePatch) (user domain.User, err error) {
	for range mostRenames {
		user, err = db.Write(ctx, a.DB, func(tx *db.Tx) (domain.User, error) { return a.rename(ctx, tx, userID, p) })
		if !errors.Is(err, errJoined) {
			break
		}
	}
	a.renames.Wake()
	return user, err
}

// rename locks the projects before the user, as every other write does, and then looks the projects up again, because another
// project may have begun to refer to the user before the lock. From then on, none can do so until the name is stored.
func (a *base) rename(ctx context.Context, tx *db.Tx, userID int64, p NamePatch) (domain.User, error) {
	projects, err := store.ProjectsNaming(ctx, tx, userID)
	if err != nil {
		return domain.User{}, err
	}
	if err := workstore.LockProjects(ctx, tx, projects); err != nil {
		return domain.User{}, err
	}
	at := a.Now()
	user, err := store.LockNames(ctx, tx, userID)
	if err != nil {
		return user, err
	}
	now, err := store.ProjectsNaming(ctx, tx, userID)
	if err != nil {
		return user, err
	}
	if !slices.Equal(now, projects) {
		return user, errJoined
	}
	return setNames(ctx, tx, user, p, projects, at)
}

// setNames stores the names and records the change in the projects. The number of statements depends neither on the number of
// projects nor on their content.
func setNames(ctx context.Context, tx *db.Tx, user domain.User, p NamePatch, projects []int64, at time.Time) (domain.User, error) {
	before := user
	p.Firstname.Apply(&user.Firstname)
	p.Lastname.Apply(&user.Lastname)
	rows := work.Differing("user", user.UUID, nameFacts(before), nameFacts(user))
	if len(rows) == 0 {
		return user, nil
	}
	if err := workstore.RaiseProjects(ctx, tx, projects, at); err != nil {
		return user, err
	}
	for _, row := range rows {
		row.UserID = &user.ID
		if err := workstore.InsertChanges(ctx, tx, projects, row); err != nil {
			return user, err
		}
	}
	if err := workstore.AddRenames(ctx, tx, projects, user.ID); err != nil {
		return user, err
	}
	user.UpdatedAt = at
	return user, store.UpdateNames(ctx, tx, user)
}
