package coding_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"earnest/internal/front/coding"
)

// mustUnpack decodes with other decoders than our encoders' own where there are any.
func mustUnpack(t *testing.T, c coding.Coding, packed []byte) string {
	t.Helper()
	var r io.Reader = bytes.NewReader(packed)
	var err error
	switch c {
	case coding.None:
	case coding.Gzip:
		r, err = gzip.NewReader(r)
	case coding.Zstd:
		r, err = zstd.NewReader(r)
	}
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestWhatIsPackedCanBeUnpacked(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "a", strings.Repeat(`{"uuid":"x","title":"Ticket"},`, 20_000)} {
		for _, c := range []coding.Coding{coding.None, coding.Gzip, coding.Zstd} {
			packed := c.Pack([]byte(text))
			if got := mustUnpack(t, c, packed); got != text {
				t.Errorf("%q: %d bytes became %d", c, len(text), len(got))
			}
			if c != coding.None && len(text) > 1000 && len(packed) > len(text)/20 {
				t.Errorf("%q packs %d bytes into %d", c, len(text), len(packed))
			}
		}
	}
}

func TestAStreamIsEncodedPieceByPiece(t *testing.T) {
	t.Parallel()
	for _, c := range []coding.Coding{coding.Gzip, coding.Zstd} {
		for range 2 { // the second stream uses the encoder of the first
			var out, want bytes.Buffer
			w := c.NewWriter(&out)
			for i := range 100 {
				piece := bytes.Repeat([]byte{byte('a' + i%26)}, 10_000)
				want.Write(piece)
				if _, err := w.Write(piece); err != nil {
					t.Fatal(err)
				}
			}
			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
			if got := mustUnpack(t, c, out.Bytes()); got != want.String() {
				t.Errorf("%q: %d bytes became %d", c, want.Len(), len(got))
			}
		}
	}
}

func TestATagNamesTheCodingAndCanBeStrippedOfIt(t *testing.T) {
	t.Parallel()
	for c, want := range map[coding.Coding]string{coding.None: `"abc"`, coding.Gzip: `"abc-gzip"`, coding.Zstd: `"abc-zstd"`} {
		tag := c.Tag(`"abc"`)
		if tag != want || coding.Plain(tag) != `"abc"` {
			t.Errorf("%q: %s, stripped %s", c, tag, coding.Plain(tag))
		}
	}
	for _, other := range []string{"", "*", `"abc-br"`, `abc-gzip`, `W/"abc"`} {
		if got := coding.Plain(other); got != other {
			t.Errorf("%s became %s", other, got)
		}
	}
}

func TestZstdIsPreferredToGzip(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]coding.Coding{"gzip, zstd": coding.Zstd, "gzip": coding.Gzip, "zstd": coding.Zstd, "br": coding.None, "": coding.None} {
		if got := coding.Of(http.Header{"Accept-Encoding": {given}}); got != want {
			t.Errorf("%q: %q", given, got)
		}
	}
}
