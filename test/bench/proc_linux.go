package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"time"
	"unsafe"
)

// unmeasured describes what this system cannot measure, which is nothing here.
const unmeasured = ""

// cpuTime returns the CPU time of a process, all its threads together, in nanoseconds. It reads the kernel's clock for that
// process; see clock_getcpuclockid(3).
func cpuTime(pid int) (time.Duration, error) {
	const sched = 2 // CPUCLOCK_SCHED
	clock := int32(^pid)<<3 | sched
	var now syscall.Timespec
	if _, _, code := syscall.Syscall(syscall.SYS_CLOCK_GETTIME, uintptr(clock), uintptr(unsafe.Pointer(&now)), 0); code != 0 {
		return 0, fmt.Errorf("the CPU clock of process %d: %w", pid, code)
	}
	return time.Duration(now.Nano()), nil
}

// familyTime returns the CPU time of a process and its children, also of those that have ended, for a server that consists of
// several processes.
func familyTime(pid int) (time.Duration, error) {
	total, err := cpuTime(pid)
	if err != nil {
		return 0, err
	}
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		return 0, err
	}
	for _, path := range stats {
		text, err := os.ReadFile(path)
		if err != nil {
			continue // the process has exited
		}
		stat, err := parseStat(string(text))
		child, _ := strconv.Atoi(filepath.Base(filepath.Dir(path)))
		if err == nil && child == pid {
			total += stat.reaped
		}
		if err != nil || stat.parent != pid {
			continue
		}
		if precise, err := cpuTime(child); err == nil {
			stat.cpu = precise
		}
		total += stat.cpu
	}
	return total, nil
}

// resetPeak forgets the highest memory of a process so far. Without the permission, the peak since the start counts.
func resetPeak(pid int) {
	_ = os.WriteFile(fmt.Sprintf("/proc/%d/clear_refs", pid), []byte("5"), 0)
}

func memoryOf(pid int) (memory, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return memory{}, err
	}
	return parseStatus(text)
}
