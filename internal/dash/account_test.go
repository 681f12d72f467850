package dash_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"earnest/client"
	"earnest/internal/apitest"
	"earnest/internal/domain"
)

func TestChangingThePasswordEndsEveryOtherSession(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada := w.mustPassworded(t)
		link := w.mustAdmin(t).mustReset(t, ada.ID, nil)
		here, there := ada.mustSignIn(t), ada.mustSignIn(t)
		got := here.call(t, "PUT", "/account/password", map[string]any{"current": "wrong password", "password": "another good password"})
		refused(t, got, http.StatusUnauthorized, "wrong_credentials")
		if !strings.Contains(string(got.Body), `"field":"current"`) {
			t.Errorf("%s", got.Body)
		}
		got = here.call(t, "PUT", "/account/password", map[string]any{"current": goodPassword, "password": "short"})
		refused(t, got, http.StatusUnprocessableEntity, "invalid")
		if !strings.Contains(string(got.Body), `"field":"password"`) {
			t.Errorf("%s", got.Body)
		}

		before := *here
		got = here.keep(here.call(t, "PUT", "/account/password", map[string]any{"current": goodPassword, "password": "another good password"}))
		if got.Status != http.StatusOK || here.cookie == before.cookie || !here.isIn(t) {
			t.Fatalf("%d %s", got.Status, got.Body)
		}
		if before.isIn(t) || there.isIn(t) {
			t.Errorf("old sessions live: %v %v", before.isIn(t), there.isIn(t))
		}
		refused(t, w.stranger().call(t, "POST", "/invitation/look", map[string]any{"token": link}), http.StatusNotFound, "not_found")
		refused(t, ada.signIn(t, ada.Email, goodPassword, ""), http.StatusUnauthorized, "wrong_credentials")
		if got := ada.signIn(t, ada.Email, "another good password", ""); got.Status != http.StatusOK {
			t.Errorf("%d %s", got.Status, got.Body)
		}
	})
}

func TestAStolenSessionCannotBeUsedToGuessThePassword(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada := w.mustPassworded(t).mustSignIn(t)
		w.mustFail(t, ada.Email, 8)
		refused(t, ada.call(t, "PUT", "/account/password", map[string]any{"current": "guess number one", "password": "another good password"}),
			http.StatusUnauthorized, "wrong_credentials")
		refused(t, ada.call(t, "POST", "/account/second-factor", map[string]any{"password": "guess number two"}),
			http.StatusUnauthorized, "wrong_credentials")
		got := ada.call(t, "PUT", "/account/password", map[string]any{"current": goodPassword, "password": "another good password"})
		refused(t, got, http.StatusTooManyRequests, "too_many_tries")
		if !ada.isIn(t) {
			t.Error("the session ended")
		}
	})
}

func TestAUserWithoutAPasswordLearnsHowToGetOne(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada := w.mustBrowser(t, "ada")
		for _, call := range []answer{
			ada.call(t, "PUT", "/account/password", map[string]any{"current": "x", "password": "another good password"}),
			ada.call(t, "POST", "/account/second-factor", map[string]any{"password": "x"}),
		} {
			if said := refused(t, call, http.StatusForbidden, "forbidden"); !strings.Contains(said, "link") {
				t.Errorf("%q", said)
			}
		}
	})
}

func TestANewNameIsSeenWhereverTheOldOneWas(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		owner, ada := w.MustPerson(t, "owner"), w.MustPerson(t, "ada")
		p := apitest.Must(owner.CreateProject(t.Context(), client.ProjectCreate{Name: "one"}))(t)
		w.MustJoin(t, p.UUID, ada.ID, domain.Worker)
		ticket := apitest.Must(owner.CreateTicket(t.Context(), client.TicketCreate{ProjectUUID: p.UUID, Title: "Hers", AssigneeID: ada.ID}))(t)
		other := apitest.Must(owner.CreateTicket(t.Context(), client.TicketCreate{ProjectUUID: p.UUID, Title: "Not hers"}))(t)
		apitest.Must(ada.CreateTimeEntry(t.Context(), client.TimeEntryCreate{TicketUUID: other.UUID, DurationMinutes: 30, LoggedAt: "2026-03-09"}))(t)
		w.Clock.Advance(time.Hour)
		since := w.Clock.Now()
		revision := w.count(t, `SELECT SUM(revision) FROM projects`)

		b := w.mustSession(t, ada.ID, ada.Email)
		refused(t, b.call(t, "PUT", "/account", map[string]any{"firstname": " "}), http.StatusUnprocessableEntity, "invalid")
		if u := must[userBody](t, b, "PUT", "/account", map[string]any{"lastname": "King"}); u.Firstname != "ada" || u.Lastname != "King" {
			t.Errorf("%+v", u)
		}
		if n := w.count(t, `SELECT SUM(revision) FROM projects`); n != revision+1 {
			t.Errorf("the revision rose from %d to %d", revision, n)
		}
		mustBeSound(t, w)
		for more := true; more; {
			more = apitest.Must(w.App.Accounts.MarkRenamed(t.Context()))(t)
		}
		at := since.UnixMicro()
		if n := w.count(t, `SELECT COUNT(*) FROM tickets WHERE updated_at >= $1 AND uuid = $2`, at, ticket.UUID); n != 1 {
			t.Error("her ticket does not count as modified")
		}
		if n := w.count(t, `SELECT COUNT(*) FROM tickets WHERE updated_at >= $1`, at); n != 1 {
			t.Errorf("%d tickets count as modified", n)
		}
		if n := w.count(t, `SELECT COUNT(*) FROM time_entries WHERE updated_at >= $1`, at); n != 1 {
			t.Error("her time does not count as modified")
		}
		revision = w.count(t, `SELECT SUM(revision) FROM projects`)
		must[any](t, b, "PUT", "/account", map[string]any{"lastname": "King"})
		must[any](t, b, "PUT", "/account", map[string]any{})
		if n := w.count(t, `SELECT SUM(revision) FROM projects`); n != revision {
			t.Error("the same name again is a change")
		}
		mustBeSound(t, w)
	})
}
