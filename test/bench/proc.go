package main

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// tick is the unit of times in /proc/PID/stat: USER_HZ is 100 on every Linux.
const tick = 10 * time.Millisecond

// processStat is the part of /proc/PID/stat that we need.
type processStat struct {
	parent int
	cpu    time.Duration // user and system, without children
	reaped time.Duration // that of children that have ended
}

// parseStat parses /proc/PID/stat. The second field is the name in parentheses, which may contain spaces and parentheses.
func parseStat(text string) (processStat, error) {
	end := strings.LastIndexByte(text, ')')
	if end < 0 {
		return processStat{}, fmt.Errorf("no name in %q", text)
	}
	fields := strings.Fields(text[end+1:]) // from the third field on: state, ppid, …
	if len(fields) < 15 {
		return processStat{}, fmt.Errorf("only %d fields after the name in %q", len(fields), text)
	}
	var numbers [5]int64
	for i, at := range [...]int{1, 11, 12, 13, 14} { // ppid, utime, stime, cutime, cstime
		n, err := strconv.ParseInt(fields[at], 10, 64)
		if err != nil {
			return processStat{}, err
		}
		numbers[i] = n
	}
	return processStat{
		parent: int(numbers[0]), cpu: time.Duration(numbers[1]+numbers[2]) * tick, reaped: time.Duration(numbers[3]+numbers[4]) * tick,
	}, nil
}

// memory is the memory of a process in KiB, now and at its peak.
type memory struct{ now, most int }

// parseStatus extracts VmRSS and VmHWM from /proc/PID/status.
func parseStatus(text []byte) (memory, error) {
	var m memory
	for line := range bytes.Lines(text) {
		name, value, _ := bytes.Cut(line, []byte(":"))
		var to *int
		switch string(name) {
		case "VmRSS":
			to = &m.now
		case "VmHWM":
			to = &m.most
		default:
			continue
		}
		n, err := strconv.Atoi(strings.TrimSuffix(strings.TrimSpace(string(value)), " kB"))
		if err != nil {
			return m, err
		}
		*to = n
	}
	if m.now == 0 {
		return m, errors.New("no VmRSS")
	}
	return m, nil
}
