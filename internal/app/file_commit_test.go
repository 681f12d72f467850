package app_test

import (
	"bytes"
	"context"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"earnest/internal/app"
	"earnest/internal/db"
	"earnest/internal/db/dbtest"
	"earnest/internal/domain"
	"earnest/internal/files"
	"earnest/internal/tests3"
)

// A commit that PostgreSQL has received and not answered, because a standby must confirm it first, is carried out later, although nobody sees it yet. The
// tests below hold back the commits of transactions that attach files.

// heldCommits are commits that wait for release.
type heldCommits struct {
	d       *db.DB
	release func()
}

const (
	waitingCommits   = ` FROM pg_locks l WHERE l.classid = 20261119 AND l.objid = to_regclass('attachments') AND l.locktype = 'advisory' AND NOT l.granted`
	blockedByCommits = `SELECT COUNT(*) FROM pg_stat_activity s WHERE EXISTS (SELECT 1` + waitingCommits + ` AND l.pid = ANY (pg_blocking_pids(s.pid)))`
)

// mustHoldCommits makes commits wait. Their clients can give up, but not interrupt them.
func mustHoldCommits(t *testing.T, url string) *heldCommits {
	t.Helper()
	h := &heldCommits{d: dbtest.MustOpen(t, url)}
	for _, text := range []db.Text{`
CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  LOOP
    BEGIN
      PERFORM pg_advisory_xact_lock_shared(20261119, to_regclass('attachments')::oid::integer);
      RETURN NULL;
    EXCEPTION WHEN query_canceled THEN -- the client has given up
    END;
  END LOOP;
END $$`, `CREATE CONSTRAINT TRIGGER hold AFTER INSERT ON attachments DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION hold()`} {
		if err := h.d.Write(t.Context(), func(tx *db.Tx) error { return tx.Run(t.Context(), text) }); err != nil {
			t.Fatal(err)
		}
	}
	held, released, ended := make(chan struct{}), make(chan struct{}), make(chan error)
	go func() {
		ctx := context.WithoutCancel(t.Context())
		ended <- h.d.Write(ctx, func(tx *db.Tx) error {
			_, err := tx.Count(ctx, db.NewQuery(`SELECT COUNT(pg_advisory_xact_lock(20261119, to_regclass('attachments')::oid::integer)::text)`))
			close(held)
			<-released
			return err
		})
	}()
	<-held
	h.release = sync.OnceFunc(func() {
		close(released)
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(h.release)
	return h
}

// await waits until a query counts something, or until something else is done.
func (h *heldCommits) await(t *testing.T, count db.Text, done <-chan error) {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); len(done) == 0; time.Sleep(10 * time.Millisecond) {
		n, err := db.Read(t.Context(), h.d, func(tx *db.Tx) (int, error) { return tx.Count(t.Context(), db.NewQuery(count)) })
		if err != nil || time.Now().After(deadline) {
			t.Fatal(n, err)
		}
		if n > 0 {
			return
		}
	}
}

// sweep runs f, whose commit waits, and sweeps meanwhile.
func (h *heldCommits) sweep(t *testing.T, a *app.App, advance func(), f func() error) {
	t.Helper()
	commit, swept := make(chan error, 1), make(chan error, 1)
	go func() { commit <- f() }()
	h.await(t, `SELECT COUNT(*)`+waitingCommits, commit)
	advance()
	go func() { swept <- a.Files.Sweep(context.WithoutCancel(t.Context())) }()
	h.await(t, blockedByCommits, swept)
	h.release()
	for _, end := range []chan error{commit, swept} {
		if err := <-end; err != nil {
			t.Error(err)
		}
	}
}

// later returns an instance whose clock can be advanced by two days.
func later(t *testing.T, url string, config files.Config) (a *app.App, advance func()) {
	t.Helper()
	var days atomic.Int64
	now := time.Date(2026, 3, 10, 9, 0, 0, 0, time.UTC)
	clock := func() time.Time { return now.AddDate(0, 0, int(days.Load())) }
	return app.New(dbtest.MustOpen(t, url), app.Config{Clock: clock, Files: config}), func() { days.Store(2) }
}

func TestAFileWhoseCommitIsNotAnsweredKeepsItsContent(t *testing.T) {
	t.Parallel()
	url := dbtest.Postgres(t)
	a := instance(t, url)
	known := mustImport(t, a, fullFile(t))
	h := mustHoldCommits(t, url)
	ticket, caller := known.UUIDs["t2"], domain.Caller{UserID: known.Users["Ada@example.org"]}
	staged, err := a.Files.Stage(t.Context(), caller, ticket, domain.Given(domain.NewFile{Name: "large.txt", Length: -1}), bytes.NewReader(large()))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
	defer cancel()
	ended := make(chan error, 1)
	go func() {
		_, err := a.Files.Attach(ctx, caller, ticket, staged)
		ended <- err
	}()
	h.await(t, blockedByCommits, ended)
	h.release()
	if err := <-ended; domain.KindOf(err) != domain.Uncertain {
		t.Fatalf("the outcome is %v", err)
	}
	h.await(t, `SELECT COUNT(*) FROM attachments WHERE name = 'large.txt'`, nil)
	mustBeHealthy(t, a)
}

func TestTheSweepLeavesAloneWhatIsBeingCommitted(t *testing.T) {
	t.Parallel()
	url := dbtest.Postgres(t)
	a, advance := later(t, url, files.Config{})
	known := mustImport(t, a, fullFile(t))
	h := mustHoldCommits(t, url)
	h.sweep(t, a, advance, func() error {
		ticket, caller := known.UUIDs["t2"], domain.Caller{UserID: known.Users["Ada@example.org"]}
		staged, err := a.Files.Stage(t.Context(), caller, ticket, domain.Given(domain.NewFile{Name: "large.txt", Length: -1}), bytes.NewReader(large()))
		if err == nil {
			_, err = a.Files.Attach(t.Context(), caller, ticket, staged)
		}
		return err
	})
	mustBeHealthy(t, a)
}

func TestTheSweepLeavesAloneTheObjectsOfAnImportThatIsBeingCommitted(t *testing.T) {
	t.Parallel()
	url := dbtest.Postgres(t)
	s := tests3.Start(t)
	a, advance := later(t, url, files.Config{Bucket: s.Bucket(t)})
	h := mustHoldCommits(t, url)
	h.sweep(t, a, advance, func() error {
		_, err := a.Transfer.ImportWith(t.Context(), strings.NewReader(fullFile(t)), helloOnly)
		return err
	})
	mustBeHealthy(t, a)
}
