package apiv1_test

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"earnest/client"
	"earnest/internal/apitest"
)

// packed is a response as it was sent, and its text after decoding.
type packed struct {
	*http.Response
	sent []byte
	text string
}

// mustAsk sends a request with an Accept-Encoding header, and with pairs of other headers, and decodes the response.
func mustAsk(t *testing.T, w *apitest.World, key, method, path, accepts string, header ...string) packed {
	t.Helper()
	r := w.MustRequest(t, key, method, path, nil)
	r.Header.Set("Accept-Encoding", cmp.Or(accepts, "identity")) // without this header, the transport would ask for gzip and decode it
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	resp, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	sent, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	p := packed{Response: resp, sent: sent}
	var from io.Reader = bytes.NewReader(sent)
	switch coding := resp.Header.Get("Content-Encoding"); {
	case len(sent) == 0:
	case coding == "gzip":
		from, err = gzip.NewReader(from)
	case coding == "zstd":
		from, err = zstd.NewReader(from)
	}
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(from)
	if err != nil {
		t.Fatal(err)
	}
	p.text = string(text)
	return p
}

// mustDescribe gives the cast's ticket a description of n characters.
func mustDescribe(t *testing.T, c *apitest.Cast, n int) {
	t.Helper()
	apitest.Must(c.Owner.UpdateTicket(t.Context(), c.Ticket, client.TicketUpdate{Description: client.Set(strings.Repeat("x", n))}))(t)
}

func TestAnswersAbove1KiBAreCompressedWithGzipOrZstd(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c := w.MustCast(t, "")
		path := "/tickets/" + c.Ticket
		mustDescribe(t, c, 1)
		spare := 1024 - len(mustAsk(t, w, c.Owner.Key, "GET", path, "").sent)
		for extra, long := range map[int]bool{spare + 1: false, spare + 2: true} {
			mustDescribe(t, c, extra)
			for accepts, coding := range map[string]string{
				"": "", "br": "", "gzip": "gzip", "zstd": "zstd", "gzip, deflate, br, zstd": "zstd", "zstd;q=0.1, gzip;q=0.2": "gzip", "gzip;q=0": "",
			} {
				plain := mustAsk(t, w, c.Viewer.Key, "GET", path, "")
				if want := 1024; !long && len(plain.sent) != want || long && len(plain.sent) != want+1 {
					t.Fatalf("the answer has %d bytes", len(plain.sent))
				}
				if !long {
					coding = ""
				}
				for _, as := range []string{"first", "cached", "cached again"} {
					got := mustAsk(t, w, c.Viewer.Key, "GET", path, accepts)
					if got.Header.Get("Content-Encoding") != coding || got.text != plain.text || got.Header.Get("Vary") != "Accept-Encoding" ||
						got.Header.Get("Content-Length") != strconv.Itoa(len(got.sent)) || coding != "" && len(got.sent) >= len(plain.sent) {
						t.Errorf("%s with %q: %d bytes, %v", as, accepts, len(got.sent), got.Header)
					}
				}
			}
		}
	})
}

func TestTheFirstAnswerAfterAWriteIsCompressedToo(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c := w.MustCast(t, "")
		for i, accepts := range []string{"gzip", "zstd"} {
			mustDescribe(t, c, 5000+i)
			first := mustAsk(t, w, c.Owner.Key, "GET", "/tickets/"+c.Ticket, accepts)
			again := mustAsk(t, w, c.Owner.Key, "GET", "/tickets/"+c.Ticket, accepts)
			if first.Header.Get("Content-Encoding") != accepts || !bytes.Equal(first.sent, again.sent) || !strings.Contains(first.text, "xxxx") {
				t.Errorf("%s: %v %.50q, then %.50q", accepts, first.Header, first.sent, again.sent)
			}
		}
	})
}

// A long list is sent while it is read, so nobody knows its length in advance.
func TestALongListIsCompressedWhileItIsSent(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c := w.MustCast(t, "")
		c.MustFill(t, 1000)
		path := "/tickets?project=" + c.Project
		plain := mustAsk(t, w, c.Owner.Key, "GET", path, "")
		if len(plain.sent) < 300<<10 {
			t.Fatalf("the list has only %d bytes", len(plain.sent))
		}
		for _, coding := range []string{"gzip", "zstd"} {
			for range 2 { // such a list is not cached
				got := mustAsk(t, w, c.Owner.Key, "GET", path, coding)
				if got.Header.Get("Content-Encoding") != coding || got.text != plain.text || len(got.sent) > len(plain.sent)/4 {
					t.Errorf("%s: %d of %d bytes, %v", coding, len(got.sent), len(plain.sent), got.Header)
				}
			}
			if head := mustAsk(t, w, c.Owner.Key, "HEAD", path, coding); head.StatusCode != 200 || len(head.sent) > 0 {
				t.Errorf("HEAD: %d %v", head.StatusCode, head.Header)
			}
		}
	})
}

func TestAnswersToWritesAndRefusalsAreCompressedToo(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c := w.MustCast(t, "")
		wrong := `{"title":"","description":5,"priority":"x","status":5,"story_points":"x","epic_uuid":"x","sprint_uuid":"x","assignee_id":"x",` +
			`"acceptance_criteria":[""],"dependencies":["x"],"tags":["x"]}`
		for body, status := range map[string]int{`{"description":"` + strings.Repeat("y", 3000) + `"}`: 200, wrong: 422} {
			r := w.MustRequest(t, c.Owner.Key, "PUT", "/tickets/"+c.Ticket, body)
			r.Header.Set("Accept-Encoding", "gzip")
			resp, err := http.DefaultTransport.RoundTrip(r)
			if err != nil {
				t.Fatal(err)
			}
			defer resp.Body.Close()
			if resp.StatusCode != status || resp.Header.Get("Content-Encoding") != "gzip" {
				t.Errorf("%.40s: %d %v", body, resp.StatusCode, resp.Header)
			}
		}
	})
}

func TestACompressedAnswerAddsItsCodingToTheETag(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c := w.MustCast(t, "")
		mustDescribe(t, c, 5000)
		for _, path := range []string{"/tickets/" + c.Ticket, "/tickets?project=" + c.Project} {
			plain := mustAsk(t, w, c.Owner.Key, "GET", path, "").Header.Get("ETag")
			for _, coding := range []string{"gzip", "zstd"} {
				tag := mustAsk(t, w, c.Owner.Key, "GET", path, coding).Header.Get("ETag")
				if want := strings.TrimSuffix(plain, `"`) + "-" + coding + `"`; tag != want {
					t.Errorf("%s in %s has the tag %s, not %s", path, coding, tag, want)
				}
				for _, sent := range []string{tag, plain, "W/" + tag, `"other", ` + tag} {
					for _, accepts := range []string{"", coding} {
						got := mustAsk(t, w, c.Owner.Key, "GET", path, accepts, "If-None-Match", sent)
						if echo := got.Header.Get("ETag"); got.StatusCode != 304 || !strings.Contains(sent, echo) || got.Header.Get("Content-Encoding") != "" ||
							got.Header.Get("Vary") != "Accept-Encoding" {
							t.Errorf("%s with %s: %d %v", path, sent, got.StatusCode, got.Header)
						}
					}
				}
			}
			if got := mustAsk(t, w, c.Owner.Key, "GET", path, "gzip", "If-None-Match", `"other-gzip"`); got.StatusCode != 200 {
				t.Errorf("another tag: %d", got.StatusCode)
			}
		}
	})
}

func TestWhatHasAnETagMayBeKeptByTheClientThatAsksAgain(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c := w.MustCast(t, "")
		for _, path := range append(reads(t, c), "/me", "/nothing", "/tickets", "/tickets/"+apitest.NewUUID()) {
			first := mustAsk(t, w, c.Owner.Key, "GET", path, "")
			tag, want := first.Header.Get("ETag"), "no-store"
			if tag != "" {
				want = "private, no-cache"
			}
			if got := first.Header.Get("Cache-Control"); got != want {
				t.Errorf("%s: %s", path, got)
			}
			if tag == "" {
				continue
			}
			for _, method := range []string{"GET", "HEAD"} {
				again := mustAsk(t, w, c.Owner.Key, method, path, "", "If-None-Match", tag)
				if again.StatusCode != 304 || again.Header.Get("Cache-Control") != want || again.Header.Get("ETag") != tag {
					t.Errorf("%s %s again: %d %v", method, path, again.StatusCode, again.Header)
				}
			}
		}
	})
}
