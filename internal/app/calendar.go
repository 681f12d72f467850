package app

import (
	"context"
	"time"

	"earnest/internal/auth"
	"earnest/internal/domain"
	"earnest/internal/store"
)

// calendarPrefix begins the token of a calendar's private address.
const calendarPrefix = "cal_"

// Calendar is what a project's calendar shows.
type Calendar struct {
	Project    domain.Project
	Sprints    []domain.Sprint
	Milestones []domain.Milestone
}

// CalendarMade tells when the caller made the private address of a project's calendar; nil: they have none.
func (a *App) CalendarMade(ctx context.Context, caller domain.Caller, project string) (*time.Time, error) {
	return read(ctx, a, func(tx *store.Tx) (*time.Time, error) {
		access, err := AsMember(caller).project(ctx, tx, project)
		if err != nil {
			return nil, err
		}
		return tx.CalendarMade(ctx, access.ProjectID, caller.UserID)
	})
}

// MakeCalendar gives the caller a private address of a project's calendar, in place of the one they had. It is the
// caller's own affair: the project does not change by it.
func (a *App) MakeCalendar(ctx context.Context, caller domain.Caller, project string) (token auth.Token, at time.Time, err error) {
	token, at = auth.NewToken(calendarPrefix), a.clock()
	hash := token.Hash()
	err = a.store.Write(ctx, func(tx *store.Tx) error {
		access, err := AsMember(caller).project(ctx, tx, project)
		if err != nil {
			return err
		}
		return tx.SetCalendar(ctx, access.ProjectID, caller.UserID, hash[:], at)
	})
	return token, at, err
}

// EndCalendar takes the caller's private address of a project's calendar away.
func (a *App) EndCalendar(ctx context.Context, caller domain.Caller, project string) error {
	return a.store.Write(ctx, func(tx *store.Tx) error {
		access, err := AsMember(caller).project(ctx, tx, project)
		if err != nil {
			return err
		}
		return tx.EndCalendar(ctx, access.ProjectID, caller.UserID)
	})
}

// Calendar gives the sprints and milestones of a project to who holds a private address of a member who still may
// read it. An address that never was and one that is over are the same: NotFound.
func (a *App) Calendar(ctx context.Context, text string) (Calendar, error) {
	none := domain.NoSuch("calendar")
	token, ok := auth.ParseToken(calendarPrefix, text)
	if !ok {
		return Calendar{}, none
	}
	hash := token.Hash()
	return read(ctx, a, func(tx *store.Tx) (c Calendar, err error) {
		who, err := tx.CalendarReader(ctx, hash[:])
		if err != nil {
			return c, err
		}
		access, err := tx.ProjectAccess(ctx, who.ProjectUUID, who.UserID)
		if err != nil {
			return c, err
		}
		if !who.Active || access.Check(domain.ReadProject) != nil {
			return c, none
		}
		if c.Project, err = tx.Project(ctx, who.ProjectUUID, who.UserID); err != nil {
			return c, err
		}
		if c.Sprints, err = store.Collect(tx.Sprints(ctx, access.ProjectID)); err != nil {
			return c, err
		}
		c.Milestones, err = store.Collect(tx.Milestones(ctx, access.ProjectID))
		return c, err
	})
}
