package app

import (
	"context"
	"time"

	"earnest/internal/auth"
	"earnest/internal/domain"
	"earnest/internal/store"
)

const (
	// invitationDays is how long an invitation link works, and resetTime how long a reset link.
	invitationDays = 14
	resetTime      = 24 * time.Hour
	// invitationPrefix begins the token of either.
	invitationPrefix = "inv_"
)

// InvitationLook is what a one-time link tells who holds it.
type InvitationLook struct {
	User      domain.User
	Purpose   domain.Purpose
	HasFactor bool // a second factor is in force; using the link ends it
}

func errLink() error {
	return domain.Errorf(domain.NotFound, "this link does not work: it was used, has expired or was replaced; ask an administrator for another")
}

// LookAtInvitation tells whom a one-time link is for, and uses nothing up.
func (a *App) LookAtInvitation(ctx context.Context, text string) (InvitationLook, error) {
	token, ok := auth.ParseToken(invitationPrefix, text)
	if !ok {
		return InvitationLook{}, errLink()
	}
	hash := token.Hash()
	return read(ctx, a, func(tx *store.Tx) (InvitationLook, error) {
		row, err := tx.Invitation(ctx, hash[:])
		if domain.KindOf(err) == domain.NotFound || err == nil && (row.UsedAt != nil || !a.clock().Before(row.ExpiresAt)) {
			return InvitationLook{}, errLink()
		}
		if err != nil {
			return InvitationLook{}, err
		}
		user, err := tx.UserByID(ctx, row.UserID)
		if err != nil {
			return InvitationLook{}, err
		}
		factor, err := factorInForce(ctx, tx, user.ID)
		return InvitationLook{User: user, Purpose: row.Purpose, HasFactor: factor != nil}, err
	})
}

// AcceptInvitation uses a one-time link: it sets the password, lets the user into the projects that wait for them and
// signs them in. Whatever was open before ends: sessions, other links, and the second factor, whose secret
// only the forgotten password could open.
func (a *App) AcceptInvitation(ctx context.Context, text, password string, v Visit) (Session, error) {
	look, err := a.LookAtInvitation(ctx, text)
	if err != nil {
		return Session{}, err
	}
	if !look.User.Account.Active {
		return Session{}, errInactive()
	}
	hash, err := a.hashPassword(ctx, password)
	if err != nil {
		return Session{}, err
	}
	link, _ := auth.ParseToken(invitationPrefix, text)
	linkHash, token := link.Hash(), auth.NewToken(sessionPrefix)
	return write(ctx, a, func(tx *store.Tx) (Session, error) {
		if err := a.joinInvited(ctx, tx, look.User.ID); err != nil {
			return Session{}, err
		}
		now := a.clock()
		userID, ok, err := tx.UseInvitation(ctx, linkHash[:], now)
		if err == nil && !ok {
			err = errLink()
		}
		if err != nil {
			return Session{}, err
		}
		if err := a.resetPassword(ctx, tx, look.User, hash, now); err != nil {
			return Session{}, err
		}
		return a.startSession(ctx, tx, userID, token, v)
	})
}

// resetPassword sets a password and ends all that was open under the one before.
func (a *App) resetPassword(ctx context.Context, tx *store.Tx, user domain.User, hash string, now time.Time) error {
	for _, step := range []func() error{
		func() error { return tx.SetPassword(ctx, user.ID, hash, now) },
		func() error { return tx.EndInvitations(ctx, user.ID, now) },
		func() error { return shutOut(ctx, tx, user.ID) },
		func() error { return a.clearFactor(ctx, tx, domain.Caller{UserID: user.ID}, user) },
		func() error { return a.notePassword(ctx, tx, user) },
		func() error { return tx.ForgetTries(ctx, AccountBucket(user.Email)) },
	} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// hashPassword checks a new password and gives what is stored of it.
func (a *App) hashPassword(ctx context.Context, password string) (string, error) {
	if err := auth.CheckPassword(password); err != nil {
		return "", domain.Wrap(domain.Invalid, err, "%s", err.Error()).At("password")
	}
	return a.passwords.Hash(ctx, password)
}

// joinInvited makes an invited user an active member of the projects that wait for them. The projects are locked
// before anything of the user, as every other write does it.
func (a *App) joinInvited(ctx context.Context, tx *store.Tx, userID int64) error {
	waiting, err := tx.InvitedMemberships(ctx, userID)
	if err != nil {
		return err
	}
	for _, m := range waiting {
		c, err := a.lock(ctx, tx, domain.Caller{UserID: userID}, m.Access)
		if err != nil {
			return err
		}
		joined, err := tx.ActivateMember(ctx, m.ID, c.now)
		if err != nil {
			return err
		}
		if !joined { // somebody changed or removed the membership before it was locked
			continue
		}
		before, after := []fact{{"status", domain.MemberInvited}}, []fact{{"status", domain.MemberActive}}
		if _, err := c.updated(ctx, "member", m.UUID, before, after); err != nil {
			return err
		}
	}
	return nil
}
