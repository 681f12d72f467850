package identity

import (
	"context"

	"earnest/internal/auth"
	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/identity/store"
)

// User returns a user as administrators see them.
func (a *Accounts) User(ctx context.Context, userID int64) (UserInfo, error) {
	return db.Read(ctx, a.DB, func(tx *db.Tx) (UserInfo, error) { return a.readUser(ctx, tx, userID) })
}

// Reset is a one-time link for someone who cannot sign in.
type Reset struct {
	User  domain.User
	Token auth.Token
}

// ResetUser creates a link with which a user can set a new password. It replaces earlier links and signs the user out
// everywhere. The old password works until the link is used. clearFactor removes their second factor immediately, for a user who
// has lost it but knows the password; using the link removes it in any case.
func (a *Accounts) ResetUser(ctx context.Context, caller domain.Caller, userID int64, clearFactor bool) (Reset, error) {
	return a.reset(ctx, caller, clearFactor, func(tx *db.Tx) (domain.User, error) { return store.UserByID(ctx, tx, userID) })
}

// ResetUserByEmail is like ResetUser, but for the operator at the command line.
func (a *Accounts) ResetUserByEmail(ctx context.Context, email string, clearFactor bool) (Reset, error) {
	return a.reset(ctx, domain.Caller{}, clearFactor, func(tx *db.Tx) (domain.User, error) { return store.UserByEmail(ctx, tx, email) })
}

func (a *base) reset(
	ctx context.Context, caller domain.Caller, clearFactor bool, find func(*db.Tx) (domain.User, error),
) (Reset, error) {
	token := auth.NewToken(invitationPrefix)
	return db.Write(ctx, a.DB, func(tx *db.Tx) (Reset, error) {
		user, err := find(tx)
		if err != nil {
			return Reset{}, err
		}
		if user, err = store.LockUser(ctx, tx, user.ID); err != nil {
			return Reset{}, err
		}
		if clearFactor {
			if err := a.clearFactor(ctx, tx, caller, user); err != nil {
				return Reset{}, err
			}
		}
		if err := a.Note(ctx, tx, caller, domain.Change{Noun: accountNoun, NounUUID: user.UUID, What: resetWord}); err != nil {
			return Reset{}, err
		}
		return Reset{user, token}, a.replaceLink(ctx, tx, user, token)
	})
}

// clearFactor removes a user's second factor, and logs the removal if the factor was active.
func (a *base) clearFactor(ctx context.Context, tx *db.Tx, caller domain.Caller, user domain.User) error {
	factor, err := factorInForce(ctx, tx, user.ID)
	if err != nil {
		return err
	}
	if err := store.DeleteFactor(ctx, tx, user.ID); err != nil || factor == nil {
		return err
	}
	return a.noteFactor(ctx, tx, caller, user, false)
}

// replaceLink ends a user's sessions, invalidates their calendar addresses and links, and stores a new link. A user who never
// had a password gets another invitation instead of a reset link.
func (a *base) replaceLink(ctx context.Context, tx *db.Tx, user domain.User, token auth.Token) error {
	now := a.Now()
	if err := store.EndInvitations(ctx, tx, user.ID, now); err != nil {
		return err
	}
	if err := revokeAccess(ctx, tx, user.ID); err != nil {
		return err
	}
	purpose, expires := domain.ForReset, now.Add(resetTime)
	if user.PasswordHash == nil {
		purpose, expires = domain.ForInvitation, now.AddDate(0, 0, invitationDays)
	}
	hash := token.Hash()
	return store.InsertInvitationFor(ctx, tx, user.ID, purpose, hash[:], now, expires)
}
