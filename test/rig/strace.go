package rig

import (
	"os"
	"os/exec"
	"testing"
)

// MustStrace returns the path to strace. If strace is missing or not allowed to trace, the test is skipped with a message about
// what was not tested.
func MustStrace(t testing.TB, untried string) string {
	t.Helper()
	path, err := exec.LookPath("strace")
	if err == nil {
		err = exec.Command(path, "-qq", "-e", "trace=none", "-o", os.DevNull, "true").Run()
	}
	if err != nil {
		t.Skipf("%s: strace is missing or may not trace here (%v)", untried, err)
	}
	return path
}
