package dash_test

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"earnest/internal/dash"
)

func TestCrossSiteRequestsAreRefused(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		b := w.mustBrowser(t, "ada")
		req, err := http.NewRequestWithContext(t.Context(), http.MethodDelete, w.dash.URL+"/dash/session", nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Cookie", b.cookie)
		req.Header.Set("Sec-Fetch-Site", "cross-site")
		refused(t, b.send(t, req), http.StatusForbidden, "forbidden")
		if s := must[struct {
			SignedIn bool `json:"signed_in"`
		}](t, b, "GET", "/session", nil); !s.SignedIn {
			t.Error("the session ended")
		}
	})
}

func TestUnknownPathsAndMethodsAreAnsweredAsJSON(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		b := w.stranger()
		refused(t, b.call(t, "GET", "/nothing", nil), http.StatusNotFound, "not_found")
		got := b.call(t, "PATCH", "/session", nil)
		refused(t, got, http.StatusMethodNotAllowed, "method_not_allowed")
		if allow := got.Header.Get("Allow"); allow != "DELETE, GET, POST" {
			t.Errorf("Allow = %q", allow)
		}
	})
}

func TestATimeoutIsNotAnInternalError(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		hasty := httptest.NewServer(dash.New(w.App, dash.Options{BaseURL: "http://earnest.example", Timeout: time.Nanosecond}))
		t.Cleanup(hasty.Close)
		ada := w.mustBrowser(t, "ada")
		b := &browser{world: &world{World: w.World, dash: hasty}, ID: ada.ID, cookie: ada.cookie}
		refused(t, b.call(t, "GET", "/projects", nil), http.StatusServiceUnavailable, "unavailable")
	})
}
