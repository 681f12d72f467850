package app

import (
	"context"
	"errors"
	"slices"
	"time"

	"earnest/internal/domain"
	"earnest/internal/store"
)

// NamePatch is what people may change of themselves.
type NamePatch struct {
	Firstname domain.Opt[string]
	Lastname  domain.Opt[string]
}

// nameFacts tells a person's names to the log of each project that shows them.
func nameFacts(u domain.User) []fact {
	return []fact{{"firstname", u.Firstname}, {"lastname", u.Lastname}}
}

// errJoined says that a project began to show a user while their name was on its way.
var errJoined = domain.Errorf(domain.Conflict, "the person is being added to projects at this moment; try again")

// mostRenames is how often a name is tried to be changed while its bearer is put into projects.
const mostRenames = 5

// Rename changes a user's names. Everybody sees the new name at once: every project that shows it gets a new revision. That tickets
// and time entries with the name count as modified follows in the background; see MarkRenamed.
func (a *App) Rename(ctx context.Context, userID int64, p NamePatch) (user domain.User, err error) {
	for range mostRenames {
		user, err = write(ctx, a, func(tx *store.Tx) (domain.User, error) { return a.rename(ctx, tx, userID, p) })
		if !errors.Is(err, errJoined) {
			break
		}
	}
	a.renames.wake()
	return user, err
}

// rename locks the projects before the user, as every other write does, and then looks again: from then on nobody can begin to refer to
// the user until the name is stored, but before that another project may have.
func (a *App) rename(ctx context.Context, tx *store.Tx, userID int64, p NamePatch) (domain.User, error) {
	projects, err := tx.ProjectsNaming(ctx, userID)
	if err != nil {
		return domain.User{}, err
	}
	if err := tx.LockProjects(ctx, projects); err != nil {
		return domain.User{}, err
	}
	at := a.clock()
	user, err := tx.LockNames(ctx, userID)
	if err != nil {
		return user, err
	}
	now, err := tx.ProjectsNaming(ctx, userID)
	if err != nil {
		return user, err
	}
	if !slices.Equal(now, projects) {
		return user, errJoined
	}
	return setNames(ctx, tx, user, p, projects, at)
}

// setNames stores the names and tells the projects. The number of its statements depends neither on how many projects there are nor
// on what is in them.
func setNames(ctx context.Context, tx *store.Tx, user domain.User, p NamePatch, projects []int64, at time.Time) (domain.User, error) {
	before := user
	p.Firstname.Apply(&user.Firstname)
	p.Lastname.Apply(&user.Lastname)
	rows := differing("user", user.UUID, nameFacts(before), nameFacts(user))
	if len(rows) == 0 {
		return user, nil
	}
	if err := tx.RaiseProjects(ctx, projects, at); err != nil {
		return user, err
	}
	for _, row := range rows {
		row.UserID = &user.ID
		if err := tx.InsertChanges(ctx, projects, row); err != nil {
			return user, err
		}
	}
	if err := tx.AddRenames(ctx, projects, user.ID); err != nil {
		return user, err
	}
	user.UpdatedAt = at
	return user, tx.UpdateNames(ctx, user)
}
