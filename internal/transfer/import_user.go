package transfer

import (
	"context"
	"time"

	"earnest/internal/domain"
	identitystore "earnest/internal/identity/store"
	"earnest/internal/work"
	"earnest/internal/workspace"
)

// defaultPlan is the plan of an imported user if the file does not specify one.
const defaultPlan = domain.Business

// findUsers finds everyone whom the file names. It returns the indexes of the unknown users in the file's user list, who are to
// be added; anyone else must already exist.
func (im *importer) findUsers(ctx context.Context) (added map[int]bool, err error) {
	added = map[int]bool{}
	for i, u := range im.file.Users {
		known, err := im.findUser(ctx, u.Email)
		if err != nil {
			return nil, err
		}
		if !known {
			added[i] = true
			im.users[domain.FoldEmail(u.Email)] = 0
		}
	}
	for email, at := range im.file.People() {
		known, err := im.findUser(ctx, email)
		if err != nil {
			return nil, err
		}
		if !known {
			return nil, at.Errorf("no user has the email %q: neither the file's users nor the database have one", email)
		}
	}
	return added, nil
}

func (im *importer) findUser(ctx context.Context, email string) (bool, error) {
	folded := domain.FoldEmail(email)
	if _, ok := im.users[folded]; ok {
		return true, nil
	}
	u, err := identitystore.UserByEmail(ctx, im.tx, folded)
	if domain.KindOf(err) == domain.NotFound {
		return false, nil
	}
	if err == nil {
		im.users[folded] = u.ID
	}
	return err == nil, err
}

func (im *importer) addUsers(ctx context.Context, added map[int]bool) error {
	for i, u := range im.file.Users {
		if !added[i] {
			continue
		}
		id, err := identitystore.InsertUser(ctx, im.tx, im.newUser(u))
		if err != nil {
			return err
		}
		im.users[domain.FoldEmail(u.Email)] = id
		if err := im.app.accounts.NoteNewUser(ctx, im.tx, domain.Caller{}, id); err != nil {
			return err
		}
	}
	return nil
}

func (im *importer) newUser(u workspace.User) domain.User {
	created, updated := im.stamps(u.Stamps)
	account := domain.Account{Plan: defaultPlan, Active: u.Active == nil || *u.Active, SubscribedAt: created}
	if u.Plan != "" {
		account.Plan = domain.Plan(u.Plan)
	}
	if at := optional(u.SubscribedAt); at != nil {
		account.SubscribedAt = *at
	}
	return domain.User{
		UUID:      u.UUID,
		Email:     u.Email,
		Firstname: u.Firstname,
		Lastname:  u.Lastname,
		IsAdmin:   u.Admin,
		Account:   account,
		CreatedAt: created,
		UpdatedAt: updated,
	}
}

// user returns the id of a user the file names, or 0 for none.
func (im *importer) user(email string) int64 { return im.users[domain.FoldEmail(email)] }

// userOrNil returns the id of an optional user.
func (im *importer) userOrNil(email string) *int64 { return work.IDOrNil(im.user(email)) }

// named returns the ids of everyone the file names, by email, spelt as in its user list or, failing that, as at its first
// occurrence.
func (im *importer) named() map[string]int64 {
	spelt := map[string]bool{}
	ids := map[string]int64{}
	name := func(email string) {
		if folded := domain.FoldEmail(email); !spelt[folded] {
			spelt[folded] = true
			ids[email] = im.users[folded]
		}
	}
	for _, u := range im.file.Users {
		name(u.Email)
	}
	for email := range im.file.People() {
		name(email)
	}
	return ids
}

// later returns the later of two times.
func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
