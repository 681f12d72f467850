package app

import (
	"context"
	"time"

	"earnest/internal/auth"
	"earnest/internal/domain"
	"earnest/internal/store"
)

// NewUser is what a user is made of.
type NewUser struct {
	Email        string
	Firstname    string
	Lastname     string
	PasswordHash *string
	Plan         domain.Plan
	Admin        bool
	By           domain.Caller // who adds them; nobody: the operator at the command line
}

// AddUser adds a user with an account of their own and gives the user's id. An email that is taken is
// refused.
func (a *App) AddUser(ctx context.Context, n NewUser) (int64, error) {
	return write(ctx, a, func(tx *store.Tx) (int64, error) { return a.addNoted(ctx, tx, n) })
}

// addNoted adds a user and notes it in the log of the instance.
func (a *App) addNoted(ctx context.Context, tx *store.Tx, n NewUser) (int64, error) {
	id, err := addUser(ctx, tx, n, a.clock())
	if err != nil {
		return 0, err
	}
	return id, a.noteNewUser(ctx, tx, n.By, id)
}

// addThemselves adds a user who comes by themselves, and notes it.
func (a *App) addThemselves(ctx context.Context, tx *store.Tx, n NewUser) (int64, error) {
	id, err := addUser(ctx, tx, n, a.clock())
	if err != nil {
		return 0, err
	}
	return id, a.noteNewUser(ctx, tx, domain.Caller{UserID: id}, id)
}

// Invited is a new user and the one-time token with which they can set a password.
type Invited struct {
	UserID int64
	Token  auth.Token
}

// AddUserWithInvitation adds a user and invites them: both or neither.
func (a *App) AddUserWithInvitation(ctx context.Context, n NewUser) (Invited, error) {
	token := auth.NewToken(invitationPrefix)
	hash := token.Hash()
	return write(ctx, a, func(tx *store.Tx) (Invited, error) {
		now := a.clock()
		id, err := a.addNoted(ctx, tx, n)
		if err != nil {
			return Invited{}, err
		}
		return Invited{id, token}, tx.InsertInvitation(ctx, id, hash[:], now, now.AddDate(0, 0, invitationDays))
	})
}

func addUser(ctx context.Context, tx *store.Tx, n NewUser, now time.Time) (int64, error) {
	if _, err := tx.UserByEmail(ctx, n.Email); domain.KindOf(err) != domain.NotFound {
		if err == nil {
			err = taken(n.Email)
		}
		return 0, err
	}
	id, err := tx.InsertUser(ctx, domain.User{
		UUID:         newUUID(),
		Email:        n.Email,
		Firstname:    n.Firstname,
		Lastname:     n.Lastname,
		PasswordHash: n.PasswordHash,
		IsAdmin:      n.Admin,
		Account:      domain.Account{Plan: n.Plan, Active: true, SubscribedAt: now},
		CreatedAt:    now,
		UpdatedAt:    now,
	})
	if store.IsTaken(err) { // by somebody who was faster
		err = taken(n.Email)
	}
	return id, err
}

func taken(email string) error {
	return domain.Errorf(domain.Conflict, "there is a user with the email %s already", email).At("email")
}

// IsEmpty tells whether nobody is in the database yet.
func (a *App) IsEmpty(ctx context.Context) (bool, error) {
	return read(ctx, a, func(tx *store.Tx) (bool, error) {
		some, err := tx.HasUsers(ctx)
		return !some, err
	})
}

// AccountPatch is what an operator may change of an account.
type AccountPatch struct {
	Plan         domain.Opt[domain.Plan]
	Active       domain.Opt[bool]
	SubscribedAt domain.Opt[time.Time]
}

// UpdateAccount changes the account of the user of that email, for the operator at the command line. It holds from the
// next request on.
func (a *App) UpdateAccount(ctx context.Context, email string, p AccountPatch) (domain.Account, error) {
	return write(ctx, a, func(tx *store.Tx) (domain.Account, error) {
		user, err := tx.UserByEmail(ctx, email)
		if err != nil {
			return domain.Account{}, err
		}
		if user.Account, err = tx.LockAccount(ctx, user.Account.ID); err != nil {
			return user.Account, err
		}
		before := user
		p.Plan.Apply(&user.Account.Plan)
		p.Active.Apply(&user.Account.Active)
		p.SubscribedAt.Apply(&user.Account.SubscribedAt)
		if err := a.noteAccount(ctx, tx, domain.Caller{}, before, user); err != nil {
			return user.Account, err
		}
		return user.Account, a.saveAccount(ctx, tx, user)
	})
}

// saveAccount stores the account of a user. Who is shut out loses the private addresses of their calendars for good.
func (a *App) saveAccount(ctx context.Context, tx *store.Tx, user domain.User) error {
	if err := tx.UpdateAccount(ctx, user.Account, a.clock()); err != nil || user.Account.Active {
		return err
	}
	return tx.EndCalendars(ctx, user.ID)
}
