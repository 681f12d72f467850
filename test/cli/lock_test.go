package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func TestASQLiteFileHasOneServerAtATime(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	database := filepath.Join(folder, "earnest.db")
	first, stderr, ended := mustStart(t, database)
	stderr.mustSay(t, "serves at")
	link := filepath.Join(folder, "other.db")
	if err := os.Symlink(database, link); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{database, "sqlite://" + database, link} {
		out, err := exec.Command(filepath.Join(binaries, "earnest"), "serve", "--listen", "127.0.0.1:0", "--database", name).CombinedOutput()
		want := "earnest: another earnest serve is running on " + database + ": a SQLite database can have only one server\n"
		if err == nil || string(out) != want {
			t.Errorf("a second server on %s: %v, %s", name, err, out)
		}
	}
	// Other commands still work.
	for _, command := range []string{"doctor", "key list", "export"} {
		out, err := exec.Command(filepath.Join(binaries, "earnest"), append(strings.Fields(command), "--database", database)...).CombinedOutput()
		if err != nil {
			t.Errorf("%s: %v, %s", command, err, out)
		}
	}
	// A crash leaves nothing locked.
	_ = first.Process.Signal(syscall.SIGKILL)
	<-ended
	_, stderr, _ = mustStart(t, database)
	stderr.mustSay(t, "serves at")
}
