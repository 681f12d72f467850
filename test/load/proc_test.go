package load

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
)

// rss returns the resident memory of a process in MiB. Without /proc, the test is skipped.
func rss(t testing.TB, pid int) int {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Skipf("the memory of the process was not measured: %v", err)
	}
	for line := range strings.Lines(string(text)) {
		if rest, found := strings.CutPrefix(line, "VmRSS:"); found {
			kib, err := strconv.Atoi(strings.Fields(rest)[0])
			if err != nil {
				t.Fatal(err)
			}
			return kib / 1024
		}
	}
	t.Fatal("/proc shows no VmRSS for the process")
	return 0
}

// connections returns the number of sockets that a process has open.
func connections(t testing.TB, pid int) int {
	t.Helper()
	list, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", pid))
	if err != nil {
		t.Skipf("the connections of the process were not counted: %v", err)
	}
	count := 0
	for _, file := range list {
		to, _ := os.Readlink(fmt.Sprintf("/proc/%d/fd/%s", pid, file.Name())) // a socket closed meanwhile does not count
		if strings.HasPrefix(to, "socket:") {
			count++
		}
	}
	return count
}
