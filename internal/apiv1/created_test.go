package apiv1_test

import (
	"net/http"
	"strings"
	"testing"

	"earnest/internal/apitest"
	"earnest/internal/apiv1"
)

func TestA201HasALocation(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c := w.MustCast(t, "")
		readable := map[string]bool{}
		for _, r := range apiv1.Routes() {
			readable[name(r)] = true
		}
		for _, r := range apiv1.Routes() {
			path, body := aCall(t, c, r)
			a := w.Call(t, c.Owner.Key, r.Method, path, body)
			location := a.Header.Get("Location")
			if a.Status != http.StatusCreated {
				if location != "" {
					t.Errorf("%s: %d with a location", name(r), a.Status)
				}
				continue
			}
			var made struct {
				UUID string `json:"uuid"`
			}
			a.Data(t, &made)
			if location != apiv1.Base+folderOf(r)+"/"+made.UUID {
				t.Errorf("%s: the location is %q", name(r), location)
			}
			if !readable["GET "+r.Path+"/{uuid}"] {
				continue
			}
			if got := w.Call(t, c.Owner.Key, http.MethodGet, strings.TrimPrefix(location, apiv1.Base), nil); got.Status != 200 || !strings.Contains(string(got.Body), made.UUID) {
				t.Errorf("%s: at %s there is %d %s", name(r), location, got.Status, got.Body)
			}
		}
		if a := w.Call(t, c.Owner.Key, http.MethodPost, "/tickets", `{}`); a.Status != 422 || a.Header.Get("Location") != "" {
			t.Errorf("a refusal: %d at %q", a.Status, a.Header.Get("Location"))
		}
	})
}

func TestA401SaysWWWAuthenticateBearer(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c := w.MustCast(t, "")
		for _, caller := range refusedCallers(t, c) {
			a := w.Send(t, request(t, w, caller.header, attempt{http.MethodGet, "/projects", nil}))
			want := ""
			if caller.status == http.StatusUnauthorized {
				want = "Bearer"
			}
			if got := a.Header.Get("WWW-Authenticate"); a.Status != caller.status || got != want {
				t.Errorf("%s: %d, WWW-Authenticate: %q", caller.who, a.Status, got)
			}
		}
	})
}
