package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"earnest/internal/app"
	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/test/scale"
)

// scaledRun is the result of an operation on a whole database, in both worlds, or the reason why it was left out.
type scaledRun struct {
	Name    string  `json:"name"`
	Small   runCost `json:"small"`
	Large   runCost `json:"large"`
	LeftOut string  `json:"left_out,omitempty"`
}

// runCost is what a run of a process costs.
type runCost struct {
	Seconds   float64 `json:"s"`
	CPU       float64 `json:"cpu_s"`
	Database  float64 `json:"database_cpu_s"`
	MemoryMiB float64 `json:"peak_memory_mib"`
}

const startUpRun = "start-up"

// runCommands measures the operations on a whole database, with a number of nodes where they share the work.
func runCommands(ctx context.Context, o *options, sides [2]*side, nodes int, dir string) (rows []scaledRun, err error) {
	backup := func(ctx context.Context, s *side) (cost runCost, err error) {
		if err := s.checkRoom(ctx, dir); err != nil {
			return cost, err
		}
		file := filepath.Join(dir, "backup.db")
		cost, err = s.command(ctx, "backup", file)
		return cost, errors.Join(err, os.RemoveAll(file))
	}
	for _, run := range []struct {
		name string
		do   func(ctx context.Context, s *side) (runCost, error)
	}{
		{"the rows of yesterday", func(ctx context.Context, s *side) (runCost, error) { return dailyRows(ctx, s, nodes) }},
		{"the sweep of an expired session and an old sign-in of each user", sweep},
		{startUpRun, startUp},
		{"doctor", func(ctx context.Context, s *side) (runCost, error) { return s.command(ctx, "doctor") }},
		{"backup", backup},
	} {
		if !o.only.MatchString("whole database: " + run.name) {
			continue
		}
		row := scaledRun{Name: run.name}
		o.sayf("measuring %s", run.name)
		if row.Small, err = run.do(ctx, sides[0]); err == nil {
			row.Large, err = run.do(ctx, sides[1])
		}
		if errors.Is(err, errNoRoom) {
			row.LeftOut, err = err.Error(), nil
			o.sayf("%s is left out: %s", row.Name, row.LeftOut)
		}
		if err != nil {
			return rows, fmt.Errorf("%s: %w", run.name, err)
		}
		rows = append(rows, row)
	}
	return rows, nil
}

var errNoRoom = errors.New("there is not enough room on the disk")

// checkRoom returns errNoRoom if a folder has no room for a backup. A backup of PostgreSQL is a SQLite file, all of which is in its
// write-ahead log first, so it needs room twice.
func (s *side) checkRoom(ctx context.Context, dir string) error {
	need, err := s.product.megabytes(ctx)
	if err != nil {
		return err
	}
	if s.product.postgres != nil {
		need *= 2
	}
	if disk, ok := db.DiskOf(dir); ok && float64(disk.Free>>20) < need {
		return fmt.Errorf("%w: %d MiB are free, and %.0f may be needed", errNoRoom, disk.Free>>20, need)
	}
	return nil
}

// databaseTime returns the CPU time of PostgreSQL in seconds, or 0.
func (s *side) databaseTime() (float64, error) {
	if s.product.postgres == nil {
		return 0, nil
	}
	pid, err := postmaster(s.product.postgres.Dir())
	if err != nil {
		return 0, err
	}
	used, err := familyTime(pid)
	return used.Seconds(), err
}

// command runs a command of the product.
func (s *side) command(ctx context.Context, args ...string) (c runCost, err error) {
	before, err := s.databaseTime()
	if err != nil {
		return c, err
	}
	cmd := exec.CommandContext(ctx, s.product.bin, append(args, "--database", s.product.database)...)
	var text strings.Builder
	cmd.Stdout, cmd.Stderr = &text, &text
	begin := time.Now()
	if err := cmd.Start(); err != nil {
		return c, err
	}
	peak := make(chan float64, 1)
	go func() { peak <- peakOf(cmd.Process.Pid) }()
	if err := cmd.Wait(); err != nil {
		return c, fmt.Errorf("earnest %s: %w: %s", args[0], err, clip(text.String()))
	}
	c.Seconds = time.Since(begin).Seconds()
	c.CPU = (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds()
	c.MemoryMiB = <-peak
	after, err := s.databaseTime()
	c.Database = after - before
	return c, err
}

// peakOf returns the highest memory of a process in MiB, as far as it can be seen until the process ends. The kernel's own figure
// for a process that has ended is of no use, because it includes the memory of the process that started it.
func peakOf(pid int) (most float64) {
	for {
		held, err := memoryOf(pid)
		if err != nil || held.now == 0 {
			return most
		}
		most = max(most, mib(held.most))
		time.Sleep(10 * time.Millisecond)
	}
}

// startUp starts a server and waits for its first answer; the cheapest of several starts counts.
func startUp(ctx context.Context, s *side) (best runCost, err error) {
	first := s.request("GET", "/api/v1/projects/"+s.usual().UUID, "", s.usual().Worker(), 200)
	for try := range startTries {
		took, err := s.product.timeToAnswer(ctx, &first)
		if err != nil {
			return best, err
		}
		if try == 0 || took.Seconds() < best.Seconds {
			best.Seconds = took.Seconds()
		}
	}
	return best, nil
}

// sweep deletes expired rows, as every server does every few minutes. It runs in this process, so only the time it takes is known.
func sweep(ctx context.Context, s *side) (c runCost, err error) {
	d, err := s.open(ctx)
	if err != nil {
		return c, err
	}
	defer d.Close()
	if err := scale.Expire(ctx, d); err != nil {
		return c, err
	}
	before, err := s.databaseTime()
	if err != nil {
		return c, err
	}
	begin := time.Now()
	if err := app.New(d, app.Config{}).Accounts.Sweep(ctx); err != nil {
		return c, err
	}
	c.Seconds = time.Since(begin).Seconds()
	after, err := s.databaseTime()
	c.Database = after - before
	return c, err
}

// dailyRows starts a number of nodes and waits until they have stored yesterday's row of every project. That is more work than on
// time: the first hour of a day takes the rows from the sums that are kept, but later, the state at midnight is reconstructed.
func dailyRows(ctx context.Context, s *side, nodes int) (c runCost, err error) {
	d, err := s.open(ctx)
	if err != nil {
		return c, err
	}
	defer d.Close()
	before, err := s.databaseTime()
	if err != nil {
		return c, err
	}
	begin := time.Now()
	var servers []*server
	defer func() {
		for _, served := range servers {
			err = errors.Join(err, served.stop())
		}
	}()
	for range nodes {
		served, err := s.product.serve(ctx)
		if err != nil {
			return c, err
		}
		servers = append(servers, served)
	}
	if err := awaitDays(ctx, d); err != nil {
		return c, err
	}
	c.Seconds = time.Since(begin).Seconds()
	for _, served := range servers {
		if err := c.addServer(served); err != nil {
			return c, err
		}
	}
	after, err := s.databaseTime()
	c.Database = after - before
	return c, err
}

// addServer adds the CPU time of a server, and its memory if it is the highest.
func (c *runCost) addServer(s *server) error {
	used, err := cpuTime(s.pid())
	if err != nil {
		return err
	}
	held, err := memoryOf(s.pid())
	c.CPU += used.Seconds()
	c.MemoryMiB = max(c.MemoryMiB, mib(held.most))
	return err
}

// awaitDays waits until every project has its row for the day before the current one.
func awaitDays(ctx context.Context, d *db.DB) error {
	for {
		missing, err := missingDays(ctx, d)
		if err != nil || missing == 0 {
			return err
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// missingDays counts the projects without a row for the day before the current one.
func missingDays(ctx context.Context, d *db.DB) (missing int, err error) {
	yesterday := domain.DateOf(time.Now()).AddDays(-1)
	err = d.Read(ctx, func(tx *db.Tx) error {
		missing, err = tx.Count(ctx, db.NewQuery(`
SELECT COUNT(*) FROM projects p WHERE NOT EXISTS (SELECT 1 FROM indicator_days d WHERE d.project_id = p.id AND d.day = $1)`, string(yesterday)))
		return err
	})
	return missing, err
}
