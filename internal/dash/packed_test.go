package dash_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"earnest/internal/apitest"
	"earnest/internal/dash"
)

func TestALongAnswerIsCompressedForClientsThatSupportIt(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada := w.mustBrowser(t, "ada")
		_ = ada.mustProject(t, "Apollo")
		handler := dash.New(w.App, dash.Options{BaseURL: "http://earnest.example"})
		get := func(path, takes string) *httptest.ResponseRecorder {
			req := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/dash"+path, nil)
			req.Header.Set("Cookie", ada.cookie)
			req.Header.Set("Accept-Encoding", takes)
			out := httptest.NewRecorder()
			handler.ServeHTTP(out, req)
			return out
		}
		few := get("/portfolio", "gzip")
		if few.Header().Get("Content-Encoding") != "" || few.Header().Get("Vary") != "Accept-Encoding" {
			t.Errorf("a short answer: %v", few.Header())
		}
		ada.mustImportMany(t, 3, 1)
		plain, packed := get("/portfolio", "br"), get("/portfolio", "br, gzip")
		if plain.Header().Get("Content-Encoding") != "" || packed.Header().Get("Content-Encoding") != "gzip" {
			t.Fatalf("%v %v", plain.Header(), packed.Header())
		}
		z := apitest.Must(gzip.NewReader(packed.Body))(t)
		if got := apitest.Must(io.ReadAll(z))(t); !bytes.Equal(got, plain.Body.Bytes()) {
			t.Errorf("does not unpack to itself: %d bytes, %d plain", len(got), plain.Body.Len())
		}
		if settled := get("/session", "gzip"); settled.Header().Get("Content-Encoding") != "" {
			t.Errorf("the session: %v", settled.Header())
		}
	})
}
