package identity

import (
	"context"

	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/identity/store"
)

// mostListed is the maximum number of open invitations of each kind that administrators see.
const mostListed = 500

// cancelledWord is the log's word for the cancellation of a new user's link.
const cancelledWord = "invitation cancelled"

// OpenInvitations holds the unused invitations on the instance, newest first.
type OpenInvitations struct {
	Accounts []domain.InvitedAccount
	Members  []domain.InvitedMember
}

// OpenInvitations lists unused invitations for an administrator of the instance.
func (a *Accounts) OpenInvitations(ctx context.Context) (OpenInvitations, error) {
	return db.Read(ctx, a.DB, func(tx *db.Tx) (OpenInvitations, error) {
		accounts, err := store.InvitedAccounts(ctx, tx, mostListed)
		if err != nil {
			return OpenInvitations{}, err
		}
		members, err := store.InvitedMembers(ctx, tx, mostListed)
		return OpenInvitations{Accounts: accounts, Members: members}, err
	})
}

// CancelLink invalidates the unused invitation link of a user, for an administrator of the instance. A single statement does
// this, so that a user who follows the link at the same moment either succeeds or finds it invalid.
func (a *Accounts) CancelLink(ctx context.Context, caller domain.Caller, userID int64) error {
	return a.DB.Write(ctx, func(tx *db.Tx) error {
		user, err := store.UserByID(ctx, tx, userID)
		if err != nil {
			return err
		}
		ended, err := store.EndInvitationsFor(ctx, tx, userID, a.Now())
		if err == nil && !ended {
			err = domain.Errorf(domain.NotFound, "this user has no invitation link that could be cancelled")
		}
		if err != nil {
			return err
		}
		return a.Note(ctx, tx, caller, domain.Change{Noun: accountNoun, NounUUID: user.UUID, What: cancelledWord})
	})
}
