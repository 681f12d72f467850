package app

import (
	"context"
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

// Rename changes a user's names. Every project that shows them is told: tickets and time entries there count as
// modified.
func (a *App) Rename(ctx context.Context, userID int64, p NamePatch) (domain.User, error) {
	return write(ctx, a, func(tx *store.Tx) (domain.User, error) {
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
		return a.rename(ctx, tx, userID, p, changes)
	})
}

func (a *App) rename(ctx context.Context, tx *store.Tx, userID int64, p NamePatch, changes []*change) (domain.User, error) {
	user, err := tx.LockUser(ctx, userID)
	if err != nil {
		return user, err
	}
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
