package app

import (
	"context"

	"earnest/internal/auth"
	"earnest/internal/domain"
	"earnest/internal/store"
)

// setupPrefix begins the token with which the first administrator is set up.
const setupPrefix = "set_"

// NewSetupToken makes a token with which the first administrator can be set up; ok is false when there is a user
// already. The tokens of several nodes work side by side, on any of them, until the first is used.
func (a *App) NewSetupToken(ctx context.Context) (token auth.Token, ok bool, err error) {
	token = auth.NewToken(setupPrefix)
	hash := token.Hash()
	ok, err = write(ctx, a, func(tx *store.Tx) (bool, error) {
		if some, err := tx.HasUsers(ctx); err != nil || some {
			return false, err
		}
		return true, tx.InsertSetupToken(ctx, hash[:], a.clock())
	})
	return token, ok, err
}

// Setup is the first administrator and what entitles them.
type Setup struct {
	Token     string
	Email     string
	Firstname string
	Lastname  string
	Password  string
	Visit     Visit
}

// SetUp makes the first administrator and signs them in. It works once, and only while there is no user.
func (a *App) SetUp(ctx context.Context, in Setup) (Session, error) {
	token, ok := auth.ParseToken(setupPrefix, in.Token)
	if !ok {
		return Session{}, errSetupToken()
	}
	tokenHash := token.Hash()
	if err := a.store.Read(ctx, func(tx *store.Tx) error { return checkSetup(ctx, tx, tokenHash[:]) }); err != nil {
		return Session{}, err
	}
	hash, err := a.hashPassword(ctx, in.Password)
	if err != nil {
		return Session{}, err
	}
	admin := NewUser{
		Email:        in.Email,
		Firstname:    in.Firstname,
		Lastname:     in.Lastname,
		PasswordHash: &hash,
		Plan:         domain.Business,
		Admin:        true,
	}
	session := auth.NewToken(sessionPrefix)
	return write(ctx, a, func(tx *store.Tx) (Session, error) {
		if err := useSetup(ctx, tx, tokenHash[:]); err != nil {
			return Session{}, err
		}
		id, err := a.addThemselves(ctx, tx, admin)
		if err != nil {
			return Session{}, err
		}
		return a.startSession(ctx, tx, id, session, in.Visit)
	})
}

// useSetup takes the tokens away, so that of several who try at once one remains; the others then find a user.
func useSetup(ctx context.Context, tx *store.Tx, tokenHash []byte) error {
	used, err := tx.UseSetupTokens(ctx, tokenHash)
	if err != nil {
		return err
	}
	if err := checkNobody(ctx, tx); err != nil {
		return err
	}
	if !used {
		return errSetupToken()
	}
	return nil
}

func checkSetup(ctx context.Context, tx *store.Tx, tokenHash []byte) error {
	if err := checkNobody(ctx, tx); err != nil {
		return err
	}
	good, err := tx.HasSetupToken(ctx, tokenHash)
	if err == nil && !good {
		err = errSetupToken()
	}
	return err
}

func checkNobody(ctx context.Context, tx *store.Tx) error {
	some, err := tx.HasUsers(ctx)
	if err == nil && some {
		err = domain.Errorf(domain.Forbidden, "this instance is set up already; sign in instead")
	}
	return err
}

func errSetupToken() error {
	return domain.Errorf(domain.Forbidden, "this is not the token that the server printed when it started").At("token")
}
