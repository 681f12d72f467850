package db_test

import (
	"net"
	"testing"
	"time"

	"earnest/internal/db"
	"earnest/internal/db/dbtest"
)

func TestASlowStatementIsNotTakenForASilentServer(t *testing.T) {
	t.Parallel()
	d, err := db.Open(t.Context(), dbtest.Postgres(t), db.Options{Readers: 2})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	err = d.Read(t.Context(), func(tx *db.Tx) error {
		_, err := tx.Exec(t.Context(), `SELECT pg_sleep(3)`)
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// mustOpenMute opens a database at an address that accepts connections and never answers. The driver's timeout is longer than the
// time that the watch needs to notice this.
func mustOpenMute(t *testing.T) *db.DB {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	d, err := db.Open(t.Context(), "postgres://nobody@"+listener.Addr().String()+"/nothing?sslmode=disable&connect_timeout=30", db.Options{Readers: 2})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	return d
}

func TestASilentServerIsUnavailableSoonAndThenAtOnce(t *testing.T) {
	t.Parallel()
	d := mustOpenMute(t)
	for i, limit := range []time.Duration{8 * time.Second, 4 * time.Second, time.Second} {
		began := time.Now()
		err := d.Write(t.Context(), func(*db.Tx) error { return nil })
		if took := time.Since(began); !db.IsUnavailable(err) || took > limit {
			t.Errorf("try %d took %s: %v", i+1, took, err)
		}
	}
}

// The first caller's wait makes the watch notice that the server is silent; callers that began to wait much later fail at the
// same moment.
func TestAllCallersFailAtOnceWhenAServerIsSilent(t *testing.T) {
	t.Parallel()
	d := mustOpenMute(t)
	told := make(chan time.Time, 2)
	ask := func() {
		if err := d.Write(t.Context(), func(*db.Tx) error { return nil }); !db.IsUnavailable(err) {
			t.Errorf("the answer was: %v", err)
		}
		told <- time.Now()
	}
	go ask()
	time.Sleep(4500 * time.Millisecond)
	go ask()
	if first, second := <-told, <-told; second.Sub(first) > 500*time.Millisecond {
		t.Errorf("the second waited %s longer", second.Sub(first))
	}
}
