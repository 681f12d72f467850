//go:build unix && !linux

package testpg

import (
	"os/exec"
	"strconv"
	"strings"
	"syscall"
)

// dieWithParent does nothing, because only Linux has a parent-death signal.
func dieWithParent(*syscall.SysProcAttr) {}

func childrenOf(parent int) []int {
	out, _ := exec.Command("ps", "-A", "-o", "pid=,ppid=").Output() //nolint:noctx // it finishes quickly
	var children []int
	for line := range strings.Lines(string(out)) {
		fields := strings.Fields(line)
		if len(fields) == 2 && fields[1] == strconv.Itoa(parent) {
			pid, _ := strconv.Atoi(fields[0])
			children = append(children, pid)
		}
	}
	return children
}
