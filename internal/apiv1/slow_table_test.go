package apiv1_test

import (
	"context"
	"net/http"
	"sync"
	"testing"
	"time"

	"earnest/internal/apitest"
	"earnest/internal/store"
	"earnest/internal/store/storetest"
)

// Somebody may lock a table for a while (VACUUM FULL does). Who reads from it waits, and nobody else of the same key.
func TestWhoWaitsForATableWaitsAlone(t *testing.T) {
	t.Parallel()
	w := apitest.New(t, storetest.Postgres(t), nil)
	c := w.MustCast(t, "")
	read := func(path string) (int, time.Duration) {
		began := time.Now()
		return w.Call(t, c.Owner.Key, http.MethodGet, path, nil).Status, time.Since(began)
	}
	for range 2 { // the second time the doors are known
		if status, _ := read("/tickets/" + c.Ticket); status != http.StatusOK {
			t.Fatal(status)
		}
	}
	locked, release := make(chan struct{}), make(chan struct{})
	var all sync.WaitGroup
	all.Go(func() {
		err := w.Store.Write(context.Background(), func(tx *store.Tx) error {
			_, err := tx.Exec(context.Background(), `LOCK TABLE tickets IN ACCESS EXCLUSIVE MODE`)
			close(locked)
			<-release
			return err
		})
		if err != nil {
			t.Error(err)
		}
	})
	<-locked
	began := time.Now()
	all.Go(func() {
		if status, took := read("/tickets/" + c.Ticket); status != http.StatusOK {
			t.Errorf("the ticket: %d after %s", status, took)
		}
	})
	time.Sleep(100 * time.Millisecond) // until that is asked for
	for time.Since(began) < 6*time.Second {
		if status, took := read("/statuses?project=" + c.Project); status != http.StatusOK || took > 4*time.Second {
			t.Errorf("what needs no ticket: %d after %s", status, took)
		}
		time.Sleep(50 * time.Millisecond)
	}
	close(release)
	all.Wait()
}
