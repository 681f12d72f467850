package app_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"earnest/internal/app"
	"earnest/internal/db"
	"earnest/internal/db/dbtest"
	"earnest/internal/domain"
	"earnest/internal/identity"
)

// aWhile is much longer than it takes to run a statement or to start a goroutine.
const aWhile = 300 * time.Millisecond

func mustAddUser(t *testing.T, a *app.App, email string) int64 {
	t.Helper()
	id, _, err := a.Accounts.CreateUser(t.Context(), identity.NewUser{Email: email, Firstname: "Ada", Lastname: "Test", Plan: domain.Free})
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func TestTwoWhoChangeAnAccountAtOnceBothSucceed(t *testing.T) {
	t.Parallel()
	dbtest.EachStore(t, func(t *testing.T, s *db.DB) {
		t.Helper()
		a := app.New(s, app.Config{})
		mustAddUser(t, a, "ada@example.org")
		patched := make(chan error, 1)
		err := s.Write(t.Context(), func(tx *db.Tx) error {
			if _, err := tx.Exec(t.Context(), `UPDATE accounts SET active = $1`, false); err != nil {
				return err
			}
			go func() {
				_, err := a.Accounts.UpdateAccount(context.Background(), "ada@example.org", identity.AccountPatch{Plan: domain.Some(domain.Pro)})
				patched <- err
			}()
			time.Sleep(aWhile) // enough time for the other transaction to read the account, unless it is blocked
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := <-patched; err != nil {
			t.Fatal(err)
		}
		account, err := a.Accounts.UpdateAccount(t.Context(), "ada@example.org", identity.AccountPatch{})
		if err != nil || account.Active || account.Plan != domain.Pro {
			t.Errorf("the account is %+v, %v: one of the two changes is lost", account, err)
		}
	})
}

func TestAUserIsAddedWithTheInvitationOrNotAtAll(t *testing.T) {
	t.Parallel()
	dbtest.EachStore(t, func(t *testing.T, s *db.DB) {
		t.Helper()
		a := app.New(s, app.Config{})
		ada := identity.NewUser{Email: "ada@example.org", Firstname: "Ada", Lastname: "Test", Plan: domain.Free, Invite: true}
		id, token, err := a.Accounts.CreateUser(t.Context(), ada)
		if err != nil || id == 0 || !strings.HasPrefix(token.Reveal(), "inv_") {
			t.Fatalf("got %d, %v, %v", id, token, err)
		}
		if n := number(t, s, `SELECT COUNT(*) FROM invitations`); n != 1 {
			t.Errorf("%d invitations", n)
		}
		mustExec(t, s, `DROP TABLE invitations`)
		ben := ada
		ben.Email = "ben@example.org"
		if _, _, err := a.Accounts.CreateUser(t.Context(), ben); err == nil {
			t.Error("an invitation was stored nowhere")
		}
		if n := number(t, s, `SELECT COUNT(*) FROM users`); n != 1 {
			t.Errorf("%d users: one has no way in", n)
		}
	})
}

func TestAUserWhoComesWithAFileComesWithAllOfItOrNotAtAll(t *testing.T) {
	t.Parallel()
	dbtest.EachStore(t, func(t *testing.T, s *db.DB) {
		t.Helper()
		a := app.New(s, app.Config{})
		owner := identity.NewUser{Email: "owner@example.org", Firstname: "O", Lastname: "W", PasswordHash: new("hash"), Plan: domain.Business}
		file := `{"projects":[{"ref":"p","name":"P","members":[{"user":"owner@example.org"},{"user":"nobody@example.org"}]}]}`
		if _, err := a.Transfer.Import(t.Context(), strings.NewReader(file), owner); err == nil {
			t.Fatal("a member that does not exist was imported")
		}
		if empty, err := a.Accounts.IsEmpty(t.Context()); err != nil || !empty {
			t.Errorf("the user stayed without the projects: %v", err)
		}
		whole := strings.ReplaceAll(file, `,{"user":"nobody@example.org"}`, "")
		made, err := a.Transfer.Import(t.Context(), strings.NewReader(whole), owner)
		if err != nil || made.UUIDs["p"] == "" {
			t.Fatalf("%+v, %v", made, err)
		}
		if n := number(t, s, `SELECT COUNT(*) FROM users WHERE password_hash = 'hash'`); n != 1 {
			t.Errorf("%d users with the password", n)
		}
		if _, err := a.Transfer.Import(t.Context(), strings.NewReader(whole), owner); domain.KindOf(err) != domain.Conflict {
			t.Errorf("the same user twice: %v", err)
		}
	})
}

// number runs a statement that returns one number.
func number(t *testing.T, s *db.DB, text string, args ...any) (n int) {
	t.Helper()
	if err := s.Read(t.Context(), func(tx *db.Tx) error { return tx.One(t.Context(), text, args, &n) }); err != nil {
		t.Fatal(err)
	}
	return n
}

func mustExec(t *testing.T, s *db.DB, text string, args ...any) {
	t.Helper()
	err := s.Write(t.Context(), func(tx *db.Tx) error {
		_, err := tx.Exec(t.Context(), text, args...)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
