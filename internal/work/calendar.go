package work

import (
	"context"
	"time"

	"earnest/internal/auth"
	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/work/store"
)

// calendarPrefix is the prefix of the token in a calendar's private address.
const calendarPrefix = "cal_"

// Calendar is the content of a project's calendar.
type Calendar struct {
	Project    domain.Project
	Sprints    []domain.Sprint
	Milestones []domain.Milestone
}

// CalendarMade returns the time at which the caller created their private address for a project's calendar, or nil if they have none.
func (a *Projects) CalendarMade(ctx context.Context, caller domain.Caller, project string) (*time.Time, error) {
	return Read(ctx, a.DB, OfProject(caller, project), func(tx *db.Tx, access domain.Access) (*time.Time, error) {
		return store.CalendarMade(ctx, tx, access.ProjectID, caller.UserID)
	})
}

// MakeCalendar creates the caller's private address for a project's calendar, replacing any earlier one. The address belongs to the caller,
// so the project itself does not change.
func (a *Projects) MakeCalendar(ctx context.Context, caller domain.Caller, project string) (token auth.Token, at time.Time, err error) {
	token, at = auth.NewToken(calendarPrefix), a.Now()
	hash := token.Hash()
	err = a.DB.Write(ctx, func(tx *db.Tx) error {
		access, err := OfProject(caller, project).Authorize(ctx, tx, domain.ReadProject)
		if err != nil {
			return err
		}
		return store.SetCalendar(ctx, tx, access.ProjectID, caller.UserID, hash[:], at)
	})
	return token, at, err
}

// EndCalendar revokes the caller's private address for a project's calendar.
func (a *Projects) EndCalendar(ctx context.Context, caller domain.Caller, project string) error {
	return a.DB.Write(ctx, func(tx *db.Tx) error {
		access, err := OfProject(caller, project).Authorize(ctx, tx, domain.ReadProject)
		if err != nil {
			return err
		}
		return store.EndCalendar(ctx, tx, access.ProjectID, caller.UserID)
	})
}

// Calendar returns the sprints and milestones of the project to which a private address belongs, provided that the member who created the
// address may still read the project. Otherwise, or if the address is unknown or has been revoked, it returns NotFound.
func (a *Projects) Calendar(ctx context.Context, text string) (Calendar, error) {
	none := domain.NoSuch("calendar")
	token, ok := auth.ParseToken(calendarPrefix, text)
	if !ok {
		return Calendar{}, none
	}
	hash := token.Hash()
	return db.Read(ctx, a.DB, func(tx *db.Tx) (c Calendar, err error) {
		who, err := store.ReadCalendarReader(ctx, tx, hash[:])
		if err != nil {
			return c, err
		}
		access, err := OfProject(domain.Caller{UserID: who.UserID}, who.ProjectUUID).Authorize(ctx, tx, domain.ReadProject)
		if err != nil && domain.KindOf(err) != domain.Forbidden {
			return c, err
		}
		if !who.Active || err != nil {
			return c, none
		}
		if c.Project, err = store.Project(ctx, tx, who.ProjectUUID, who.UserID); err != nil {
			return c, err
		}
		if c.Sprints, err = db.Collect(store.Sprints(ctx, tx, access.ProjectID, domain.Page{})); err != nil {
			return c, err
		}
		c.Milestones, err = db.Collect(store.Milestones(ctx, tx, access.ProjectID, domain.Page{}))
		return c, err
	})
}
