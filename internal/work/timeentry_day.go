package work

import (
	"context"

	"earnest/internal/domain"
	"earnest/internal/work/store"
)

// ForPeople returns the service as people use it who enter their time on a page: it refuses time that brings a person's day to more than 24
// hours. What programs send is accepted, and the project's figures warn of it.
func (a *Time) ForPeople() *Time { return &Time{base: a.base, within24: true} }

// checkDay refuses an entry with which its author would have more than 24 hours on its day, in all projects together. The message says nothing
// about the other entries, since the caller may not be allowed to see them.
func (a *Time) checkDay(ctx context.Context, c *Change, e domain.TimeEntry) error {
	if !a.within24 {
		return nil
	}
	others, err := store.OtherMinutes(ctx, c.Tx, e)
	if err != nil || others+e.Minutes <= 24*60 {
		return err
	}
	return domain.Invalidf("with this entry, one person would have logged more than 24 hours on %s", e.LoggedAt).At("hours")
}
