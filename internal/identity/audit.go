package identity

import (
	"context"
	"strconv"

	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/identity/store"
	"earnest/internal/work"
	workstore "earnest/internal/work/store"
)

// The nouns and words used in the instance's log.
const (
	accountNoun = "account"
	BackupNoun  = "backup"

	resetWord   = "reset"   // a link for a new password was created
	rotatedWord = "rotated" // a key was replaced; From and To are the two prefixes
	revokedWord = "revoked"
	SentWord    = "downloaded"
	PartWord    = "partly downloaded" // the download was interrupted

	passwordWord = "password" // the password was changed
	factorField  = "second_factor"
)

// Note adds a row to the instance's log.
func (a *base) Note(ctx context.Context, tx *db.Tx, caller domain.Caller, row domain.Change) error {
	row.At = a.Now()
	row.UserID, row.KeyID = work.IDOrNil(caller.UserID), work.IDOrNil(caller.KeyID)
	return workstore.InsertChange(ctx, tx, work.InstanceLog, row)
}

// noteAll adds several rows.
func (a *base) noteAll(ctx context.Context, tx *db.Tx, caller domain.Caller, rows []domain.Change) error {
	for _, row := range rows {
		if err := a.Note(ctx, tx, caller, row); err != nil {
			return err
		}
	}
	return nil
}

// NoteNewUser records a new user.
func (a *base) NoteNewUser(ctx context.Context, tx *db.Tx, by domain.Caller, id int64) error {
	user, err := store.UserByID(ctx, tx, id)
	if err != nil {
		return err
	}
	return a.Note(ctx, tx, by, domain.Change{Noun: accountNoun, NounUUID: user.UUID, What: domain.Created, To: work.Object(newUserFacts(user))})
}

// notePassword records a password change.
func (a *base) notePassword(ctx context.Context, tx *db.Tx, user domain.User) error {
	return a.Note(ctx, tx, domain.Caller{UserID: user.ID}, domain.Change{Noun: accountNoun, NounUUID: user.UUID, What: passwordWord})
}

// noteFactor records that a second factor was enabled or disabled.
func (a *base) noteFactor(ctx context.Context, tx *db.Tx, by domain.Caller, user domain.User, on bool) error {
	was, is := []work.Fact{{Name: factorField, Value: !on}}, []work.Fact{{Name: factorField, Value: on}}
	return a.noteAll(ctx, tx, by, work.Differing(accountNoun, user.UUID, was, is))
}

func newUserFacts(u domain.User) []work.Fact {
	return append([]work.Fact{{Name: "email", Value: u.Email}}, accountFacts(u)...)
}

func accountFacts(u domain.User) []work.Fact {
	return []work.Fact{
		{Name: "plan", Value: u.Account.Plan},
		{Name: "active", Value: u.Account.Active},
		{Name: "subscribed_at", Value: domain.Stamp(u.Account.SubscribedAt)},
		{Name: "is_admin", Value: u.IsAdmin},
	}
}

// noteAccount records what changed in an account.
func (a *base) noteAccount(ctx context.Context, tx *db.Tx, caller domain.Caller, before, after domain.User) error {
	return a.noteAll(ctx, tx, caller, work.Differing(accountNoun, after.UUID, accountFacts(before), accountFacts(after)))
}

// noteSession records a sign-in and where it came from.
func (a *base) noteSession(ctx context.Context, tx *db.Tx, s store.SessionRow) error {
	facts := []work.Fact{{Name: "address", Value: s.Address}}
	return a.Note(ctx, tx, domain.Caller{UserID: s.User.ID}, domain.Change{
		Noun: work.SessionNoun, NounUUID: s.User.UUID, What: domain.Created, To: work.Object(facts),
	})
}

// keyFacts describes a key without its secret, since people recognise it by its prefix.
func keyFacts(k domain.APIKey) []work.Fact {
	var expires *string
	if k.ExpiresAt != nil {
		text := domain.Stamp(*k.ExpiresAt)
		expires = &text
	}
	addresses := []string{}
	for _, p := range k.AllowIPs {
		addresses = append(addresses, p.String())
	}
	return []work.Fact{
		{Name: "name", Value: k.Name},
		{Name: "prefix", Value: k.Prefix},
		{Name: "scopes", Value: k.Scopes.Names()},
		{Name: "allow_ips", Value: addresses},
		{Name: "expires_at", Value: expires},
	}
}

// noteKey records what happened to a key.
func (a *base) noteKey(ctx context.Context, tx *db.Tx, caller domain.Caller, k domain.APIKey, row domain.Change) error {
	row.Noun, row.NounUUID = work.KeyNoun, strconv.FormatInt(k.ID, 10)
	return a.Note(ctx, tx, caller, row)
}

// noteKeyChange records what changed in a key.
func (a *base) noteKeyChange(ctx context.Context, tx *db.Tx, caller domain.Caller, before, after domain.APIKey) error {
	return a.noteAll(ctx, tx, caller, work.Differing(work.KeyNoun, strconv.FormatInt(after.ID, 10), keyFacts(before), keyFacts(after)))
}
