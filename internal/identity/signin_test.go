package identity

import (
	"testing"
	"time"

	"earnest/internal/admit"
	"earnest/internal/auth"
	"earnest/internal/db"
	"earnest/internal/db/dbtest"
	"earnest/internal/domain"
	"earnest/internal/identity/store"
	"earnest/internal/instance"
)

func newSessions(d *db.DB) *Sessions {
	i := instance.New(d, instance.Config{})
	return New(i, admit.New(i, admit.Config{}), Config{}).Sessions
}

// Taking the same time means doing the same work: one password comparison and the same number of statements in every case.
func TestAnUnknownAccountCostsTheSameWorkAsAWrongPassword(t *testing.T) {
	t.Parallel()
	dbtest.EachStore(t, func(t *testing.T, s *db.DB) {
		a := newSessions(s)
		hash, err := a.passwords.Hash(t.Context(), "correct horse battery")
		if err != nil {
			t.Fatal(err)
		}
		mustUser(t, a, NewUser{Email: "ada@example.com", PasswordHash: &hash})
		mustUser(t, a, NewUser{Email: "invited@example.com"})
		mustUser(t, a, NewUser{Email: "shut@example.com", PasswordHash: &hash})
		if _, err := (&Accounts{a.base}).UpdateAccount(t.Context(), "shut@example.com", AccountPatch{Active: domain.Some(false)}); err != nil {
			t.Fatal(err)
		}
		type cost struct{ compared, statements int64 }
		costs := map[cost]bool{}
		for _, email := range []string{"ada@example.com", "nobody@example.com", "invited@example.com", "shut@example.com"} {
			before := cost{a.passwords.Compared(), s.Statements()}
			_, err := a.SignIn(t.Context(), SignIn{Email: email, Password: "wrong password", Visit: admit.Visit{RemoteAddr: "192.0.2.1:1"}})
			if domain.KindOf(err) != domain.Unknown {
				t.Errorf("%s: %v", email, err)
			}
			costs[cost{a.passwords.Compared() - before.compared, s.Statements() - before.statements}] = true
		}
		for c := range costs {
			if len(costs) != 1 || c.compared != 1 {
				t.Errorf("the costs differ: %v", costs)
			}
		}
	})
}

func mustUser(t *testing.T, a *Sessions, n NewUser) int64 {
	t.Helper()
	n.Firstname, n.Lastname, n.Plan = "Ada", "Test", domain.Business
	id, _, err := (&Accounts{a.base}).CreateUser(t.Context(), n)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// The checks run before the transaction, so a change made in between must not go unnoticed.
func TestAPasswordThatChangesDuringTheSignInDoesNotLetIn(t *testing.T) {
	t.Parallel()
	dbtest.EachStore(t, func(t *testing.T, s *db.DB) {
		a := newSessions(s)
		hash, err := a.passwords.Hash(t.Context(), "correct horse battery")
		if err != nil {
			t.Fatal(err)
		}
		id := mustUser(t, a, NewUser{Email: "ada@example.com", PasswordHash: &hash})
		p, err := a.findPerson(t.Context(), "ada@example.com")
		if err != nil {
			t.Fatal(err)
		}
		confirm := func() error {
			return s.Write(t.Context(), func(tx *db.Tx) error { return p.confirm(t.Context(), tx, a.Now()) })
		}
		if err := confirm(); err != nil {
			t.Errorf("unchanged: %v", err)
		}
		row := store.FactorRow{UserID: id, Sealed: []byte("sealed"), CreatedAt: time.Now()}
		err = s.Write(t.Context(), func(tx *db.Tx) error {
			if _, err := store.OfferFactor(t.Context(), tx, row); err != nil {
				return err
			}
			_, err := store.ConfirmFactor(t.Context(), tx, row, 1)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := confirm(); domain.KindOf(err) != domain.CodeNeeded {
			t.Errorf("a second factor came into force: %v", err)
		}
		other, err := a.passwords.Hash(t.Context(), "another password")
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Write(t.Context(), func(tx *db.Tx) error { return store.SetPassword(t.Context(), tx, id, other, time.Now()) }); err != nil {
			t.Fatal(err)
		}
		if err := confirm(); domain.KindOf(err) != domain.Unknown {
			t.Errorf("another password: %v", err)
		}
	})
}

// A failure that is not the user's fault does not count against them.
func TestAnAttemptIsUndoneUnlessItWasWrong(t *testing.T) {
	t.Parallel()
	dbtest.EachStore(t, func(t *testing.T, s *db.DB) {
		a := newSessions(s)
		v := admit.Visit{RemoteAddr: "192.0.2.1:1"}
		for kind, counted := range map[domain.Kind]int64{
			domain.Unknown: 1, domain.WrongCode: 1, domain.CodeNeeded: 0, domain.AccountInactive: 0, domain.Internal: 0, domain.Unavailable: 0,
		} {
			email := auth.NewToken("p").Reveal() + "@example.com"
			try, err := a.beginTry(t.Context(), email, v)
			if err != nil {
				t.Fatal(err)
			}
			a.settle(t.Context(), try, domain.Errorf(kind, "because"))
			got, err := db.Read(t.Context(), a.DB, func(tx *db.Tx) (store.Tries, error) {
				return store.ReadTries(t.Context(), tx, AccountBucket(email), a.Now().Add(-TryWindow))
			})
			if err != nil || got.N != counted {
				t.Errorf("kind %d: %d counted, want %d (%v)", kind, got.N, counted, err)
			}
		}
		got, err := db.Read(t.Context(), a.DB, func(tx *db.Tx) (store.Tries, error) {
			return store.ReadTries(t.Context(), tx, "address:192.0.2.1", a.Now().Add(-TryWindow))
		})
		if err != nil || got.N != 2 {
			t.Errorf("the address has %d counted, want 2 (%v)", got.N, err)
		}
	})
}
