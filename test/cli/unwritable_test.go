package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// nobody is the id of a user who has no rights to other users' files.
const nobody = 65534

// mustMakeHouse returns a folder that everyone can enter, and a binary that everyone can run.
func mustMakeHouse(t *testing.T) (folder, binary string) {
	t.Helper()
	folder, err := os.MkdirTemp("", "earnest-house-*") //nolint:usetesting // other users cannot enter the folder above t.TempDir
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	mustChmod(t, folder, 0o755)
	mustChmod(t, binaries, 0o755)
	return folder, filepath.Join(binaries, "earnest")
}

// asNobody runs a command without root's rights and returns its output. The command must fail.
func asNobody(t *testing.T, binary string, args ...string) string {
	t.Helper()
	cmd := exec.Command(binary, args...)
	if os.Geteuid() == 0 {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	}
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil || cmd.ProcessState.ExitCode() != 1 {
		t.Errorf("%v: %v", args, err)
	}
	return string(out)
}

func TestADatabaseThatCannotBeWrittenIsRefusedInOneSentence(t *testing.T) {
	t.Parallel()
	folder, binary := mustMakeHouse(t)
	database := filepath.Join(folder, "earnest.db")
	add := exec.Command(binary, "user", "add", "--database", database, "--email", "a@example.org", "--firstname", "A", "--lastname", "B")
	if out, err := add.CombinedOutput(); err != nil {
		t.Fatalf("%v %s", err, out)
	}
	closed := filepath.Join(folder, "new.db")
	for _, c := range []struct {
		file, folder os.FileMode
		database     string
		want         string
	}{
		{0o444, 0o755, database, "cannot read and write the database file " + database + ": permission denied"},
		{0o000, 0o755, database, "cannot read and write the database file " + database + ": permission denied"},
		{0o666, 0o555, database, "cannot write in the directory " + folder + ", where SQLite keeps files beside the database " + database + ": permission denied"},
		{0o666, 0o555, closed, "cannot create the database " + closed + ": permission denied"},
	} {
		mustChmod(t, database, c.file)
		mustChmod(t, folder, c.folder)
		for _, command := range [][]string{{"serve", "--listen", "127.0.0.1:0"}, {"import", "-"}} {
			got := asNobody(t, binary, append(command, "--database", c.database)...)
			if got != "earnest: "+c.want+"\n" {
				t.Errorf("%v says %q, want %q", command, got, c.want)
			}
		}
	}
	mustChmod(t, folder, 0o755)
}

func mustChmod(t *testing.T, name string, mode os.FileMode) {
	t.Helper()
	if err := os.Chmod(name, mode); err != nil {
		t.Fatal(err)
	}
}

func TestTheFileOfSomethingElseIsNamedAndLeftAlone(t *testing.T) {
	t.Parallel()
	folder, binary := mustMakeHouse(t)
	note := filepath.Join(folder, "note.txt")
	text := strings.Repeat("not a database\n", 500)
	if err := os.WriteFile(note, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, command := range []string{"serve", "doctor", "export"} {
		out, err := exec.Command(binary, command, "--database", note).CombinedOutput()
		if want := "earnest: " + note + " is not a SQLite database, or is damaged: restore a backup\n"; err == nil || string(out) != want {
			t.Errorf("%s: %v %q, want %q", command, err, out, want)
		}
	}
	if kept, err := os.ReadFile(note); err != nil || string(kept) != text {
		t.Errorf("the file was changed: %v", err)
	}
}
