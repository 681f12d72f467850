package faults_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"earnest/internal/db"
	"earnest/internal/db/dbtest"
	"earnest/internal/db/migrations"
	"earnest/test/rig"
)

// The short form starts from every eighth schema and from the last two; the long form starts from every one.
func TestEveryEarlierSchemaIsBroughtUpToDateWithAllItsData(t *testing.T) {
	t.Parallel()
	past := mustMakePast(t)
	for version := 1; version < past.version; version++ {
		if !rig.Long() && version%8 != 1 && version < past.version-2 {
			continue
		}
		t.Run(fmt.Sprintf("from %d", version), func(t *testing.T) {
			t.Parallel()
			dbtest.EachEmpty(t, func(t *testing.T, database string) {
				t.Helper()
				past.mustAge(t, database, version, 0)
				past.mustReturn(t, database)
			})
		})
	}
}

// A migration is killed at moments spread over its duration. Each time, the database is either as it was or fully migrated, and
// the next start completes the migration.
func TestAMigrationThatIsKilledIsDoneAtTheNextStart(t *testing.T) {
	t.Parallel()
	past := mustMakePast(t)
	dbtest.EachEmpty(t, func(t *testing.T, database string) {
		t.Helper()
		length, kills := past.mustMeasure(t, sameEngine(t, database)), 0
		for round := 0; round < rig.Times(1, 20) || kills == 0; round++ {
			fresh := sameEngine(t, database)
			past.mustAge(t, fresh, 1, rowsToMove(fresh))
			early := past.killOften(t, fresh, length)
			past.mustReturn(t, fresh)
			if kills += early; early == 0 {
				length /= 2 // every kill came too late
			}
		}
		t.Logf("%d kills in a migration of %s", kills, length)
	})
}

// rowsForPages is the number of rows to add so that a migration writes far more than a hundred pages, and can be killed at any of
// the first hundred.
const rowsForPages = 20_000

// As above, but the migration is killed while it writes its n-th page to SQLite's write-ahead log.
func TestAMigrationThatIsKilledAtAnyPageIsDoneAtTheNextStart(t *testing.T) {
	t.Parallel()
	past := mustMakePast(t)
	for _, n := range times(3, 60) {
		t.Run(fmt.Sprintf("page %d", n), func(t *testing.T) {
			t.Parallel()
			database := dbtest.SQLite(t)
			past.mustAge(t, database, 1, rowsForPages)
			killAtPage(t, database, n)
			if version := mustVersion(t, database); version != 1 {
				t.Errorf("it left the version %d", version)
			}
			past.mustReturn(t, database)
		})
	}
}

// killAtPage starts a server whose writes are slowed down, and kills it once it has begun the n-th write.
func killAtPage(t *testing.T, database string, n int) {
	t.Helper()
	trace := filepath.Join(t.TempDir(), "trace")
	slow := fault{call: "pwrite64", gives: "delay_enter=4ms", files: []string{"-wal"}}
	server := slow.mustCommand(t, database, trace)
	server.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // so that strace and the server can be killed together
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	deadline := time.Now().Add(patience)
	pages := 0
	for ; pages < n && time.Now().Before(deadline); time.Sleep(time.Millisecond) {
		text, _ := os.ReadFile(trace) // the file may not exist yet
		pages = bytes.Count(text, []byte("pwrite64("))
	}
	if pages < n {
		t.Errorf("it wrote only %d pages", pages)
	}
	_ = syscall.Kill(-server.Process.Pid, syscall.SIGKILL)
	_ = server.Wait()
}

// rowsToMove returns the number of rows to add so that a migration takes long enough to be killed.
func rowsToMove(database string) int {
	if db.IsPostgres(database) {
		return rig.Times(30_000, 200_000)
	}
	return rig.Times(5_000, 200_000)
}

// sameEngine returns another empty database on the same engine.
func sameEngine(t *testing.T, database string) string {
	t.Helper()
	if db.IsPostgres(database) {
		return dbtest.Postgres(t)
	}
	return dbtest.SQLite(t)
}

// past is a database with the current schema, from which databases with earlier schemas are made.
type past struct {
	*world
	file    string // its backup
	export  string
	version int
}

// mustMakePast creates a database and lets writers fill it.
func mustMakePast(t *testing.T) *past {
	t.Helper()
	p := &past{world: mustWorld(t, dbtest.SQLite(t)), file: filepath.Join(t.TempDir(), "today.db")}
	n := rig.Start(t, binary, p.Database)
	ws := startWriters(p.ledger, p.place, manyWriters, callersOf(n, p.World))
	mustBeBusy(t, p.ledger, 150)
	ws.stop()
	p.ledger.mustHold(t, p.World, n, p.place)
	n.Stop(t)
	p.MustRun(t, "backup", p.file)
	p.export = p.MustRun(t, "export")
	p.version = mustVersion(t, p.file)
	return p
}

func mustOpenDB(t *testing.T, database string) *db.DB {
	t.Helper()
	d, err := db.Open(t.Context(), database, db.Options{Readers: 1})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func mustVersion(t *testing.T, database string) int {
	t.Helper()
	d := mustOpenDB(t, database)
	defer d.Close()
	version, err := migrations.Version(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	return version
}

// mustAge gives an empty database an earlier schema and fills it with the current rows, as far as that schema has tables and
// columns for them. It also adds the given number of rows to the change log.
func (p *past) mustAge(t *testing.T, database string, version, more int) {
	t.Helper()
	d := mustOpenDB(t, database)
	defer d.Close()
	source, err := db.OpenCopy(p.file)
	if err != nil {
		t.Fatal(err)
	}
	defer source.Close()
	if err := migrations.UpTo(t.Context(), d, version, 1); err != nil {
		t.Fatal(err)
	}
	err = source.Read(t.Context(), func(from *db.Tx) error {
		return d.Write(t.Context(), func(into *db.Tx) error {
			if err := copyBack(t.Context(), from, into); err != nil {
				return err
			}
			return makeOld(t.Context(), into, version, more)
		})
	})
	if err != nil {
		t.Fatal(err)
	}
}

// mustMeasure returns how long a server that has to migrate its database takes from its start until it serves.
func (p *past) mustMeasure(t *testing.T, database string) time.Duration {
	t.Helper()
	p.mustAge(t, database, 1, rowsToMove(database))
	begun := time.Now()
	n := rig.Start(t, binary, database)
	length := time.Since(begun)
	n.Stop(t)
	return length
}

// killOften starts the server and kills it, later each time, until a kill comes too late. It returns how many kills interrupted
// the migration.
func (p *past) killOften(t *testing.T, database string, length time.Duration) (kills int) {
	t.Helper()
	moments := rig.Times(5, 15)
	for i := 1; i <= moments; i++ {
		server := exec.Command(binary, "serve", "--database", database, "--listen", "127.0.0.1:0")
		if err := server.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(length * time.Duration(i) / time.Duration(moments)) // the test is about the moment of the kill, so there is no condition to wait for
		_ = server.Process.Kill()
		_ = server.Wait()
		switch version := mustVersion(t, database); version {
		case 1:
			kills++
		case p.version:
			return kills
		default:
			t.Fatalf("a killed migration left the version %d", version)
		}
	}
	return kills
}

// mustReturn starts the current server on a database with an earlier schema, and checks that all the data is still there.
func (p *past) mustReturn(t *testing.T, database string) {
	t.Helper()
	w := *p.World
	w.Database = database
	n := rig.Start(t, binary, database)
	if version := mustVersion(t, database); version != p.version {
		t.Errorf("the server left the version %d", version)
	}
	w.MustBeSound(t)
	things := mustRead(t, &w, p.place.project)
	p.ledger.mustAgree(t, things, nil)
	mustShow(t, rig.NewCaller(n.URL, w.Key), p.place, things)
	if export := w.MustRun(t, "export"); export != p.export {
		t.Errorf("the export has other bytes: %d, not %d", len(export), len(p.export))
	}
	mustServe(t, &w, n, p.place)
}

// mustServe writes to a project, so that the tables and columns that the migration created are used, and stops the node.
func mustServe(t *testing.T, w *rig.World, n *rig.Node, p *place) {
	t.Helper()
	c := rig.NewCaller(n.URL, w.Key)
	var made struct {
		UUID string `json:"uuid"`
	}
	c.Must(t, 201, "POST", "/api/v1/tickets", map[string]any{"project_uuid": p.project, "title": "after the migration"}).MustData(t, &made)
	c.Must(t, 201, "POST", "/api/v1/time-entries", map[string]any{"ticket_uuid": made.UUID, "duration_minutes": 5, "logged_at": "2026-10-01"})
	w.MustBeSound(t)
	n.Stop(t)
}
