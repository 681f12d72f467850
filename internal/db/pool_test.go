package db_test

import (
	"sync"
	"testing"
	"time"

	"earnest/internal/db"
)

// holdReads occupies n connections until release is called.
func holdReads(t *testing.T, d *db.DB, n int) (release func()) {
	t.Helper()
	var entered, left sync.WaitGroup
	end := make(chan struct{})
	entered.Add(n)
	for range n {
		left.Go(func() {
			err := d.Read(t.Context(), func(*db.Tx) error {
				entered.Done()
				<-end
				return nil
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	entered.Wait()
	return func() { close(end); left.Wait() }
}

func TestThePoolTellsHowManyConnectionsAreInUse(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, d *db.DB) {
		release := holdReads(t, d, 3)
		if p := d.Pool(); p.Max != 4 || p.InUse != 3 || p.Idle > 1 {
			t.Errorf("in use: %+v", p)
		}
		release()
		for d.Pool().InUse != 0 { // PostgreSQL's driver takes a connection back in the background
			time.Sleep(time.Millisecond)
		}
		if p := d.Pool(); p.Idle < 3 {
			t.Errorf("idle: %+v", p)
		}
	})
}

func TestThePoolCountsWaits(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, d *db.DB) {
		for waits := int64(0); waits == 0; { // another round if the connections were freed before the last read asked for one
			release := holdReads(t, d, 4)
			before := d.Pool()
			done := make(chan struct{})
			go func() {
				defer close(done)
				count(t, d)
			}()
			time.Sleep(10 * time.Millisecond)
			release()
			<-done
			after := d.Pool()
			waits = after.Waits - before.Waits
			if waits > 1 || waits == 1 && after.Waited <= before.Waited {
				t.Errorf("before %+v, after %+v", before, after)
			}
		}
	})
}
