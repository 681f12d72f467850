package faults_test

import (
	"fmt"
	"path/filepath"
	"testing"

	"earnest/internal/db/dbtest"
	"earnest/test/rig"
)

// backupsOfOne is the number of backups made of one database. It is small, because the writers keep making the database larger.
const backupsOfOne = 5

// A backup made while sixteen writers are active contains every write that was acknowledged before it began, and a prefix of
// those made during it. No write is included only in part, or without the writes before it.
func TestABackupWhileWritingIsOneMoment(t *testing.T) {
	t.Parallel()
	dbtest.EachEmpty(t, func(t *testing.T, database string) {
		t.Helper()
		backUpUnderWriters(t, database, rig.Times(1, backupsOfOne))
		for range rig.Times(0, 50/backupsOfOne-1) {
			t.Run("another", func(t *testing.T) { backUpUnderWriters(t, sameEngine(t, database), backupsOfOne) })
		}
	})
}

func backUpUnderWriters(t *testing.T, database string, times int) {
	t.Helper()
	w := rig.MustFound(t, binary, database)
	l, p := newLedger(), mustPlace(t, w, "Harbour")
	n := rig.Start(t, binary, database)
	ws := startWriters(l, p, manyWriters, callersOf(n, w))
	for i := range times {
		mustBeBusy(t, l, 60)
		backUp(t, w, l, p, i)
	}
	ws.stop()
	l.mustHold(t, w, n, p)
	n.Stop(t)
	t.Log(l.answers())
}

// backUp makes a backup, restores it and compares the result with the ledger, while the writers continue.
func backUp(t *testing.T, w *rig.World, l *ledger, p *place, i int) {
	t.Helper()
	file := filepath.Join(t.TempDir(), fmt.Sprintf("backup-%d.db", i))
	begun := l.now()
	w.MustRun(t, "backup", file)
	for _, database := range []string{dbtest.SQLite(t), otherEngine(t, i)} {
		if database == "" {
			continue
		}
		copied := *w
		copied.Database = database
		copied.MustRun(t, "restore", file)
		copied.MustBeSound(t)
		l.mustAgree(t, mustRead(t, &copied, p.project), begun)
	}
	checked := *w
	checked.Database = file
	checked.MustBeSound(t)
	if t.Failed() {
		t.FailNow()
	}
}

// otherEngine returns a PostgreSQL database to restore the first backup to, or "" if this is a later backup or there is no
// server.
func otherEngine(t *testing.T, i int) string {
	t.Helper()
	if i > 0 || !hasPostgres() {
		return ""
	}
	return dbtest.Postgres(t)
}
