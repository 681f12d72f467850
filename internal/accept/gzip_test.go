package accept_test

import (
	"net/http"
	"testing"

	"earnest/internal/accept"
)

func TestGzipIsAcceptedIfNamedUnlessQIsZero(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]bool{
		"gzip, deflate, br": true, "br;q=1, GZIP;q=0.5": true, "gzip; q=1.0": true,
		"gzip;q=0": false, "gzip;q=0.0, *": false, "": false, "x-gzip-not": false,
	} {
		if got := accept.Gzip(http.Header{"Accept-Encoding": {given}}); got != want {
			t.Errorf("%q: %v", given, got)
		}
	}
	if !accept.Gzip(http.Header{"Accept-Encoding": {"br", "gzip"}}) {
		t.Error("a header may stand twice")
	}
}
