package apiv1_test

import (
	"net/http"
	"testing"
	"time"

	"earnest/client"
	"earnest/internal/admit"
	"earnest/internal/apitest"
	"earnest/internal/app"
	"earnest/internal/db/dbtest"
	"earnest/internal/domain"
	"earnest/internal/identity"
)

func TestMeTellsAnyValidKeyItsNameScopesExpiryOwnerAndQuotasLeft(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		w := apitest.New(t, url, func(c *app.Config) { c.Limits = admit.Limits{Hour: 50, Month: 70} })
		ada := w.MustPerson(t, "ada")
		end := w.Clock.Now().Add(time.Hour + 5*time.Microsecond)
		scopes := apitest.Must(domain.ParseScopes("tickets:read,time:write"))(t)
		made := apitest.Must(w.App.Keys.CreateKey(t.Context(), identity.NewKey{UserEmail: ada.Email, Name: "bot", Scopes: scopes, ExpiresAt: &end}))(t)
		bot := w.Client(made.Reveal())
		quotas := client.KeyQuotas{
			Hour: client.Quota{
				Limit: 50, Remaining: 49,
				ResetsAt: client.Time{Time: time.Date(2026, 3, 10, 10, 0, 0, 0, time.UTC)}, ResetsAtISO: time.Date(2026, 3, 10, 10, 0, 0, 0, time.UTC),
			},
			Month: client.Quota{
				Limit: 70, Remaining: 69,
				ResetsAt: client.Time{Time: time.Date(2026, 4, 1, 0, 0, 0, 0, time.UTC)}, ResetsAtISO: time.Date(2026, 4, 1, 0, 0, 0, 0, time.UTC),
			},
		}
		got := apitest.Must(bot.Me(t.Context()))(t)
		if got.Name != "bot" || len(got.Scopes) != 2 || got.Scopes[0] != "tickets:read" || got.Scopes[1] != "time:write" || got.Quotas != quotas {
			t.Errorf("the key is %+v", got)
		}
		if !got.ExpiresAtISO.Equal(end) || !got.ExpiresAt.Equal(end.Truncate(time.Second)) {
			t.Errorf("it expires at %v, %v", got.ExpiresAt, got.ExpiresAtISO)
		}
		if want := (client.KeyOwner{UserID: ada.ID, Firstname: "ada", Lastname: "Test", Email: ada.Email}); got.Owner != want {
			t.Errorf("its owner is %+v", got.Owner)
		}
		apitest.Must(w.App.Accounts.Rename(t.Context(), ada.ID, identity.NamePatch{Firstname: domain.Some("Augusta")}))(t)
		if again := apitest.Must(bot.Me(t.Context()))(t); again.Quotas.Hour.Remaining != 48 || again.Owner.Firstname != "Augusta" {
			t.Errorf("after another request and a change of name: %+v", again)
		}
		none := w.Call(t, w.MustKey(t, ada.Email, "none"), http.MethodGet, "/me", nil)
		var plain client.Me
		none.Data(t, &plain)
		if plain.Scopes == nil || len(plain.Scopes) != 0 || !plain.ExpiresAt.IsZero() || none.Header.Get("ETag") != "" || none.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("a key without scopes or expiry: %s %v", none.Body, none.Header)
		}
		w.Clock.Advance(2 * time.Hour)
		if a := w.Call(t, made.Reveal(), http.MethodGet, "/me", nil); a.Code != "EXPIRED_API_KEY" {
			t.Errorf("an expired key: %d %s", a.Status, a.Body)
		}
	})
}
