package app

import (
	"context"
	"strconv"

	"earnest/internal/domain"
	"earnest/internal/store"
)

// instanceLog is where the log tells of what belongs to no project: accounts, sign-ins, keys, backups. No project has
// this id.
const instanceLog = 0

// The nouns and words of the instance's log.
const (
	accountNoun = "account"
	keyNoun     = "key" // named by the number of the key
	sessionNoun = "session"
	backupNoun  = "backup"

	resetWord   = "reset"   // a link for another password was made
	rotatedWord = "rotated" // from one prefix to another
	revokedWord = "revoked"
	sentWord    = "downloaded"
	partWord    = "partly downloaded" // the download broke off

	passwordWord = "password" // somebody set another one
	factorField  = "second_factor"
)

// note adds a row to the log of the instance.
func (a *App) note(ctx context.Context, tx *store.Tx, caller domain.Caller, row domain.Change) error {
	row.At = a.clock()
	row.UserID, row.KeyID = idOrNil(caller.UserID), idOrNil(caller.KeyID)
	return tx.InsertChange(ctx, instanceLog, row)
}

// noteAll adds several.
func (a *App) noteAll(ctx context.Context, tx *store.Tx, caller domain.Caller, rows []domain.Change) error {
	for _, row := range rows {
		if err := a.note(ctx, tx, caller, row); err != nil {
			return err
		}
	}
	return nil
}

// noteNewUser tells that somebody became a user.
func (a *App) noteNewUser(ctx context.Context, tx *store.Tx, by domain.Caller, id int64) error {
	user, err := tx.UserByID(ctx, id)
	if err != nil {
		return err
	}
	return a.note(ctx, tx, by, domain.Change{Noun: accountNoun, NounUUID: user.UUID, What: domain.Created, To: object(newUserFacts(user))})
}

// notePassword tells that somebody has another password.
func (a *App) notePassword(ctx context.Context, tx *store.Tx, user domain.User) error {
	return a.note(ctx, tx, domain.Caller{UserID: user.ID}, domain.Change{Noun: accountNoun, NounUUID: user.UUID, What: passwordWord})
}

// noteFactor tells that a second factor came into force, or ended.
func (a *App) noteFactor(ctx context.Context, tx *store.Tx, by domain.Caller, user domain.User, on bool) error {
	return a.noteAll(ctx, tx, by, differing(accountNoun, user.UUID, []fact{{factorField, !on}}, []fact{{factorField, on}}))
}

func newUserFacts(u domain.User) []fact {
	return append([]fact{{"email", u.Email}}, accountFacts(u)...)
}

func accountFacts(u domain.User) []fact {
	return []fact{
		{"plan", u.Account.Plan},
		{"active", u.Account.Active},
		{"subscribed_at", domain.Stamp(u.Account.SubscribedAt)},
		{"is_admin", u.IsAdmin},
	}
}

// noteAccount tells what of an account is not the same any more.
func (a *App) noteAccount(ctx context.Context, tx *store.Tx, caller domain.Caller, before, after domain.User) error {
	return a.noteAll(ctx, tx, caller, differing(accountNoun, after.UUID, accountFacts(before), accountFacts(after)))
}

// noteSession tells that somebody signed in, and from where.
func (a *App) noteSession(ctx context.Context, tx *store.Tx, s store.SessionRow) error {
	facts := []fact{{"address", s.Address}}
	return a.note(ctx, tx, domain.Caller{UserID: s.User.ID}, domain.Change{
		Noun: sessionNoun, NounUUID: s.User.UUID, What: domain.Created, To: object(facts),
	})
}

// keyFacts tell a key without its secret: its prefix is what people recognise it by.
func keyFacts(k domain.APIKey) []fact {
	var expires *string
	if k.ExpiresAt != nil {
		text := domain.Stamp(*k.ExpiresAt)
		expires = &text
	}
	addresses := []string{}
	for _, p := range k.AllowIPs {
		addresses = append(addresses, p.String())
	}
	return []fact{
		{"name", k.Name},
		{"prefix", k.Prefix},
		{"scopes", k.Scopes.Names()},
		{"allow_ips", addresses},
		{"expires_at", expires},
	}
}

// noteKey tells what happened to a key.
func (a *App) noteKey(ctx context.Context, tx *store.Tx, caller domain.Caller, k domain.APIKey, row domain.Change) error {
	row.Noun, row.NounUUID = keyNoun, strconv.FormatInt(k.ID, 10)
	return a.note(ctx, tx, caller, row)
}

// noteKeyChange tells what of a key is not the same any more.
func (a *App) noteKeyChange(ctx context.Context, tx *store.Tx, caller domain.Caller, before, after domain.APIKey) error {
	return a.noteAll(ctx, tx, caller, differing(keyNoun, strconv.FormatInt(after.ID, 10), keyFacts(before), keyFacts(after)))
}
