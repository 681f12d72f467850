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
	Code     string // from an authenticator app, or a recovery code; empty if none was given
	Visit    admit.Visit
}

// SignIn signs in a user who gives the right password and, if they have a second factor, a code; CodeNeeded means that the code
// is missing. An unknown account, an account without a password and a wrong password all get the same response after the same
// time; only someone who knows the password learns that an account is inactive. A TooManyTries error reports how long to wait.
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
