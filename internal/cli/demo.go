package cli

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"earnest/internal/apiv1"
	"earnest/internal/app"
	"earnest/internal/demo"
	"earnest/internal/domain"
	"earnest/internal/identity"
)

// demoKeyName is the name of the keys that --demo creates; each run revokes those of earlier runs.
const demoKeyName = "demo"

// demoAccess holds the credentials that a person needs to explore the demo.
type demoAccess struct {
	password string // empty if the user already existed
	key      string
}

// openDemo fills an empty database with the demo workspace and creates a key for its owner. A database with other data is left
// alone, and the result is nil.
func (t *terminal) openDemo(a *app.App) (*demoAccess, error) {
	ctx := context.WithoutCancel(t.ctx) // half a demo would be worse than a second of waiting
	empty, err := a.Accounts.IsEmpty(ctx)
	if err != nil {
		return nil, err
	}
	in := &demoAccess{}
	if empty {
		t.sayf("loading the demo workspace")
		if in.password, err = loadDemo(ctx, a); err != nil {
			return nil, err
		}
	}
	in.key, err = renewDemoKey(ctx, a)
	if domain.KindOf(err) == domain.NotFound {
		t.sayf("the demo was not loaded: the database holds other data, and --demo fills only an empty one")
		return nil, nil //nolint:nilnil // no demo here, which is not an error
	}
	return in, err
}

// loadDemo adds the owner, with a new password, and the workspace. It adds both or neither, so that no run finds half a demo. It
// returns the password.
func loadDemo(ctx context.Context, a *app.App) (string, error) {
	password := newPassword()
	hash, err := hashPassword(ctx, password)
	if err != nil {
		return "", err
	}
	file, err := json.Marshal(demo.File(a.Today()))
	if err != nil {
		return "", err
	}
	_, err = a.Transfer.Import(ctx, bytes.NewReader(file), identity.NewUser{
		Email:        demo.OwnerEmail,
		Firstname:    demo.OwnerFirstname,
		Lastname:     demo.OwnerLastname,
		PasswordHash: hash,
		Plan:         domain.Business,
		Admin:        true,
	})
	return password, err
}

// newPassword returns four groups of four letters and digits: 80 random bits.
func newPassword() string {
	text := strings.ToLower(rand.Text())
	return strings.Join([]string{text[0:4], text[4:8], text[8:12], text[12:16]}, "-")
}

// renewDemoKey creates a key for the demo's owner and revokes those of earlier runs.
func renewDemoKey(ctx context.Context, a *app.App) (string, error) {
	keys, err := a.Keys.Keys(ctx, demo.OwnerEmail)
	if err != nil {
		return "", err
	}
	for _, k := range keys {
		if k.Name != demoKeyName || k.RevokedAt != nil {
			continue
		}
		if _, err := a.Keys.RevokeKey(ctx, strconv.FormatInt(k.ID, 10)); err != nil {
			return "", err
		}
	}
	all, err := domain.ParseScopes("all")
	if err != nil {
		return "", err
	}
	key, err := a.Keys.CreateKey(ctx, identity.NewKey{UserEmail: demo.OwnerEmail, Name: demoKeyName, Scopes: all})
	return key.Reveal(), err
}

// printDemoAccess prints the credentials and a command to paste. They go to the terminal, never to a log.
func (t *terminal) printDemoAccess(in *demoAccess, address string) error {
	password := in.password
	if password == "" {
		password = "(the password that the first run printed)"
	}
	_, err := fmt.Fprintf(t.stdout, `
The demo workspace is ready.
  Sign in  %s  %s
  API key  %s
Paste this to list its projects:
  curl -s -H 'Authorization: Bearer %s' %s%s/projects

`, demo.OwnerEmail, password, in.key, in.key, address, apiv1.Base)
	return err
}
