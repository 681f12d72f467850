package server_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"earnest/internal/db"
	"earnest/internal/db/dbtest"
	"earnest/internal/db/migrations"
	"earnest/internal/server"
)

// mustBreak makes a table unavailable.
func mustBreak(t *testing.T, w *world) {
	t.Helper()
	ctx := context.Background()
	err := w.Store.Write(ctx, func(tx *db.Tx) error {
		_, err := tx.Exec(ctx, `ALTER TABLE members RENAME TO gone`)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// mustClosed returns a closed database handle.
func mustClosed(t *testing.T, url string) *db.DB {
	t.Helper()
	s, err := migrations.Open(context.Background(), url, db.Options{}, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	s.Close()
	return s
}

func TestReadyTurnsTo503WhenTheDatabaseIsClosedAndHealthDoesNot(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		t.Helper()
		w := mustServeOn(t, url, nil)
		other := mustClosed(t, url)
		away := mustServeOn(t, url, func(opt *server.Options) { opt.Ready = other.Ping })
		if got := w.mustSend(t, "GET", "/readyz"); got.Status != 200 || strings.TrimSpace(got.Body) != `{"status":"ok"}` {
			t.Errorf("ready: %d %s", got.Status, got.Body)
		}
		if got := away.mustSend(t, "GET", "/readyz"); got.Status != 503 || strings.TrimSpace(got.Body) != `{"status":"unavailable"}` {
			t.Errorf("away: %d %s", got.Status, got.Body)
		}
		if got := away.mustSend(t, "GET", "/healthz"); got.Status != 200 {
			t.Errorf("alive: %d %s", got.Status, got.Body)
		}
	})
}

func TestReadyDoesNotWaitForADatabaseThatHangs(t *testing.T) {
	t.Parallel()
	hang := make(chan struct{})
	defer close(hang)
	w := mustServe(t, func(opt *server.Options) {
		opt.Ready = func(context.Context) error { <-hang; return nil }
	})
	began := time.Now()
	if got := w.mustSend(t, "GET", "/readyz"); got.Status != 503 {
		t.Errorf("%d %s", got.Status, got.Body)
	}
	if took := time.Since(began); took < time.Second || took > 6*time.Second {
		t.Errorf("took %s, want about 2 s", took)
	}
}
