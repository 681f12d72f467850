package app

import (
	"context"
	"errors"
	"slices"

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

// Rename changes a user's names. Every project that shows them is told: tickets and time entries there count as
// modified.
func (a *App) Rename(ctx context.Context, userID int64, p NamePatch) (user domain.User, err error) {
	for range mostRenames {
		user, err = write(ctx, a, func(tx *store.Tx) (domain.User, error) { return a.rename(ctx, tx, userID, p) })
		if !errors.Is(err, errJoined) {
			break
		}
	}
	return user, err
}

// rename locks the projects before the user, as every other write does it, and then looks again: nobody refers to the user any more
// until the name is stored, but before that a project may have begun to.
func (a *App) rename(ctx context.Context, tx *store.Tx, userID int64, p NamePatch) (domain.User, error) {
	projects, err := tx.ProjectsNaming(ctx, userID)
	if err != nil {
		return domain.User{}, err
	}
	changes := make([]*change, 0, len(projects))
	for _, access := range projects {
		c, err := a.lock(ctx, tx, domain.Caller{UserID: userID}, access)
		if err != nil {
			return domain.User{}, err
		}
		changes = append(changes, c)
	}
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
	return a.setNames(ctx, tx, user, p, changes)
}

func (a *App) setNames(ctx context.Context, tx *store.Tx, user domain.User, p NamePatch, changes []*change) (domain.User, error) {
	before := user
	p.Firstname.Apply(&user.Firstname)
	p.Lastname.Apply(&user.Lastname)
	if slices.Equal(nameFacts(before), nameFacts(user)) {
		return user, nil
	}
	user.UpdatedAt = a.clock()
	for _, c := range changes {
		if _, err := c.updated(ctx, "user", user.UUID, nameFacts(before), nameFacts(user)); err != nil {
			return user, err
		}
		if err := tx.TouchNamed(ctx, c.project.ProjectID, user.ID, c.now); err != nil {
			return user, err
		}
	}
	return user, tx.UpdateNames(ctx, user)
}
