package app_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"earnest/internal/app"
	"earnest/internal/auth"
	"earnest/internal/db"
	"earnest/internal/db/dbtest"
	"earnest/internal/domain"
	"earnest/internal/identity"
	identitystore "earnest/internal/identity/store"
	"earnest/internal/transfer"
	"earnest/internal/work"
)

func TestBackupWhileEightWriteIsOneHealthyState(t *testing.T) {
	t.Parallel()
	dbtest.EachEmpty(t, func(t *testing.T, url string) {
		t.Helper()
		a := app.New(dbtest.MustOpen(t, url), app.Config{})
		result := mustImport(t, a, fullFile(t))
		ctx, stop := context.WithCancel(t.Context())
		var writers sync.WaitGroup
		for i := range 8 {
			writers.Go(func() { writeUntil(ctx, t, a, result, i) })
		}
		time.Sleep(200 * time.Millisecond)
		path := filepath.Join(t.TempDir(), "backup.db")
		err := a.Transfer.Backup(t.Context(), path)
		stop()
		writers.Wait()
		if err != nil {
			t.Fatal(err)
		}
		mustBeHealthy(t, a)
		if left, _ := filepath.Glob(path + "?*"); len(left) > 0 {
			t.Errorf("the backup left %v beside it", left)
		}
		copied := checkBackup(t, path)
		if !strings.Contains(copied, "by writer") || len(copied) >= len(mustExport(t, a)) {
			t.Error("the backup was not taken in the midst of the writing")
		}
	})
}

// dump returns every row of every table, in the same form on both engines. Booleans are numbers, as in SQLite.
func dump(t *testing.T, s *db.DB) []string {
	t.Helper()
	var lines []string
	err := s.Read(t.Context(), func(tx *db.Tx) error {
		tables, err := tx.Tables(t.Context())
		for _, table := range tables {
			if table.Name == "schema_versions" {
				continue
			}
			slices.Sort(table.Columns)
			rows, err := tx.Query(t.Context(), `SELECT "`+strings.Join(table.Columns, `", "`)+`" FROM `+table.Name)
			if err != nil {
				return err
			}
			for rows.Next() {
				lines = append(lines, table.Name+" "+mustTell(t, rows, len(table.Columns)))
			}
			rows.Close()
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(lines)
	return lines
}

func mustTell(t *testing.T, rows db.Rows, columns int) string {
	t.Helper()
	cells := make([]db.Cell, columns)
	targets := make([]any, columns)
	for i := range cells {
		targets[i] = &cells[i]
	}
	if err := rows.Scan(targets...); err != nil {
		t.Fatal(err)
	}
	for i := range cells {
		if truth, ok := cells[i].Value.(bool); ok {
			cells[i].Value = int64(0)
			if truth {
				cells[i].Value = int64(1)
			}
		}
	}
	return fmt.Sprintf("%#v", cells)
}

func TestRestoredRowsAreTheSameInEveryColumn(t *testing.T) {
	t.Parallel()
	dbtest.EachEmpty(t, func(t *testing.T, from string) {
		t.Helper()
		source := dbtest.MustOpen(t, from)
		a := app.New(source, app.Config{})
		mustImport(t, a, fullFile(t))
		_, err := a.Keys.CreateKey(t.Context(), identity.NewKey{UserEmail: "ben@example.org", Name: "k"})
		if err != nil {
			t.Fatal(err)
		}
		last := mustBurnID(t, a)
		path := filepath.Join(t.TempDir(), "backup.db")
		if err := a.Transfer.Backup(t.Context(), path); err != nil {
			t.Fatal(err)
		}
		want := dump(t, source)
		dbtest.EachEmpty(t, func(t *testing.T, into string) {
			t.Helper()
			restored := dbtest.MustOpen(t, into)
			b := app.New(restored, app.Config{})
			if err := b.Transfer.Restore(t.Context(), path); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, dump(t, restored)); diff != "" {
				t.Errorf("rows differ (-before +after):\n%s", diff)
			}
			if next := mustBurnID(t, b); next <= last {
				t.Errorf("a new project got the id %d, and %d was given out before", next, last)
			}
		})
	})
}

func TestNobodyIsSignedInAfterARestore(t *testing.T) {
	t.Parallel()
	dbtest.EachEmpty(t, func(t *testing.T, url string) {
		t.Helper()
		source := dbtest.MustOpen(t, url)
		a := app.New(source, app.Config{})
		mustImport(t, a, fullFile(t))
		token := auth.NewToken("ses_")
		hash := token.Hash()
		now := time.Now()
		err := source.Write(t.Context(), func(tx *db.Tx) error {
			_, err := identitystore.InsertSession(t.Context(), tx, identitystore.SessionRow{
				User: domain.User{ID: 1}, CreatedAt: now, LastSeenAt: now, ExpiresAt: now.AddDate(0, 0, 7),
			}, hash[:])
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := a.Sessions.Session(t.Context(), token.Reveal()); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), "backup.db")
		if err := a.Transfer.Backup(t.Context(), path); err != nil {
			t.Fatal(err)
		}
		b := app.New(dbtest.MustOpen(t, dbtest.SQLite(t)), app.Config{})
		if err := b.Transfer.Restore(t.Context(), path); err != nil {
			t.Fatal(err)
		}
		if _, err := b.Sessions.Session(t.Context(), token.Reveal()); domain.KindOf(err) != domain.SignedOut {
			t.Errorf("the session of the backup lives on: %v", err)
		}
	})
}

// mustBurnID creates a project, deletes it and returns its id.
func mustBurnID(t *testing.T, a *app.App) int64 {
	t.Helper()
	caller := domain.Caller{UserID: 1}
	p, err := a.Projects.CreateProject(t.Context(), caller, domain.ProjectPatch{Name: domain.Some("Short")})
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Projects.DeleteProject(t.Context(), caller, p.UUID, work.Unconfirmed()); err != nil {
		t.Fatal(err)
	}
	return p.ID
}

// checkBackup restores a backup into each engine and also serves it directly; all must show the same data.
func checkBackup(t *testing.T, path string) string {
	t.Helper()
	exports := map[string]string{}
	var mu sync.Mutex
	t.Run("restored", func(t *testing.T) {
		dbtest.EachEmpty(t, func(t *testing.T, url string) {
			t.Helper()
			a := app.New(dbtest.MustOpen(t, url), app.Config{})
			if err := a.Transfer.Restore(t.Context(), path); err != nil {
				t.Fatal(err)
			}
			mustBeHealthy(t, a)
			mu.Lock()
			exports[t.Name()] = mustExport(t, a)
			mu.Unlock()
			result := mustImport(t, a, `{"users":[{"email":"new@example.org","firstname":"N","lastname":"N"}],"projects":[{"ref":"n","name":"N","members":[{"user":"new@example.org"}],"tickets":[{"title":"T"}]}]}`)
			if err := logTime(t.Context(), a, result.Users["new@example.org"], result.UUIDs["n"]); err != nil {
				t.Errorf("ids were not kept free: %v", err)
			}
			mustBeHealthy(t, a)
		})
	})
	served := app.New(dbtest.MustOpen(t, path), app.Config{})
	mustBeHealthy(t, served)
	want := mustExport(t, served)
	for name, got := range exports {
		if got != want {
			t.Errorf("%s differs from the backup:\n%s", name, firstDifference(want, got))
		}
	}
	return want
}

// writeUntil creates, changes and deletes items until the context ends.
func writeUntil(ctx context.Context, t *testing.T, a *app.App, result transfer.ImportResult, writer int) {
	t.Helper()
	caller := domain.Caller{UserID: result.Users["ben@example.org"]}
	for n := 0; ctx.Err() == nil; n++ {
		if err := writeSome(t.Context(), a, caller, result.UUIDs, fmt.Sprintf("%d by writer %d", n, writer)); err != nil {
			t.Error(err)
			return
		}
	}
}

func writeSome(ctx context.Context, a *app.App, caller domain.Caller, uuids map[string]string, title string) error {
	sprint, epic := uuids["s2"], uuids["e1"]
	made, err := a.Tickets.CreateTicket(ctx, caller, uuids["apollo"], domain.Given(domain.TicketPatch{
		Title: domain.Some(title), Sprint: domain.Some(&sprint), Tags: domain.Some([]string{uuids["red"]}),
	}))
	if err != nil {
		return err
	}
	_, err = a.Time.CreateTimeEntry(ctx, caller, made.UUID, domain.Given(domain.NewTimeEntry{Minutes: 7, LoggedAt: "2026-01-12"}))
	if err != nil {
		return err
	}
	_, err = a.Tickets.UpdateTicket(ctx, caller, made.UUID, domain.Given(domain.TicketPatch{
		Status: domain.Some("done"), Epic: domain.Some(&epic), Dependencies: domain.Some([]string{uuids["t1"]}),
	}))
	if err != nil || !strings.HasPrefix(title, "3") {
		return err
	}
	return a.Tickets.DeleteTicket(ctx, caller, made.UUID)
}

// logTime adds a ticket with a time entry to a project.
func logTime(ctx context.Context, a *app.App, userID int64, project string) error {
	caller := domain.Caller{UserID: userID}
	made, err := a.Tickets.CreateTicket(ctx, caller, project, domain.Given(domain.TicketPatch{Title: domain.Some("late")}))
	if err != nil {
		return err
	}
	_, err = a.Time.CreateTimeEntry(ctx, caller, made.UUID, domain.Given(domain.NewTimeEntry{Minutes: 7, LoggedAt: "2026-01-12"}))
	return err
}

func TestBackupNeverOverwritesAFile(t *testing.T) {
	t.Parallel()
	dbtest.EachEmpty(t, func(t *testing.T, url string) {
		t.Helper()
		a := instance(t, url)
		path := filepath.Join(t.TempDir(), "backup.db")
		if err := os.WriteFile(path, []byte("precious"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := a.Transfer.Backup(t.Context(), path); domain.KindOf(err) != domain.Invalid || !strings.Contains(err.Error(), "exists already") {
			t.Errorf("got %v", err)
		}
		if data, _ := os.ReadFile(path); string(data) != "precious" {
			t.Errorf("the file holds %q now", data)
		}
	})
}

func TestBackupThatFailsLeavesNoFile(t *testing.T) {
	t.Parallel()
	dbtest.EachEmpty(t, func(t *testing.T, url string) {
		t.Helper()
		a := instance(t, url)
		mustImport(t, a, fullFile(t))
		dir := t.TempDir()
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if err := a.Transfer.Backup(ctx, filepath.Join(dir, "backup.db")); err == nil {
			t.Error("a cancelled backup succeeded")
		}
		if left, _ := os.ReadDir(dir); len(left) > 0 {
			t.Errorf("it left %v", left)
		}
	})
}

func TestRestoreRefusesWhatItCannotHoldWhole(t *testing.T) {
	t.Parallel()
	dbtest.EachEmpty(t, func(t *testing.T, url string) {
		t.Helper()
		a := instance(t, url)
		mustImport(t, a, fullFile(t))
		before := mustExport(t, a)
		dir := t.TempDir()
		good, junk := filepath.Join(dir, "good.db"), filepath.Join(dir, "junk.db")
		if err := a.Transfer.Backup(t.Context(), good); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(junk, []byte(strings.Repeat("no database ", 500)), 0o600); err != nil {
			t.Fatal(err)
		}
		for name, c := range map[string]struct{ path, want string }{
			"not empty":  {good, "the database is not empty; a backup is restored into an empty one only"},
			"no file":    {filepath.Join(dir, "none.db"), "there is no file"},
			"no backup":  {junk, "is not a backup of earnest"},
			"empty file": {mustTouch(t, filepath.Join(dir, "empty.db")), "it has no schema version"},
		} {
			err := a.Transfer.Restore(t.Context(), c.path)
			if domain.KindOf(err) != domain.Invalid || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: got %v, want %s", name, err, c.want)
			}
		}
		if after := mustExport(t, a); after != before {
			t.Error("a refused restore left a trace")
		}
	})
}

func mustTouch(t *testing.T, path string) string {
	t.Helper()
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestRestoreWaitsForWhoeverAddsAUser(t *testing.T) {
	t.Parallel()
	dbtest.EachEmpty(t, func(t *testing.T, url string) {
		t.Helper()
		source := instance(t, dbtest.SQLite(t))
		mustImport(t, source, fullFile(t))
		path := filepath.Join(t.TempDir(), "backup.db")
		if err := source.Transfer.Backup(t.Context(), path); err != nil {
			t.Fatal(err)
		}
		s := dbtest.MustOpen(t, url)
		a := app.New(s, app.Config{})
		restored := make(chan error, 1)
		err := s.Write(t.Context(), func(tx *db.Tx) error {
			_, err := identitystore.InsertUser(t.Context(), tx, domain.User{UUID: "u", Email: "eve@example.org", Firstname: "E", Lastname: "V"})
			go func() { restored <- a.Transfer.Restore(context.Background(), path) }()
			time.Sleep(aWhile)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := <-restored; domain.KindOf(err) != domain.Invalid || !strings.Contains(err.Error(), "not empty") {
			t.Errorf("got %v", err)
		}
		if n := number(t, s, `SELECT COUNT(*) FROM users WHERE email = 'eve@example.org'`); n != 1 {
			t.Error("the new user is gone")
		}
	})
}

// A backup process that is killed leaves a file under a different name, which does no harm.
func TestABackupHasItsNameOnlyWhenItIsWhole(t *testing.T) {
	t.Parallel()
	dbtest.EachEmpty(t, func(t *testing.T, url string) {
		t.Helper()
		a := instance(t, url)
		mustImport(t, a, fullFile(t))
		dir := t.TempDir()
		path := filepath.Join(dir, "backup.db")
		mustTouch(t, path+".partial")
		mustTouch(t, path+".1234.partial")
		seen := make(chan bool)
		ctx, stop := context.WithCancel(t.Context())
		go func() { seen <- sawEmpty(ctx, path) }()
		err := a.Transfer.Backup(t.Context(), path)
		stop()
		if <-seen {
			t.Error("an empty file had the name of the backup")
		}
		if err != nil {
			t.Fatal(err)
		}
		if left, _ := filepath.Glob(path + "*"); len(left) != 3 {
			t.Errorf("there are %v", left)
		}
		checkBackup(t, path)
	})
}

// sawEmpty reports whether the file was ever seen to be empty before the context ended.
func sawEmpty(ctx context.Context, path string) bool {
	for ctx.Err() == nil {
		if info, err := os.Stat(path); err == nil && info.Size() == 0 {
			return true
		}
	}
	return false
}

func TestABackupDoesNotOverwriteAFileThatCameMeanwhile(t *testing.T) {
	t.Parallel()
	s := dbtest.MustOpen(t, dbtest.SQLite(t))
	a := app.New(s, app.Config{})
	mustImport(t, a, largeFile(2000, 5))
	path := filepath.Join(t.TempDir(), "backup.db")
	done := make(chan error, 1)
	go func() { done <- a.Transfer.Backup(context.Background(), path) }()
	for found := []string(nil); len(found) == 0; {
		found, _ = filepath.Glob(path + ".*.partial")
	}
	if err := os.WriteFile(path, []byte("precious"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := <-done; domain.KindOf(err) != domain.Invalid {
		t.Errorf("got %v", err)
	}
	if data, _ := os.ReadFile(path); string(data) != "precious" {
		t.Errorf("the file holds %d bytes now", len(data))
	}
	if left, _ := filepath.Glob(path + "?*"); len(left) > 0 {
		t.Errorf("it left %v", left)
	}
}
