package identity

import (
	"context"

	"earnest/internal/auth"
	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/identity/store"
)

// ChangePassword changes the password of a signed-in user who knows the current one (in.Password). It ends every session but the
// one it returns, and invalidates open links; the second factor stays.
func (a *Accounts) ChangePassword(ctx context.Context, s Session, in Proof, password string) (Session, error) {
	p, err := a.prove(ctx, s, in, false)
	if err != nil {
		return Session{}, err
	}
	hash, err := a.hashPassword(ctx, password)
	if err != nil {
		return Session{}, err
	}
	resealed, err := a.reseal(ctx, p, in.Password, password)
	if err != nil {
		return Session{}, err
	}
	token := auth.NewToken(auth.SessionPrefix)
	return db.Write(ctx, a.DB, func(tx *db.Tx) (Session, error) {
		if err := a.replacePassword(ctx, tx, p, hash, resealed); err != nil {
			return Session{}, err
		}
		return a.startSession(ctx, tx, s.User.ID, token, in.Visit)
	})
}

// reseal returns the secret of the second factor, sealed with the new password, or nil if there is no second factor.
func (a *base) reseal(ctx context.Context, p proof, from, to string) ([]byte, error) {
	if p.factor == nil {
		return nil, nil
	}
	secret, err := a.passwords.Open(ctx, from, p.factor.Sealed)
	if err != nil {
		return nil, err
	}
	return a.passwords.Seal(ctx, to, secret)
}

func (a *base) replacePassword(ctx context.Context, tx *db.Tx, p proof, hash string, resealed []byte) error {
	if err := p.confirmPassword(ctx, tx); err != nil {
		return err
	}
	now := a.Now()
	if err := store.SetPassword(ctx, tx, p.user.ID, hash, now); err != nil {
		return err
	}
	if err := a.keepFactor(ctx, tx, p, resealed); err != nil {
		return err
	}
	if err := store.EndInvitations(ctx, tx, p.user.ID, now); err != nil {
		return err
	}
	if err := store.DeleteSessions(ctx, tx, p.user.ID); err != nil {
		return err
	}
	return a.notePassword(ctx, tx, p.user)
}

// keepFactor stores the resealed secret. An unconfirmed factor is removed, since it is sealed with the old password.
func (a *base) keepFactor(ctx context.Context, tx *db.Tx, p proof, resealed []byte) error {
	if resealed == nil {
		if err := confirmNoFactor(ctx, tx, p.user.ID); err != nil {
			return domain.Wrap(domain.Conflict, err, "a second factor was set up at the same moment; try again")
		}
		return store.DeleteFactor(ctx, tx, p.user.ID)
	}
	return store.ResealFactor(ctx, tx, p.user.ID, resealed)
}
