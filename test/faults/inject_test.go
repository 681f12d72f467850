package faults_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"earnest/internal/db/dbtest"
	"earnest/test/rig"
)

// fault makes each thread's n-th system call on the files of a SQLite database fail or take a long time.
type fault struct {
	call  string   // the system call
	gives string   // the effect in strace's syntax, such as error=EIO or delay_enter=1ms
	n     int      // 0: every call
	files []string // suffixes of the files' names; "" is the database itself
}

func (f fault) when() string {
	if f.n == 0 {
		return "1+"
	}
	return strconv.Itoa(f.n)
}

func (f fault) String() string {
	return fmt.Sprintf("%s %d of %q: %s", f.call, f.n, f.files, f.gives)
}

// mustStart starts a node with the fault. strace writes to the file trace, which shows the calls that failed.
func (f fault) mustStart(t *testing.T, database, trace string) *rig.Node {
	t.Helper()
	return rig.StartCommand(t, f.mustCommand(t, database, trace))
}

// mustCommand returns the command that runs a server under strace, which injects the fault.
func (f fault) mustCommand(t *testing.T, database, trace string) *exec.Cmd {
	t.Helper()
	strace := rig.MustStrace(t, "I/O errors were not tried")
	args := []string{
		"--follow-forks", "--seccomp-bpf", "--quiet=all", "--output=" + trace, "--signal=none", "--trace=" + f.call,
		fmt.Sprintf("--inject=%s:%s:when=%s", f.call, f.gives, f.when()),
	}
	for _, ending := range f.files {
		args = append(args, "--trace-path="+database+ending)
	}
	return exec.Command(strace, append(args, binary, "serve", "--database", database, "--listen", "127.0.0.1:0",
		"--quota-hour", "1000000000", "--quota-month", "1000000000", "--log-level", "error")...)
}

// world is a SQLite database with a ledger of the writes to it.
type world struct {
	*rig.World
	ledger *ledger
	place  *place
}

func mustWorld(t *testing.T, database string) *world {
	t.Helper()
	w := rig.MustFound(t, binary, database)
	return &world{w, newLedger(), mustPlace(t, w, "Harbour")}
}

// mustHold starts a node without a fault and compares the data with the ledger.
func (w *world) mustHold(t *testing.T) {
	t.Helper()
	n := rig.Start(t, binary, w.Database)
	w.ledger.mustHold(t, w.World, n, w.place)
	n.Stop(t)
}

// times returns the values of n for a test: the given ones in the short form, 1 to 100 in the long form.
func times(short ...int) []int {
	if !rig.Long() {
		return short
	}
	all := []int{}
	for n := 1; n <= 100; n++ {
		all = append(all, n)
	}
	return all
}

// The kernel may have dropped the pages that it could not write, so a second fsync would succeed without them.
func TestAFailedFsyncEndsTheProcess(t *testing.T) {
	t.Parallel()
	for name, f := range map[string]fault{
		"log":           {call: "fsync,fdatasync", gives: "error=EIO", files: []string{"-wal"}},
		"database file": {call: "fsync,fdatasync", gives: "error=EIO", files: []string{""}},
		"no space left": {call: "fsync,fdatasync", gives: "error=ENOSPC", files: []string{"", "-wal"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := mustWorld(t, dbtest.SQLite(t))
			for _, f.n = range times(1, 3) {
				if name == "database file" && f.n > 10 && f.n != 30 && f.n != 100 {
					continue // the file is synced only at checkpoints, once per thousand pages
				}
				endsAt(t, w, f)
			}
		})
	}
}

// patience is how long to wait until a call fails. On a busy machine, it may take a while until the hundredth call is made.
const patience = 3 * time.Minute

// endsAt writes until the fault occurs, which must end the process. Nothing may be lost.
func endsAt(t *testing.T, w *world, f fault) {
	t.Helper()
	trace := filepath.Join(t.TempDir(), "trace")
	n := f.mustStart(t, w.Database, trace)
	ws := startWriters(w.ledger, w.place, manyWriters, callersOf(n, w.World))
	select {
	case <-n.Ended():
	case <-time.After(patience):
		t.Errorf("%s: it goes on:\n%s", f, n.Log())
		n.Kill()
	}
	ws.stop()
	if n.Code() != 1 || !strings.Contains(n.Log(), "earnest: the disk failed to store what was written to "+w.Database) {
		t.Errorf("%s: it ended with %d and said:\n%s", f, n.Code(), n.Log())
	}
	mustNotRetry(t, f, trace)
	w.mustHold(t)
	t.Logf("%s: %s", f, w.ledger.answers())
}

// mustNotRetry checks that no sync follows the one that failed.
func mustNotRetry(t *testing.T, f fault, trace string) {
	t.Helper()
	text, err := os.ReadFile(trace)
	if err != nil {
		t.Fatal(err)
	}
	before, after, failed := strings.Cut(string(text), "(INJECTED)")
	if !failed || strings.Contains(after, "sync(") {
		t.Errorf("%s: the calls were\n%s(INJECTED)%s", f, before, after)
	}
}

// Unlike a failed fsync, a failed write or read is only reported, and later requests succeed.
func TestAFailedWriteOrReadIsReportedAndLosesNothing(t *testing.T) {
	t.Parallel()
	for name, f := range map[string]fault{
		"write error":               {call: "pwrite64", gives: "error=EIO", files: []string{"", "-wal"}},
		"no space left for a write": {call: "pwrite64", gives: "error=ENOSPC", files: []string{"", "-wal"}},
		"read error":                {call: "pread64", gives: "error=EIO", files: []string{"", "-wal"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := mustWorld(t, dbtest.SQLite(t))
			w.ledger.excused = f.call == "pread64" // SQLite treats data that it cannot read as damage, which leads to a 500
			for _, f.n = range times(20, 57) {
				goesOn(t, w, f)
			}
		})
	}
}

// goesOn writes until a call has failed and the server has recovered.
func goesOn(t *testing.T, w *world, f fault) {
	t.Helper()
	trace := filepath.Join(t.TempDir(), "trace")
	n, serves := rig.TryCommand(t, f.mustCommand(t, w.Database, trace))
	if !serves {
		mustSayWhy(t, f, n)
		w.mustHold(t)
		return
	}
	ws := startWriters(w.ledger, w.place, manyWriters, callersOf(n, w.World))
	mustFail(t, f, n, trace)
	mustBeBusy(t, w.ledger, 20)
	ws.stop()
	n.Stop(t)
	w.mustHold(t)
	t.Logf("%s: %s", f, w.ledger.answers())
}

// mustSayWhy checks that a server failed to start because it could not read its file, and that its log says so. SQLite reports
// some read errors as damage.
func mustSayWhy(t *testing.T, f fault, n *rig.Node) {
	t.Helper()
	said := strings.Contains(n.Log(), "disk I/O error") || strings.Contains(n.Log(), "is not a SQLite database, or is damaged")
	if f.call != "pread64" || n.Code() != 1 || !said {
		t.Errorf("%s: it ended with %d and said:\n%s", f, n.Code(), n.Log())
	}
}

// mustFail waits until a call has failed.
func mustFail(t *testing.T, f fault, n *rig.Node, trace string) {
	t.Helper()
	deadline := time.Now().Add(patience)
	for {
		text, err := os.ReadFile(trace)
		if err == nil && strings.Contains(string(text), "(INJECTED)") {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("%s: it never did:\n%s", f, n.Log())
		}
		time.Sleep(5 * time.Millisecond)
	}
}
