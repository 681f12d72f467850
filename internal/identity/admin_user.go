package identity

import (
	"context"

	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/identity/store"
)

// UserInfo is a user as administrators see them.
type UserInfo struct {
	store.UserRow

	APIAccess bool // the plan or the start date gives API access
	Kept      bool // only the start date does
	Early     bool // the start date precedes the plan grid
}

// UserList is one page of the matching people, sorted by name.
type UserList struct {
	Users     []UserInfo
	Total     int // number of matches
	Everybody int
	Admins    int // administrators who can sign in
	Grid      domain.PlanGrid
}

// Users lists people for an administrator of the instance.
func (a *Accounts) Users(ctx context.Context, f domain.UserFilter) (UserList, error) {
	return db.Read(ctx, a.DB, func(tx *db.Tx) (UserList, error) {
		out := UserList{Grid: a.admission.Grid}
		rows, err := store.UserRows(ctx, tx, f, out.Grid, a.Now())
		if err != nil {
			return out, err
		}
		for _, row := range rows {
			out.Users = append(out.Users, a.userInfo(row))
		}
		counts, err := store.CountUsers(ctx, tx, f, out.Grid)
		out.Total, out.Everybody, out.Admins = counts.Matches, counts.Everybody, counts.Admins
		return out, err
	})
}

func (a *base) userInfo(row store.UserRow) UserInfo {
	grid := a.admission.Grid
	early := grid.Precedes(row.Account)
	return UserInfo{
		UserRow:   row,
		APIAccess: grid.OpensAPI(row.Account),
		Early:     early,
		Kept:      early && !grid.Includes(row.Account.Plan),
	}
}

// UserPatch holds the fields of a person that an administrator may change.
type UserPatch struct {
	AccountPatch

	IsAdmin domain.Opt[bool]
}

// UpdateUser changes a person's account, for an administrator of the instance. The change takes effect from the next request on.
// At least one administrator who can sign in always remains.
func (a *Accounts) UpdateUser(ctx context.Context, caller domain.Caller, userID int64, p UserPatch) (UserInfo, error) {
	return db.Write(ctx, a.DB, func(tx *db.Tx) (UserInfo, error) {
		if err := store.LockAdministrators(ctx, tx); err != nil {
			return UserInfo{}, err
		}
		user, err := store.LockUser(ctx, tx, userID)
		if err != nil {
			return UserInfo{}, err
		}
		if user.Account, err = store.LockAccount(ctx, tx, user.Account.ID); err != nil {
			return UserInfo{}, err
		}
		if err := a.saveUser(ctx, tx, caller, user, p); err != nil {
			return UserInfo{}, err
		}
		return a.readUser(ctx, tx, userID)
	})
}

func (a *base) saveUser(ctx context.Context, tx *db.Tx, caller domain.Caller, before domain.User, p UserPatch) error {
	user, now := before, a.Now()
	p.Plan.Apply(&user.Account.Plan)
	p.Active.Apply(&user.Account.Active)
	p.SubscribedAt.Apply(&user.Account.SubscribedAt)
	p.IsAdmin.Apply(&user.IsAdmin)
	if user == before {
		return nil
	}
	if err := a.saveAccount(ctx, tx, user); err != nil {
		return err
	}
	if err := store.SetAdministrator(ctx, tx, user.ID, user.IsAdmin, now); err != nil {
		return err
	}
	if err := keepAdministrator(ctx, tx, before, user); err != nil {
		return err
	}
	return a.noteAccount(ctx, tx, caller, before, user)
}

// keepAdministrator refuses to leave the instance without an administrator who can sign in.
func keepAdministrator(ctx context.Context, tx *db.Tx, before, after domain.User) error {
	if !before.IsAdmin || !before.Account.Active || after.IsAdmin && after.Account.Active {
		return nil
	}
	left, err := store.CountAdministrators(ctx, tx)
	if err != nil || left > 0 {
		return err
	}
	field := "active"
	if !after.IsAdmin {
		field = "is_admin"
	}
	return domain.Errorf(domain.Conflict, "%s is the last administrator who can sign in; make somebody else one first",
		domain.FullName(after.Firstname, after.Lastname)).At(field)
}

// readUser returns one person as administrators see them.
func (a *base) readUser(ctx context.Context, tx *db.Tx, userID int64) (UserInfo, error) {
	row, err := store.ReadUserRow(ctx, tx, userID, a.Now())
	return a.userInfo(row), err
}
