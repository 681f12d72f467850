package load

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// machine measures how much CPU time other processes used during a test. Time limits are meant for an otherwise idle machine, and
// are extended accordingly.
type machine struct {
	pid          int
	all, our, id int64 // ticks at the start: of all processors; used by the node, PostgreSQL and this process; idle
}

// watchMachine starts the measurement for the node with the given pid.
func watchMachine(t testing.TB, pid int) *machine {
	t.Helper()
	m := &machine{pid: pid}
	m.all, m.our, m.id = m.now(t)
	return m
}

func (m *machine) now(t testing.TB) (all, our, idle int64) {
	t.Helper()
	line, _, _ := strings.Cut(mustProc(t, "/proc/stat"), "\n")
	for i, field := range strings.Fields(line)[1:9] {
		n := number(t, field)
		all += n
		if i == 3 || i == 4 { // idle, or waiting for a disk
			idle += n
		}
	}
	return all, processTicks(t, m.pid) + processTicks(t, os.Getpid()) + postgresTicks(), idle
}

// postgresTicks returns how much CPU time all PostgreSQL servers have used, including exited processes.
func postgresTicks() (sum int64) {
	names, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil || !strings.Contains(string(text), "(postgres)") { // the process may have exited meanwhile
			continue
		}
		fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
		for _, field := range fields[11:15] {
			n, _ := strconv.ParseInt(field, 10, 64)
			sum += n
		}
	}
	return sum
}

// factor returns the factor by which to extend time limits: 1 if other processes left us the whole machine, 4 if they left us a
// quarter of it.
func (m *machine) factor(t testing.TB) float64 {
	t.Helper()
	all, our, idle := m.now(t)
	all, our, idle = all-m.all, our-m.our, idle-m.id
	ours := max(our+idle, all/50, 1) // what we used or could have used
	f := max(1, float64(all)/float64(ours))
	t.Logf("others took %d%% of the machine: bounds of time are %.1f times as long", 100-100*min(ours, all)/max(all, 1), f)
	return f
}

// longer extends a time limit by a factor.
func longer(bound time.Duration, factor float64) time.Duration {
	return time.Duration(float64(bound) * factor)
}

// processTicks returns how much CPU time a process has used.
func processTicks(t testing.TB, pid int) int64 {
	t.Helper()
	text := mustProc(t, fmt.Sprintf("/proc/%d/stat", pid))
	fields := strings.Fields(text[strings.LastIndexByte(text, ')')+1:]) // the process name may contain spaces
	return number(t, fields[11]) + number(t, fields[12])
}

func mustProc(t testing.TB, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Skipf("the load of the machine was not measured: %v", err)
	}
	return string(text)
}

func number(t testing.TB, text string) int64 {
	t.Helper()
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}
