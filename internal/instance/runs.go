package instance

import (
	"sync"
	"time"
)

// The names of the background jobs.
const (
	DailyJob = "daily"
	SweepJob = "sweep"
)

// Run is the last run of a job on this node.
type Run struct {
	At     time.Time
	Failed bool
}

// Runs records when this node last ran its jobs. It is safe for concurrent use.
type Runs struct {
	mu   sync.Mutex
	last map[string]Run
}

// NewRuns returns an empty record.
func NewRuns() *Runs { return &Runs{last: map[string]Run{}} }

// Record stores the outcome of a run.
func (r *Runs) Record(job string, at time.Time, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.last[job] = Run{at, err != nil}
}

// Last returns the last run of a job, and false if there has been none since the node started.
func (r *Runs) Last(job string) (Run, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	run, ok := r.last[job]
	return run, ok
}
