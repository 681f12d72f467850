package dash_test

import (
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"earnest/client"
	"earnest/internal/apitest"
	"earnest/internal/auth"
	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/identity"
	identitystore "earnest/internal/identity/store"
	workstore "earnest/internal/work/store"
)

type lookBody struct {
	Email        string `json:"email"`
	Purpose      string `json:"purpose"`
	SecondFactor bool   `json:"second_factor"`
}

func TestAnInvitationSetsThePasswordOnceAndSignsIn(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		b, token := w.stranger(), w.mustInvite(t)
		look := must[lookBody](t, b, "POST", "/invitation/look", map[string]any{"token": token})
		if look.Purpose != "invitation" || look.SecondFactor {
			t.Errorf("%+v", look)
		}
		refused(t, b.call(t, "POST", "/invitation", map[string]any{"token": token, "password": "short"}), http.StatusUnprocessableEntity, "invalid")
		got := b.keep(b.call(t, "POST", "/invitation", map[string]any{"token": token, "password": goodPassword}))
		if got.Status != http.StatusOK || !b.isIn(t) {
			t.Fatalf("%d %s", got.Status, got.Body)
		}
		refused(t, b.call(t, "POST", "/invitation", map[string]any{"token": token, "password": "another password"}), http.StatusNotFound, "not_found")
		refused(t, b.call(t, "POST", "/invitation/look", map[string]any{"token": token}), http.StatusNotFound, "not_found")
		if got := w.stranger().signIn(t, look.Email, goodPassword, ""); got.Status != http.StatusOK {
			t.Errorf("the password was not set: %d %s", got.Status, got.Body)
		}
	})
}

func TestAnUnknownOrExpiredLinkDoesNotWork(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		token := w.mustInvite(t)
		w.Clock.Advance(14 * 24 * time.Hour)
		for _, bad := range []string{token, auth.NewToken("inv_").Reveal(), "inv_", "x", auth.NewToken("ses_").Reveal()} {
			refused(t, w.stranger().call(t, "POST", "/invitation/look", map[string]any{"token": bad}), http.StatusNotFound, "not_found")
			refused(t, w.stranger().call(t, "POST", "/invitation", map[string]any{"token": bad, "password": goodPassword}), http.StatusNotFound, "not_found")
		}
		w.Clock.Advance(31 * 24 * time.Hour)
		if err := w.App.Accounts.Sweep(t.Context()); err != nil || w.count(t, `SELECT COUNT(*) FROM invitations`) != 0 {
			t.Errorf("the link is still stored: %v", err)
		}
	})
}

func TestALinkUsedConcurrentlyWorksOnce(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		token := w.mustInvite(t)
		var won atomic.Int32
		var wait sync.WaitGroup
		for range 6 {
			wait.Go(func() {
				switch got := w.stranger().call(t, "POST", "/invitation", map[string]any{"token": token, "password": goodPassword}); got.Status {
				case http.StatusOK:
					won.Add(1)
				case http.StatusNotFound:
				default:
					t.Errorf("%d %s", got.Status, got.Body)
				}
			})
		}
		wait.Wait()
		if n := w.count(t, `SELECT COUNT(*) FROM sessions`); won.Load() != 1 || n != 1 {
			t.Errorf("%d succeeded, %d sessions", won.Load(), n)
		}
	})
}

func TestUsingAnInvitationJoinsThePendingProjects(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		owner := w.MustPerson(t, "owner")
		token := w.mustInvite(t)
		look := must[lookBody](t, w.stranger(), "POST", "/invitation/look", map[string]any{"token": token})
		projects := []string{}
		for range 2 {
			p := apitest.Must(owner.CreateProject(t.Context(), client.ProjectCreate{Name: "waits"}))(t)
			projects = append(projects, p.UUID)
			w.mustMember(t, p.UUID, look.Email, domain.MemberInvited)
		}
		left := apitest.Must(owner.CreateProject(t.Context(), client.ProjectCreate{Name: "left"}))(t)
		w.mustMember(t, left.UUID, look.Email, domain.MemberInactive)
		before := w.count(t, `SELECT SUM(revision) FROM projects`)

		must[any](t, w.stranger(), "POST", "/invitation", map[string]any{"token": token, "password": goodPassword})
		for _, p := range projects {
			n := w.count(t, `SELECT COUNT(*) FROM members m JOIN projects p ON p.id = m.project_id WHERE p.uuid = $1 AND m.status = 'invited'`, p)
			if n != 0 {
				t.Error("the membership still waits")
			}
		}
		if n := w.count(t, `SELECT COUNT(*) FROM members WHERE status = 'inactive'`); n != 1 {
			t.Error("a membership that was ended is open")
		}
		if after := w.count(t, `SELECT SUM(revision) FROM projects`); after != before+2 {
			t.Errorf("revisions rose from %d to %d", before, after)
		}
		if n := w.count(t, `SELECT COUNT(*) FROM changes WHERE noun = 'member' AND what = 'status' AND to_value = '"active"'`); n != 2 {
			t.Errorf("%d changes are logged", n)
		}
	})
}

func (w *world) mustMember(t testing.TB, project, email string, status domain.MemberStatus) {
	t.Helper()
	err := w.Store.Write(t.Context(), func(tx *db.Tx) error {
		access, err := workstore.ProjectAccess(t.Context(), tx, project, 0)
		if err != nil {
			return err
		}
		user, err := identitystore.UserByEmail(t.Context(), tx, email)
		if err != nil {
			return err
		}
		_, err = workstore.InsertMember(t.Context(), tx, domain.Member{
			UUID: apitest.NewUUID(), ProjectID: access.ProjectID, UserID: user.ID, Role: domain.Worker, ScrumRole: domain.DefaultScrumRole,
			Status: status, CreatedAt: w.Clock.Now(), UpdatedAt: w.Clock.Now(),
		})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// mustAdmin adds an administrator and signs them in.
func (w *world) mustAdmin(t testing.TB) *browser {
	t.Helper()
	hash := goodHash()
	n := identity.NewUser{Email: newEmail(), Firstname: "The", Lastname: "Administrator", PasswordHash: &hash, Plan: domain.Business, Admin: true}
	id, _, err := w.App.Accounts.CreateUser(t.Context(), n)
	if err != nil {
		t.Fatal(err)
	}
	return w.mustSession(t, id, n.Email)
}

// mustReset returns the token of a reset link made by an administrator.
func (b *browser) mustReset(t testing.TB, userID int64, body any) string {
	t.Helper()
	got := must[struct {
		Link string `json:"link"`
	}](t, b, "POST", "/admin/users/"+strconv.FormatInt(userID, 10)+"/reset", body)
	token, ok := strings.CutPrefix(got.Link, "http://earnest.example/invitation#")
	if !ok {
		t.Fatalf("link %q", got.Link)
	}
	return token
}

func TestAResetEndsSessionsAtOnceAndTheRestWhenItIsUsed(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		admin, ada := w.mustAdmin(t), w.mustPassworded(t).mustSignIn(t)
		ada.mustFactor(t)
		replaced := admin.mustReset(t, ada.ID, nil)
		token := admin.mustReset(t, ada.ID, map[string]any{})
		if ada.isIn(t) {
			t.Error("the session lives on")
		}
		refused(t, w.stranger().call(t, "POST", "/invitation/look", map[string]any{"token": replaced}), http.StatusNotFound, "not_found")
		look := must[lookBody](t, w.stranger(), "POST", "/invitation/look", map[string]any{"token": token})
		if look.Purpose != "reset" || !look.SecondFactor || look.Email != ada.Email {
			t.Errorf("%+v", look)
		}
		refused(t, ada.signIn(t, ada.Email, goodPassword, ""), http.StatusUnauthorized, "code_needed") // until the link is used
		w.mustFail(t, ada.Email, 10)
		must[any](t, w.stranger(), "POST", "/invitation", map[string]any{"token": token, "password": "another good password"})
		refused(t, ada.signIn(t, ada.Email, goodPassword, ""), http.StatusUnauthorized, "wrong_credentials")
		if got := ada.signIn(t, ada.Email, "another good password", ""); got.Status != http.StatusOK {
			t.Errorf("%d %s", got.Status, got.Body)
		}
	})
}

func TestAResetLinkWorksForADay(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		admin, ada := w.mustAdmin(t), w.mustPassworded(t)
		token := admin.mustReset(t, ada.ID, nil)
		w.Clock.Advance(24*time.Hour - time.Second)
		must[any](t, w.stranger(), "POST", "/invitation/look", map[string]any{"token": token})
		w.Clock.Advance(time.Second)
		refused(t, w.stranger().call(t, "POST", "/invitation/look", map[string]any{"token": token}), http.StatusNotFound, "not_found")
	})
}

func TestAnInactiveAccountCannotUseItsLinkAndDoesNotLoseIt(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		token := w.mustInvite(t)
		look := must[lookBody](t, w.stranger(), "POST", "/invitation/look", map[string]any{"token": token})
		w.mustShut(t, look.Email)
		refused(t, w.stranger().call(t, "POST", "/invitation", map[string]any{"token": token, "password": goodPassword}), http.StatusForbidden, "account_inactive")
		must[any](t, w.stranger(), "POST", "/invitation/look", map[string]any{"token": token})
	})
}
