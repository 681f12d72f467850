package load

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"
)

// ruler measures what the machine adds to every answer while a test runs: how long a server that does nothing takes to answer one client.
type ruler struct {
	times
	wait func()
}

// newRuler measures until ctx ends.
func newRuler(ctx context.Context, t testing.TB) *ruler {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "so") }))
	r := &ruler{}
	var all sync.WaitGroup
	all.Go(func() {
		for ctx.Err() == nil {
			began := time.Now()
			a, err := readAll(server.Client().Get(server.URL))
			if err != nil || a.Status != http.StatusOK {
				t.Errorf("the server that does nothing: %d %v", a.Status, err)
				return
			}
			r.add(time.Since(began))
			pause(ctx, 10*time.Millisecond)
		}
	})
	r.wait = func() {
		all.Wait()
		server.Close()
	}
	return r
}

// within tells whether something was done in time, on a machine that may do other things too: they may take four times what they take
// from a server that does nothing.
func (r *ruler) within(took, bound time.Duration) bool { return took <= bound+4*r.at(1) }
