package rig

import (
	"os"
	"os/exec"
	"testing"
)

// MustStrace returns the path of strace. The test is skipped, and says what was not tested, if it is missing or may not trace.
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
