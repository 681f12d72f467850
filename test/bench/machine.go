package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// machine describes where a run took place.
type machine struct {
	System    string  `json:"system"`
	Processor string  `json:"processor"`
	Cores     int     `json:"cores"`
	MemoryGiB float64 `json:"memory_gib"`
	Go        string  `json:"go"`
	SyncUS    float64 `json:"fsync_us"` // in the folder that contains the database
	Load      string  `json:"load"`     // before the run; a busy machine gives noisy results
}

func describeMachine(dir string) (machine, error) {
	m := machine{System: runtime.GOOS + "/" + runtime.GOARCH, Cores: runtime.NumCPU(), Go: runtime.Version()}
	if version, err := os.ReadFile("/proc/sys/kernel/osrelease"); err == nil {
		m.System += " " + strings.TrimSpace(string(version))
	}
	m.Processor = strings.TrimSpace(lineOf("/proc/cpuinfo", "model name"))
	var kib float64
	if _, err := fmt.Sscanf(lineOf("/proc/meminfo", "MemTotal"), "%f", &kib); err == nil {
		m.MemoryGiB = kib / (1 << 20)
	}
	if load, err := os.ReadFile("/proc/loadavg"); err == nil {
		m.Load = strings.Join(strings.Fields(string(load))[:3], " ")
	}
	var err error
	m.SyncUS, err = syncTime(dir)
	return m, err
}

// lineOf returns the value in the first "word: value" line of a file, or "".
func lineOf(path, word string) string {
	text, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	for line := range strings.Lines(string(text)) {
		if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == word {
			return value
		}
	}
	return ""
}

// syncTime returns the median duration in microseconds of 50 fsyncs, each after a small append. A durable write has to wait at
// least that long.
func syncTime(dir string) (float64, error) {
	file, err := os.Create(filepath.Join(dir, "sync"))
	if err != nil {
		return 0, err
	}
	defer file.Close() //nolint:errcheck // nobody reads the file
	block := make([]byte, 4096)
	var took []float64
	for range 50 {
		if _, err := file.Write(block); err != nil {
			return 0, err
		}
		begin := time.Now()
		if err := file.Sync(); err != nil {
			return 0, err
		}
		took = append(took, micros(time.Since(begin)))
	}
	return median(took), nil
}

// commit identifies the code that was measured.
func commit(ctx context.Context) string {
	name, err := output(ctx, "git", "rev-parse", "--short", "HEAD")
	if err != nil {
		return "unknown"
	}
	if changed, err := output(ctx, "git", "--no-optional-locks", "status", "--porcelain", "--untracked-files=no"); err == nil && changed != "" {
		name += " with local changes"
	}
	return name
}
