package rig

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// World is a database with a user.
type World struct {
	Bin      string
	Database string
	Email    string
	Key      string // has every scope
}

// MustFound creates a world: its user is an administrator, with a key that has every scope.
func MustFound(t testing.TB, bin, database string) *World {
	t.Helper()
	w := &World{Bin: bin, Database: database, Email: "ada@example.org"}
	w.MustRun(t, "user", "add", "--email", w.Email, "--firstname", "Ada", "--lastname", "Lovelace", "--admin")
	w.Key = w.MustKey(t, w.Email)
	return w
}

// MustKey creates a key with every scope for a user.
func (w *World) MustKey(t testing.TB, email string) string {
	t.Helper()
	return w.MustRun(t, "key", "add", "--user", email, "--scopes", "all")
}

// Run runs one of the product's commands on the database. It returns stdout and, as words, stdout followed by stderr.
func (w *World) Run(args ...string) (stdout, words string, err error) { return w.RunWith(nil, args...) }

// RunWith is like Run, but with input for the command.
func (w *World) RunWith(stdin io.Reader, args ...string) (stdout, words string, err error) {
	cmd := exec.Command(w.Bin, args...)
	cmd.Stdin = stdin
	cmd.Env = append(os.Environ(), "EARNEST_DATABASE="+w.Database)
	var out, said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &said
	err = cmd.Run()
	return strings.TrimSpace(out.String()), out.String() + said.String(), err
}

// MustRun is like Run but fails the test unless the command succeeds.
func (w *World) MustRun(t testing.TB, args ...string) string {
	t.Helper()
	out, words, err := w.Run(args...)
	if err != nil {
		t.Fatalf("earnest %s: %v\n%s", strings.Join(args, " "), err, words)
	}
	return out
}

// MustProject creates a project over HTTP and returns its uuid.
func (w *World) MustProject(t testing.TB, n *Node, name string) string {
	t.Helper()
	var made struct {
		UUID string `json:"uuid"`
	}
	NewCaller(n.URL, w.Key).Must(t, 201, "POST", "/api/v1/projects", map[string]any{"name": name}).MustData(t, &made)
	return made.UUID
}

// MustBeSound runs the doctor, which must find nothing wrong.
func (w *World) MustBeSound(t testing.TB) {
	t.Helper()
	if _, words, err := w.Run("doctor"); err != nil {
		t.Errorf("the doctor finds: %v\n%s", err, words)
	}
}
