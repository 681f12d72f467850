package dash_test

import (
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"earnest/internal/apiv1"
	"earnest/internal/app"
	"earnest/internal/dash"
	"earnest/internal/db/dbtest"
	"earnest/internal/gate"
	"earnest/internal/tests3"
)

// A store that accepts requests and does not answer them may hold up those who ask for files, and nobody else.
func TestASilentStoreHoldsNoSlot(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		t.Helper()
		var silent atomic.Bool
		asked := make(chan struct{}, 10)
		bucket := tests3.Start(t).Front(t, func(r *http.Request, forward func()) {
			if silent.Load() {
				asked <- struct{}{}
				<-r.Context().Done()
			}
			forward()
		})
		w := newWorld(t, url, func(c *app.Config) { c.Files.Bucket = bucket })
		g := gate.New(1)
		w.dash, w.Server = httptest.NewServer(dash.New(w.App, dash.Options{Gate: g})), httptest.NewServer(apiv1.New(w.App, apiv1.Options{Gate: g}))
		t.Cleanup(w.dash.Close)
		t.Cleanup(w.Server.Close)
		c := w.mustCast(t)
		member, owner := c.browser(t, "member"), c.browser(t, "owner")
		image := must[struct{ UUID string }](t, member, http.MethodPost, "/tickets/"+c.Ticket+"/attachments?name=a.png", "\x89PNG\r\n\x1a\npixels")
		silent.Store(true)
		var downloads sync.WaitGroup
		for _, path := range []string{"/attachments/" + c.Attachment, "/attachments/" + image.UUID + "/preview"} {
			downloads.Go(func() {
				refused(t, member.call(t, http.MethodGet, path, nil), http.StatusServiceUnavailable, "unavailable")
			})
		}
		downloads.Go(func() {
			if got := w.Call(t, c.Member.Key, http.MethodGet, "/attachments/"+c.Attachment, nil); got.Status != http.StatusServiceUnavailable || got.Header.Get("Retry-After") == "" {
				t.Errorf("a download through the API: %d %s", got.Status, got.Body)
			}
		})
		<-asked
		must[struct{}](t, owner, http.MethodGet, "/tickets/"+c.Ticket, nil)
		if got := w.Call(t, c.Owner.Key, http.MethodGet, "/tickets/"+c.Ticket, nil); got.Status != http.StatusOK {
			t.Errorf("another request: %d %s", got.Status, got.Body)
		}
		downloads.Wait()
	})
}

// A browser asks each time whether it may still show a file that it has. That costs no request to the store, and a range costs one.
func TestTheStoreIsAskedForNothingThatIsNotSent(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		t.Helper()
		var asked atomic.Int64
		bucket := tests3.Start(t).Front(t, func(_ *http.Request, forward func()) {
			asked.Add(1)
			forward()
		})
		w := newWorld(t, url, func(c *app.Config) { c.Files.Bucket = bucket })
		c := w.mustCast(t)
		member := c.browser(t, "member")
		path := "/attachments/" + c.Attachment
		tag := member.call(t, http.MethodGet, path, nil).Header.Get("ETag")
		for _, f := range []struct {
			method, header, value string
			status                int
			body                  string
			requests              int64
		}{
			{http.MethodGet, "If-None-Match", tag, http.StatusNotModified, "", 0},
			{http.MethodHead, "Accept", "*/*", http.StatusOK, "", 0},
			{http.MethodGet, "Range", "bytes=3-", http.StatusPartialContent, "lo", 1},
			{http.MethodGet, "Accept", "*/*", http.StatusOK, "Hello", 1},
		} {
			before := asked.Load()
			r := member.mustRequest(t, f.method, path, nil)
			r.Header.Set("Cookie", member.cookie)
			r.Header.Set(f.header, f.value)
			got := member.send(t, r)
			if n := asked.Load() - before; got.Status != f.status || string(got.Body) != f.body || n != f.requests {
				t.Errorf("%s with %s %s: %d %q, %d requests to the store", f.method, f.header, f.value, got.Status, got.Body, n)
			}
		}
	})
}

// A user who asks for many previews does not keep others from getting theirs.
func TestUsersTakeTurnsWithPreviews(t *testing.T) {
	t.Parallel()
	server := tests3.Start(t)
	var began, ended atomic.Int64
	turn, turns := make(chan struct{}), make(chan string, 20)
	const many = 8 // the first two are being made while the others wait
	bucket := server.Front(t, func(r *http.Request, forward func()) {
		if r.Method == http.MethodGet {
			switch n := began.Add(1); {
			case n == 2 || n == 4:
				<-turn
			case n > 2+many+1: // those before only look at the beginning of the file
				turns <- r.URL.Path
				<-turn
			}
			defer ended.Add(1)
		}
		forward()
	})
	w := newWorld(t, dbtest.SQLite(t), func(c *app.Config) { c.Files.Bucket = bucket })
	c := w.mustCast(t)
	greedy, other := c.browser(t, "member"), c.browser(t, "owner")
	attach := func(height int) string {
		made := must[struct{ UUID string }](t, greedy, http.MethodPost, "/tickets/"+c.Ticket+"/attachments?name=a.png", pngOf(t, picture(2000, height)))
		return "/attachments/" + made.UUID + "/preview"
	}
	known := maps.Clone(server.Objects(t))
	theirs := attach(10)
	maps.Copy(known, server.Objects(t))
	mine := attach(11)
	var previews sync.WaitGroup
	ask := func(b *browser, path string, untilBegan, untilEnded int64) {
		previews.Go(func() {
			if got := b.call(t, http.MethodGet, path, nil); got.Status != http.StatusOK {
				t.Errorf("%d %s", got.Status, got.Body)
			}
		})
		for began.Load() < untilBegan || ended.Load() < untilEnded {
			time.Sleep(time.Millisecond)
		}
	}
	for i := range int64(many) {
		ask(greedy, theirs, min(2*i+2, i+3), i+1)
	}
	ask(other, mine, many+3, many+1)
	place := 0
	for i := range many - 2 + 1 {
		turn <- struct{}{}
		if key := strings.TrimPrefix(<-turns, "/files/"); known[key] == "" {
			place = i + 1
		}
	}
	close(turn)
	previews.Wait()
	if place == 0 || place > 3 {
		t.Errorf("the other user was number %d", place)
	}
}
