package work

import (
	"context"

	"earnest/evm"
	"earnest/internal/domain"
	"earnest/internal/work/store"
)

// ForPeople returns the service as people use it who enter their time on a page: it refuses time on days on which it cannot have been worked.
// What programs send is accepted, and the project's figures warn of it.
func (a *Time) ForPeople() *Time { return &Time{base: a.base, doubting: true} }

// checkDay refuses an entry dated after today or long before the project's first sprint, and one with which its author would have more than 24
// hours on its day, in all projects together. The message says nothing about the other entries, since the caller may not be allowed to see them.
func (a *Time) checkDay(ctx context.Context, c *Change, e domain.TimeEntry) error {
	if !a.doubting {
		return nil
	}
	if today := a.Today(); e.LoggedAt > today {
		return domain.Invalidf("logged_at must not be after today, %s", today).At("future")
	}
	first, err := store.FirstSprintStart(ctx, c.Tx, e.ProjectID)
	if err != nil {
		return err
	}
	if first != nil && e.LoggedAt < first.AddDays(-evm.EarlyDays) {
		return domain.Invalidf("logged_at must not be more than %d days before the first sprint, which starts on %s", evm.EarlyDays, *first).At("early")
	}
	others, err := store.OtherMinutes(ctx, c.Tx, e)
	if err != nil || others+e.Minutes <= 24*60 {
		return err
	}
	return domain.Invalidf("with this entry, one person would have logged more than 24 hours on %s", e.LoggedAt).At("hours")
}
