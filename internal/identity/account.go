package identity

import (
	"context"
	"time"

	"earnest/internal/auth"
	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/identity/store"
	workstore "earnest/internal/work/store"
)

// NewUser describes a user to be created.
type NewUser struct {
	Email        string
	Firstname    string
	Lastname     string
	PasswordHash *string
	Plan         domain.Plan
	Admin        bool
	By           domain.Caller // who is adding them; empty for the operator at the command line
	Invite       bool          // give them a one-time link for setting a password
}

// CreateUser adds a user with an account of their own and returns the user's id, and the invitation's token if there is one. The
// user and the invitation are stored together or not at all. It returns Conflict if the email is taken.
func (a *Accounts) CreateUser(ctx context.Context, n NewUser) (id int64, token auth.Token, err error) {
	if n.Invite {
		token = auth.NewToken(invitationPrefix)
	}
	id, err = db.Write(ctx, a.DB, func(tx *db.Tx) (int64, error) {
		now := a.Now()
		id, err := a.AddNoted(ctx, tx, n)
		if err != nil || !n.Invite {
			return id, err
		}
		hash := token.Hash()
		return id, store.InsertInvitation(ctx, tx, id, hash[:], now, now.AddDate(0, 0, invitationDays))
	})
	return id, token, err
}

// AddNoted adds a user and records this in the instance's log.
func (a *base) AddNoted(ctx context.Context, tx *db.Tx, n NewUser) (int64, error) {
	id, err := addUser(ctx, tx, n, a.Now())
	if err != nil {
		return 0, err
	}
	return id, a.NoteNewUser(ctx, tx, n.By, id)
}

// selfRegister adds a user who signed up on their own, and records this.
func (a *base) selfRegister(ctx context.Context, tx *db.Tx, n NewUser) (int64, error) {
	id, err := addUser(ctx, tx, n, a.Now())
	if err != nil {
		return 0, err
	}
	return id, a.NoteNewUser(ctx, tx, domain.Caller{UserID: id}, id)
}

func addUser(ctx context.Context, tx *db.Tx, n NewUser, now time.Time) (int64, error) {
	if _, err := store.UserByEmail(ctx, tx, n.Email); domain.KindOf(err) != domain.NotFound {
		if err == nil {
			err = taken(n.Email)
		}
		return 0, err
	}
	id, err := store.InsertUser(ctx, tx, domain.User{
		UUID:         db.NewUUID(),
		Email:        n.Email,
		Firstname:    n.Firstname,
		Lastname:     n.Lastname,
		PasswordHash: n.PasswordHash,
		IsAdmin:      n.Admin,
		Account:      domain.Account{Plan: n.Plan, Active: true, SubscribedAt: now},
		CreatedAt:    now,
		UpdatedAt:    now,
	})
	if db.IsUnique(err) { // a concurrent request was faster
		err = taken(n.Email)
	}
	return id, err
}

func taken(email string) error {
	return domain.Errorf(domain.Conflict, "there is a user with the email %s already", email).At("email")
}

// IsEmpty reports whether the database has no users yet.
func (a *Accounts) IsEmpty(ctx context.Context) (bool, error) {
	return db.Read(ctx, a.DB, func(tx *db.Tx) (bool, error) {
		some, err := store.HasUsers(ctx, tx)
		return !some, err
	})
}

// AccountPatch holds the fields of an account that an operator may change.
type AccountPatch struct {
	Plan         domain.Opt[domain.Plan]
	Active       domain.Opt[bool]
	SubscribedAt domain.Opt[time.Time]
}

// UpdateAccount changes the account of the user with that email, for the operator at the command line. The change takes effect
// from the next request on.
func (a *Accounts) UpdateAccount(ctx context.Context, email string, p AccountPatch) (domain.Account, error) {
	return db.Write(ctx, a.DB, func(tx *db.Tx) (domain.Account, error) {
		user, err := store.UserByEmail(ctx, tx, email)
		if err != nil {
			return domain.Account{}, err
		}
		if user.Account, err = store.LockAccount(ctx, tx, user.Account.ID); err != nil {
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

// saveAccount stores a user's account. A deactivated user permanently loses the private addresses of their calendars.
func (a *base) saveAccount(ctx context.Context, tx *db.Tx, user domain.User) error {
	if err := store.UpdateAccount(ctx, tx, user.Account, a.Now()); err != nil || user.Account.Active {
		return err
	}
	return workstore.EndCalendars(ctx, tx, user.ID)
}
