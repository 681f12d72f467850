package identity

import (
	"context"

	"earnest/internal/admit"
	"earnest/internal/auth"
	"earnest/internal/db"
)

// SignIn holds the credentials for signing in.
type SignIn struct {
	Email    string
	Password string
	Code     string // from an app, or a recovery code; empty: none
	Visit    admit.Visit
}

// SignIn signs in a user who knows the password and, with a second factor, has a code: CodeNeeded asks for it. An unknown
// account, one without a password and a wrong password get the same answer after the same time; only someone who knows the
// password learns that the account is inactive. TooManyTries says how long to wait.
func (a *Sessions) SignIn(ctx context.Context, in SignIn) (Session, error) {
	t, err := a.beginTry(ctx, in.Email, in.Visit)
	if err != nil {
		return Session{}, err
	}
	s, err := a.signIn(ctx, in, t)
	if err != nil {
		a.settle(ctx, t, err)
	}
	return s, err
}

func (a *base) signIn(ctx context.Context, in SignIn, t try) (Session, error) {
	p, err := a.findPerson(ctx, in.Email)
	if err != nil {
		return Session{}, err
	}
	if err := a.checkPassword(ctx, p, in.Password); err != nil {
		return Session{}, err
	}
	if !p.user.Account.Active {
		return Session{}, errInactive()
	}
	if p, err = a.checkCode(ctx, p, in.Password, in.Code); err != nil {
		return Session{}, err
	}
	token := auth.NewToken(auth.SessionPrefix)
	return db.Write(ctx, a.DB, func(tx *db.Tx) (Session, error) {
		if err := p.confirm(ctx, tx, a.Now()); err != nil {
			return Session{}, err
		}
		if err := t.good(ctx, tx); err != nil {
			return Session{}, err
		}
		return a.startSession(ctx, tx, p.user.ID, token, in.Visit)
	})
}
