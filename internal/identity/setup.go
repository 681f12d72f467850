package identity

import (
	"context"

	"earnest/internal/admit"
	"earnest/internal/auth"
	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/identity/store"
	"earnest/internal/work"
)

// setupPrefix is the prefix of the token for setting up the first administrator.
const setupPrefix = "set_"

// NewSetupToken returns a token for setting up the first administrator; ok is false if there is already a user. Each node issues
// its own token, and all of them are valid on every node until one is used.
func (a *Accounts) NewSetupToken(ctx context.Context) (token auth.Token, ok bool, err error) {
	token = auth.NewToken(setupPrefix)
	hash := token.Hash()
	ok, err = db.Write(ctx, a.DB, func(tx *db.Tx) (bool, error) {
		if some, err := store.HasUsers(ctx, tx); err != nil || some {
			return false, err
		}
		return true, store.InsertSetupToken(ctx, tx, hash[:], a.Now())
	})
	return token, ok, err
}

// Setup describes the first administrator and the instance, and holds the token that authorises setting them up.
type Setup struct {
	Token     string
	Email     string
	Firstname string
	Lastname  string
	Password  string
	Currency  *string // of new projects; nil: none
	Visit     admit.Visit
}

// SetUp creates the first administrator, sets the currency of new projects and signs the administrator in. It works once, and only while there is no user.
func (a *Accounts) SetUp(ctx context.Context, in Setup) (Session, error) {
	token, ok := auth.ParseToken(setupPrefix, in.Token)
	if !ok {
		return Session{}, errSetupToken()
	}
	tokenHash := token.Hash()
	if err := a.DB.Read(ctx, func(tx *db.Tx) error { return checkSetup(ctx, tx, tokenHash[:]) }); err != nil {
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
	session := auth.NewToken(auth.SessionPrefix)
	return db.Write(ctx, a.DB, func(tx *db.Tx) (Session, error) {
		if err := useSetup(ctx, tx, tokenHash[:]); err != nil {
			return Session{}, err
		}
		id, err := a.selfRegister(ctx, tx, admin)
		if err != nil {
			return Session{}, err
		}
		if err := work.SetDefaultCurrency(ctx, tx, a.Instance, domain.Caller{UserID: id}, in.Currency); err != nil {
			return Session{}, err
		}
		return a.startSession(ctx, tx, id, session, in.Visit)
	})
}

// useSetup deletes the tokens, so that only one of several concurrent attempts succeeds; the others then find a user.
func useSetup(ctx context.Context, tx *db.Tx, tokenHash []byte) error {
	used, err := store.UseSetupTokens(ctx, tx, tokenHash)
	if err != nil {
		return err
	}
	if err := checkNoUsers(ctx, tx); err != nil {
		return err
	}
	if !used {
		return errSetupToken()
	}
	return nil
}

func checkSetup(ctx context.Context, tx *db.Tx, tokenHash []byte) error {
	if err := checkNoUsers(ctx, tx); err != nil {
		return err
	}
	good, err := store.HasSetupToken(ctx, tx, tokenHash)
	if err == nil && !good {
		err = errSetupToken()
	}
	return err
}

func checkNoUsers(ctx context.Context, tx *db.Tx) error {
	some, err := store.HasUsers(ctx, tx)
	if err == nil && some {
		err = domain.Errorf(domain.Forbidden, "this instance is set up already; sign in instead")
	}
	return err
}

func errSetupToken() error {
	return domain.Errorf(domain.Forbidden, "this is not the token that the server printed when it started").At("token")
}
