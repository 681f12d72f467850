package app

import (
	"context"

	"earnest/internal/auth"
	"earnest/internal/domain"
	"earnest/internal/store"
)

// InviteUser adds a user with a link, and gives them as administrators see them.
func (a *App) InviteUser(ctx context.Context, n NewUser) (UserInfo, auth.Token, error) {
	made, err := a.AddUserWithInvitation(ctx, n)
	if err != nil {
		return UserInfo{}, made.Token, err
	}
	user, err := read(ctx, a, func(tx *store.Tx) (UserInfo, error) { return a.readUser(ctx, tx, made.UserID) })
	return user, made.Token, err
}

// Reset is a one-time link for somebody who cannot get in.
type Reset struct {
	User  domain.User
	Token auth.Token
}

// ResetUser gives a link with which a user sets another password, in place of earlier links, and signs them out
// everywhere. Until it is used the old password works. clearFactor takes their second factor away at once, for who
// lost it but knows the password; using the link ends it in any case.
func (a *App) ResetUser(ctx context.Context, caller domain.Caller, userID int64, clearFactor bool) (Reset, error) {
	return a.reset(ctx, caller, clearFactor, func(tx *store.Tx) (domain.User, error) { return tx.UserByID(ctx, userID) })
}

// ResetUserByEmail is ResetUser for the command line.
func (a *App) ResetUserByEmail(ctx context.Context, email string, clearFactor bool) (Reset, error) {
	return a.reset(ctx, domain.Caller{}, clearFactor, func(tx *store.Tx) (domain.User, error) { return tx.UserByEmail(ctx, email) })
}

func (a *App) reset(
	ctx context.Context, caller domain.Caller, clearFactor bool, find func(*store.Tx) (domain.User, error),
) (Reset, error) {
	token := auth.NewToken(invitationPrefix)
	return write(ctx, a, func(tx *store.Tx) (Reset, error) {
		user, err := find(tx)
		if err != nil {
			return Reset{}, err
		}
		if user, err = tx.LockUser(ctx, user.ID); err != nil {
			return Reset{}, err
		}
		if clearFactor {
			if err := a.clearFactor(ctx, tx, caller, user); err != nil {
				return Reset{}, err
			}
		}
		if err := a.note(ctx, tx, caller, domain.Change{Noun: accountNoun, NounUUID: user.UUID, What: resetWord}); err != nil {
			return Reset{}, err
		}
		return Reset{user, token}, a.replaceLink(ctx, tx, user, token)
	})
}

// clearFactor takes the second factor of a user away, and notes it if it was in force.
func (a *App) clearFactor(ctx context.Context, tx *store.Tx, caller domain.Caller, user domain.User) error {
	factor, err := factorInForce(ctx, tx, user.ID)
	if err != nil {
		return err
	}
	if err := tx.DeleteFactor(ctx, user.ID); err != nil || factor == nil {
		return err
	}
	return a.noteFactor(ctx, tx, caller, user, false)
}

// replaceLink ends the sessions, calendar addresses and links of a user and stores a new link: who never had a password is invited anew.
func (a *App) replaceLink(ctx context.Context, tx *store.Tx, user domain.User, token auth.Token) error {
	now := a.clock()
	if err := tx.EndInvitations(ctx, user.ID, now); err != nil {
		return err
	}
	if err := shutOut(ctx, tx, user.ID); err != nil {
		return err
	}
	purpose, expires := domain.ForReset, now.Add(resetTime)
	if user.PasswordHash == nil {
		purpose, expires = domain.ForInvitation, now.AddDate(0, 0, invitationDays)
	}
	hash := token.Hash()
	return tx.InsertInvitationFor(ctx, user.ID, purpose, hash[:], now, expires)
}
