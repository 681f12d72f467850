//go:build !linux

package main

import (
	"runtime"
	"time"
)

// unmeasured describes what this system cannot measure.
const unmeasured = "This is " + runtime.GOOS + ": CPU and memory of the servers are NOT measured, and their columns are 0; " +
	"rates and latencies are. Run it on Linux for the whole table."

func cpuTime(int) (time.Duration, error) { return 0, nil }

func familyTime(int) (time.Duration, error) { return 0, nil }

func resetPeak(int) {}

func memoryOf(int) (memory, error) { return memory{}, nil }
