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

func TestTheCodingThatTheClientPrefersIsChosen(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]string{
		"gzip, deflate, br, zstd": "zstd", "gzip": "gzip", "ZSTD;q=0.3, gzip ; q=0.8": "gzip", "zstd;q=0, gzip;q=0.1": "gzip", "br": "", "*": "",
		"identity, gzip;q=0.5": "", "identity;q=0.2, gzip;q=0.5": "gzip", "gzip;q=x": "gzip", "": "", ",;,": "",
	} {
		if got := accept.Coding(http.Header{"Accept-Encoding": {given}}, "zstd", "gzip"); got != want {
			t.Errorf("%q: %q, want %q", given, got, want)
		}
	}
	if got := accept.Coding(http.Header{}, "zstd", "gzip"); got != "" {
		t.Errorf("without the header: %q", got)
	}
}
