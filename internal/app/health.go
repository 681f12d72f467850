package app

import (
	"context"
	"runtime"
	"runtime/metrics"
	"sync"
	"time"

	"earnest/internal/store"
)

const (
	slowDatabase = 500 * time.Millisecond // a database that takes longer for nothing is in trouble
	lowDisk      = 10                     // the part of the disk, one in so many, that should stay free
	lowDiskBytes = 1 << 30
)

// The names of the jobs.
const (
	DailyJob = "daily"
	SweepJob = "sweep"
)

// Job is a task in the background as this node sees it.
type Job struct {
	Name      string
	Shared    bool       // one node at a time does it
	Here      bool       // this one
	HeldUntil *time.Time // by whichever node; nil: nobody has it
	LastRun   *time.Time // on this node since it started
	Failed    bool       // that run did
}

// elsewhere tells that another node does the job now.
func (j Job) elsewhere() bool { return j.HeldUntil != nil && !j.Here }

// Problem is something an administrator should look at.
type Problem string

// The problems.
const (
	DatabaseSlow Problem = "database_slow"
	DiskLow      Problem = "disk_low"
	DaysMissing  Problem = "days_missing" // of projects, an hour after the day's end
	NobodyDaily  Problem = "daily_idle"   // no node stores the rows of the days
	JobFailed    Problem = "job_failed"
)

// Health is how the instance is.
type Health struct {
	store.State

	Go       string
	Started  time.Time
	Now      time.Time
	Memory   uint64 // that the process holds
	Routines int
	Sessions int
	People   int // who have them
	Behind   int // projects that lack yesterday's row
	Jobs     []Job
	Problems []Problem
}

// Health tells administrators how the instance is, as this node sees it.
func (a *App) Health(ctx context.Context) (Health, error) {
	h := Health{Go: runtime.Version(), Started: a.started, Now: a.clock(), Memory: heldMemory(), Routines: runtime.NumGoroutine()}
	var err error
	if h.State, err = a.store.State(ctx); err != nil {
		return h, err
	}
	err = a.store.Read(ctx, func(tx *store.Tx) (err error) {
		if h.Sessions, h.People, err = tx.CountSessions(ctx, h.Now); err != nil {
			return err
		}
		yesterday := a.Today().AddDays(-1)
		if h.Behind, err = tx.CountBehind(ctx, yesterday, a.endOf(yesterday)); err != nil {
			return err
		}
		leases, err := tx.Leases(ctx)
		h.Jobs = a.runs.jobs(leases, h.Now)
		return err
	})
	h.Problems = h.problems(a.UntilTomorrow() < 23*time.Hour)
	return h, err
}

// problems judges the figures; late tells whether the rows of yesterday should be there by now.
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
		note(j.Shared && j.HeldUntil == nil, NobodyDaily)
		note(j.Failed && !j.elsewhere(), JobFailed)
	}
	return list
}

// heldMemory is what the process holds of the system's memory, without stopping it to look.
func heldMemory() uint64 {
	samples := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(samples)
	return samples[0].Value.Uint64() - samples[1].Value.Uint64()
}

// runs remembers when this node last did its jobs.
type runs struct {
	mu   sync.Mutex
	last map[string]run
	node string // under which this node holds tasks
}

type run struct {
	at     time.Time
	failed bool
}

func newRuns() *runs { return &runs{last: map[string]run{}} }

// note remembers a run.
func (r *runs) note(job string, at time.Time, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.last[job] = run{at, err != nil}
}

// called remembers the name under which this node holds tasks.
func (r *runs) called(node string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.node = node
}

// jobs lists the jobs as they stand.
func (r *runs) jobs(leases []store.Lease, now time.Time) []Job {
	r.mu.Lock()
	defer r.mu.Unlock()
	daily, sweep := Job{Name: DailyJob, Shared: true}, Job{Name: SweepJob, Here: true}
	for _, l := range leases {
		if l.Name == historyLease && l.HeldUntil.After(now) {
			daily.HeldUntil, daily.Here = &l.HeldUntil, l.Holder == r.node
		}
	}
	list := []Job{daily, sweep}
	for i, j := range list {
		if last, did := r.last[j.Name]; did {
			list[i].LastRun, list[i].Failed = &last.at, last.failed
		}
	}
	return list
}
