package app_test

import (
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"earnest/internal/app"
	"earnest/internal/db"
	"earnest/internal/db/dbtest"
	"earnest/internal/domain"
	moneystore "earnest/internal/money/store"
	operatestore "earnest/internal/operate/store"
	"earnest/internal/transfer"
	"earnest/internal/work"
	workstore "earnest/internal/work/store"
)

const deletedRows = `SELECT COUNT(*) FROM projects WHERE deleted_at IS NOT NULL`

// mustDelete deletes the project with the given ref on behalf of its owner, and returns the project's id.
func mustDelete(t *testing.T, a *app.App, s *db.DB, made transfer.ImportResult, ref string) int64 {
	t.Helper()
	id := int64(number(t, s, `SELECT id FROM projects WHERE uuid = $1`, made.UUIDs[ref]))
	owner := int64(number(t, s, `SELECT user_id FROM members WHERE project_id = $1 AND role = 'owner'`, id))
	if err := a.Projects.DeleteProject(t.Context(), domain.Caller{UserID: owner}, made.UUIDs[ref], work.Unconfirmed()); err != nil {
		t.Fatal(err)
	}
	return id
}

// left counts the rows of a project in all tables except the log.
func left(t *testing.T, s *db.DB, projectID int64) (n int) {
	t.Helper()
	for table, rows := range rowsOf(t, s, projectID) {
		if table != "changes" {
			n += rows
		}
	}
	return n
}

func mustPurge(t *testing.T, a *app.App) bool {
	t.Helper()
	more, err := a.Projects.PurgeDeleted(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return more
}

// The test removes one row at a time, so that the doctor sees every state in which a purge can stop.
func TestTheDoctorIsContentWhileADeletedProjectIsRemoved(t *testing.T) {
	t.Parallel()
	dbtest.EachStore(t, func(t *testing.T, s *db.DB) {
		t.Helper()
		a := app.New(s, app.Config{})
		made := mustImport(t, a, fullFile(t))
		log := number(t, s, `SELECT COUNT(*) FROM changes`)
		id := mustDelete(t, a, s, made, "apollo")
		mustBeHealthy(t, a)
		before := left(t, s, id)
		if rows := rowsOf(t, s, id); rows["members"]+rows["favourites"]+rows["ownership_offers"]+rows["renames"] > 0 || before < 40 {
			t.Fatalf("the deletion left %v", rows)
		}
		revision := number(t, s, `SELECT revision FROM projects WHERE id = $1`, id)
		for now := before; now > 0; {
			if n := number(t, s, `SELECT revision FROM projects WHERE id = $1`, id); n != revision {
				t.Fatalf("the revision rose to %d", n)
			}
			err := s.Write(t.Context(), func(tx *db.Tx) error { return workstore.PurgeProject(t.Context(), tx, id, 1) })
			if err != nil {
				t.Fatal(err)
			}
			then := now
			if now = left(t, s, id); then-now != 1 {
				t.Fatalf("of %d rows %d are left: %v", then, now, rowsOf(t, s, id))
			}
			mustBeHealthy(t, a)
		}
		if n := number(t, s, `SELECT COUNT(*) FROM changes`); n != log+1 {
			t.Errorf("the log grew by %d rows", n-log)
		}
		if n := number(t, s, `
			SELECT COUNT(*) FROM changes
			WHERE project_id = $1 AND noun IN ('ticket', 'comment') AND what IN ('created', 'deleted', 'description', 'content')
			  AND COALESCE(from_value, to_value) IS NOT NULL`, id); n != 0 {
			t.Errorf("%d rows of the log still have the texts of tickets", n)
		}
		if mustPurge(t, a) {
			t.Error("there is more to be removed")
		}
	})
}

func TestADeletedProjectGetsNoMoreDailyRows(t *testing.T) {
	t.Parallel()
	dbtest.EachStore(t, func(t *testing.T, s *db.DB) {
		t.Helper()
		a := app.New(s, app.Config{})
		id := mustDelete(t, a, s, mustImport(t, a, fullFile(t)), "apollo")
		later := time.Now().AddDate(1, 0, 0)
		err := s.Write(t.Context(), func(tx *db.Tx) error {
			count, err := operatestore.CountBehind(t.Context(), tx, domain.DateOf(later), later)
			if err != nil {
				return err
			}
			list, err := moneystore.ProjectsBehind(t.Context(), tx, domain.DateOf(later), later, 0, 10)
			if err != nil {
				return err
			}
			added, err := moneystore.AddIndicatorDays(t.Context(), tx, []moneystore.IndicatorDay{{ProjectID: id, Day: domain.DateOf(later), Indicators: "{}", ReportedAt: later}})
			live := number(t, s, `SELECT COUNT(*) FROM projects WHERE deleted_at IS NULL`)
			if count != live || len(list) != live || added != 0 {
				t.Errorf("%d and %d of %d projects are behind, and %d rows were added", count, len(list), live, added)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}

func TestADeletedProjectIsRemovedInBatchesAndByWhoeverComesNext(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		t.Helper()
		s := dbtest.MustOpen(t, url)
		a := app.New(s, app.Config{})
		mustImport(t, a, fullFile(t))
		id := mustDelete(t, a, s, mustImport(t, a, largeFile(300, 5)), "p")
		other := rowsOf(t, s, id-1)
		for batches := 0; ; batches++ {
			then := left(t, s, id)
			b := app.New(dbtest.MustOpen(t, url), app.Config{}) // the previous process was killed
			if !mustPurge(t, b) {
				if then != 0 || batches < 6 {
					t.Errorf("after %d batches %d rows are left", batches, then)
				}
				break
			}
			if removed := then - left(t, s, id); removed < 1 || removed > 501 { // 500, and finally the project's own row
				t.Errorf("a batch removed %d rows", removed)
			}
		}
		for table, n := range rowsOf(t, s, id-1) {
			if n != other[table] {
				t.Errorf("%s of another project had %d rows and has %d", table, other[table], n)
			}
		}
		mustBeHealthy(t, a)
	})
}

func TestNodesRemoveADeletedProjectTogether(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		t.Helper()
		s := dbtest.MustOpen(t, url)
		a := app.New(s, app.Config{})
		made, more := mustImport(t, a, largeFile(300, 5)), mustImport(t, a, largeFile(100, 2))
		ids := []int64{mustDelete(t, a, s, made, "p"), mustDelete(t, a, s, more, "p")}
		var wg sync.WaitGroup
		for range 3 {
			b := app.New(dbtest.MustOpen(t, url), app.Config{})
			wg.Go(func() {
				for more := true; more; {
					var err error
					if more, err = b.Projects.PurgeDeleted(t.Context()); err != nil {
						t.Error(err)
					}
				}
			})
		}
		wg.Wait()
		if n := left(t, s, ids[0]) + left(t, s, ids[1]) + number(t, s, deletedRows); n > 0 {
			t.Errorf("%d rows are left", n)
		}
	})
}

func TestAnExportOfADeletedProjectCanBeImportedAtOnce(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		t.Helper()
		a := instance(t, url)
		s := dbtest.MustOpen(t, url)
		made := mustImport(t, a, fullFile(t))
		file := mustExport(t, a, made.UUIDs["apollo"])
		mustDelete(t, a, s, made, "apollo")
		if err := a.Transfer.Export(t.Context(), new(strings.Builder), []string{made.UUIDs["apollo"]}); domain.KindOf(err) != domain.NotFound {
			t.Errorf("the export of a deleted project: %v", err)
		}
		if out := mustExport(t, a); strings.Contains(out, made.UUIDs["apollo"]) || strings.Contains(out, made.UUIDs["t1"]) {
			t.Error("the export of everything has it")
		}
		mustImport(t, a, file)
		if again := mustExport(t, a, made.UUIDs["apollo"]); again != file {
			t.Error("the project that came back is not the one that was deleted")
		}
		if n := number(t, s, deletedRows); n > 0 {
			t.Error("the deleted project is still there")
		}
		mustBeHealthy(t, a)
	})
}

func TestABackupTakesWhatIsLeftOfADeletedProjectAlong(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		t.Helper()
		s := dbtest.MustOpen(t, url)
		a := app.New(s, app.Config{})
		mustImport(t, a, fullFile(t))
		id := mustDelete(t, a, s, mustImport(t, a, largeFile(200, 5)), "p")
		mustPurge(t, a)
		path, want := filepath.Join(t.TempDir(), "backup.db"), mustExport(t, a)
		if err := a.Transfer.Backup(t.Context(), path); err != nil {
			t.Fatal(err)
		}
		dbtest.Each(t, func(t *testing.T, into string) {
			t.Helper()
			s := dbtest.MustOpen(t, into)
			b := app.New(s, app.Config{})
			if err := b.Transfer.Restore(t.Context(), path); err != nil {
				t.Fatal(err)
			}
			mustBeHealthy(t, b)
			if left(t, s, id) == 0 || mustExport(t, b) != want {
				t.Error("the restored database is another")
			}
			for mustPurge(t, b) {
			}
			if n := left(t, s, id); n > 0 || mustExport(t, b) != want {
				t.Errorf("%d rows are left", n)
			}
			mustBeHealthy(t, b)
		})
	})
}
