package operate

import (
	"context"
	"errors"
	"runtime"
	"runtime/metrics"
	"time"

	"earnest/internal/db"
	"earnest/internal/instance"
	"earnest/internal/operate/store"
)

const (
	slowDatabase = 500 * time.Millisecond // a trivial query that takes longer indicates trouble
	lowDisk      = 10                     // at least 1/lowDisk of the disk should stay free
	lowDiskBytes = 1 << 30

	filesTime = 3 * time.Second // a store of files that takes longer to answer cannot be used
)

// Job is a background job on this node. Every node runs each of them.
type Job struct {
	Name    string
	LastRun *time.Time // the last run since the node started
	Failed  bool       // that run failed
}

// Problem is something an administrator should look at.
type Problem string

// The problems that Health reports.
const (
	DatabaseSlow Problem = "database_slow"
	DiskLow      Problem = "disk_low"
	DaysMissing  Problem = "days_missing" // projects lack yesterday's row more than an hour after midnight
	JobFailed    Problem = "job_failed"
	FilesAway    Problem = "files_away" // the S3-compatible store cannot be used
)

// Health is the state of the instance.
type Health struct {
	store.State

	Go       string
	Started  time.Time
	Now      time.Time
	Memory   uint64 // bytes that the process holds
	Routines int
	Sessions int
	People   int // users with sessions
	Behind   int // projects without yesterday's row
	Jobs     []Job
	Problems []Problem
}

// Health returns the state of the instance as this node sees it, for administrators.
func (a *Service) Health(ctx context.Context) (Health, error) {
	h := Health{Go: runtime.Version(), Started: a.started, Now: a.Now(), Memory: heldMemory(), Routines: runtime.NumGoroutine()}
	var err error
	if h.State, err = store.ReadState(ctx, a.DB); err != nil {
		return h, err
	}
	err = a.DB.Read(ctx, func(tx *db.Tx) (err error) {
		if h.Sessions, h.People, err = store.CountSessions(ctx, tx, h.Now); err != nil {
			return err
		}
		yesterday := a.Today().AddDays(-1)
		h.Behind, err = store.CountBehind(ctx, tx, yesterday, a.EndOf(yesterday))
		return err
	})
	h.Jobs = jobs(a.Runs)
	h.Problems = h.problems(a.UntilTomorrow() < 23*time.Hour)
	if err := a.askFiles(ctx); err != nil {
		a.Log.WarnContext(ctx, "the store of the files cannot be used", "cause", errors.Unwrap(err))
		h.Problems = append(h.Problems, FilesAway)
	}
	return h, err
}

// askFiles returns an error if files can neither be stored nor read.
func (a *Service) askFiles(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, filesTime)
	defer cancel()
	return a.files(ctx)
}

// problems evaluates the figures; late is true if yesterday's rows should exist by now.
func (h Health) problems(late bool) []Problem {
	var list []Problem
	note := func(is bool, p Problem) {
		if is {
			list = append(list, p)
		}
	}
	note(h.Latency > slowDatabase, DatabaseSlow)
	note(h.Disk != nil && (h.Disk.Free < h.Disk.Total/lowDisk && h.Disk.Free < 20*lowDiskBytes || h.Disk.Free < lowDiskBytes), DiskLow)
	note(late && h.Behind > 0, DaysMissing)
	for _, j := range h.Jobs {
		note(j.Failed, JobFailed)
	}
	return list
}

// heldMemory returns the memory that the process holds, without stopping the world.
func heldMemory() uint64 {
	samples := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(samples)
	return samples[0].Value.Uint64() - samples[1].Value.Uint64()
}

// jobs lists the current state of the jobs.
func jobs(runs *instance.Runs) []Job {
	list := []Job{{Name: instance.DailyJob}, {Name: instance.SweepJob}}
	for i, j := range list {
		if last, did := runs.Last(j.Name); did {
			list[i].LastRun, list[i].Failed = &last.At, last.Failed
		}
	}
	return list
}
