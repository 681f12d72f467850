package app

import (
	"context"

	"earnest/internal/domain"
	"earnest/internal/store"
)

// mostListed is how many open invitations of each kind administrators see.
const mostListed = 500

// cancelledWord says in the log that a link of a new user was taken back.
const cancelledWord = "invitation cancelled"

// OpenInvitations are the invitations on the instance that nobody used yet, the latest first.
type OpenInvitations struct {
	Accounts []domain.InvitedAccount
	Members  []domain.InvitedMember
}

// OpenInvitations lists unused invitations for an administrator of the instance.
func (a *App) OpenInvitations(ctx context.Context) (OpenInvitations, error) {
	return read(ctx, a, func(tx *store.Tx) (OpenInvitations, error) {
		accounts, err := tx.InvitedAccounts(ctx, mostListed)
		if err != nil {
			return OpenInvitations{}, err
		}
		members, err := tx.InvitedMembers(ctx, mostListed)
		return OpenInvitations{Accounts: accounts, Members: members}, err
	})
}

// CancelLink ends the unused invitation link of a user, for an administrator of the instance. One statement settles a race with
// somebody who uses it.
func (a *App) CancelLink(ctx context.Context, caller domain.Caller, userID int64) error {
	return a.store.Write(ctx, func(tx *store.Tx) error {
		user, err := tx.UserByID(ctx, userID)
		if err != nil {
			return err
		}
		ended, err := tx.EndInvitationsFor(ctx, userID, a.clock())
		if err == nil && !ended {
			err = domain.Errorf(domain.NotFound, "this user has no invitation link that could be cancelled")
		}
		if err != nil {
			return err
		}
		return a.note(ctx, tx, caller, domain.Change{Noun: accountNoun, NounUUID: user.UUID, What: cancelledWord})
	})
}
