package main

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// settle is how long the servers have to finish their work after a response before their CPU times are read.
const settle = 5 * time.Millisecond

// subject is a server to be measured.
type subject struct {
	*server

	database int    // the pid of its PostgreSQL, or 0
	pprof    string // where it serves profiles, or ""
}

// sample is the cost of one slot, per timed request.
type sample struct {
	cpu, databaseCPU float64 // microseconds
	rate             float64 // requests per second
	requests         int
	latencies        []time.Duration
	memory           memory
}

// plan is how a run is divided into slots.
type plan struct {
	Conns  int           `json:"connections"`
	Rounds int           `json:"rounds"`
	Count  int           `json:"most_requests_a_slot"`
	Slot   time.Duration `json:"slot_ns"`
}

// Limits on rounds, so that work items that take seconds do not make a run take hours.
const (
	roundsLimit = 40 * time.Second
	leastRounds = 1
)

// over reports whether the rounds since begin are enough; round 0 is a warm-up.
func (p plan) over(round int, begin time.Time) bool {
	return round > p.Rounds || round > leastRounds && time.Since(begin) > roundsLimit
}

// sample drives a subject for one slot and reads the CPU time of its processes before and after.
func (p plan) sample(ctx context.Context, s subject, conns int, pattern pattern) (sample, error) {
	slot := slot{address: s.address, conns: conns, pattern: pattern, count: p.Count, time: p.Slot}
	open, err := slot.open()
	if err != nil {
		return sample{}, err
	}
	defer closeAll(open)
	before, err := s.clocks()
	if err != nil {
		return sample{}, err
	}
	seen, err := slot.drive(ctx, open)
	if err != nil {
		return sample{}, err
	}
	if seen.requests == 0 {
		return sample{}, fmt.Errorf("no request was answered within %s: use a longer -slot", p.Slot)
	}
	spent, err := s.clocks()
	if err != nil {
		return sample{}, err
	}
	held, err := memoryOf(s.pid())
	each := float64(seen.requests)
	return sample{
		cpu:         micros(spent.own-before.own) / each,
		databaseCPU: micros(spent.database-before.database) / each,
		rate:        each / seen.wall.Seconds(),
		requests:    seen.requests,
		latencies:   seen.latencies,
		memory:      held,
	}, err
}

type clocks struct{ own, database time.Duration }

func (s subject) clocks() (c clocks, err error) {
	time.Sleep(settle)
	if c.own, err = cpuTime(s.pid()); err != nil || s.database == 0 {
		return c, err
	}
	c.database, err = familyTime(s.database)
	return c, err
}

// pair holds the results of two slots, one for the product and one for the bare handler.
type pair struct{ product, bare sample }

// measure returns a pair for a work item. Which server is measured first changes from round to round.
func (r *rig) measure(ctx context.Context, w work, round int) (p pair, err error) {
	ours := func() (err error) { p.product, err = r.measureProduct(ctx, w); return err }
	bare := func() (err error) {
		p.bare, err = r.plan.sample(ctx, r.bare, r.connsFor(w), w.pattern())
		return err
	}
	if round%2 == 0 {
		return p, errors.Join(bare(), ours())
	}
	return p, errors.Join(ours(), bare())
}

func (r *rig) measureProduct(ctx context.Context, w work) (sample, error) {
	if w.group == after {
		return r.measureAfter(ctx, w.call)
	}
	return r.plan.sample(ctx, r.product, r.connsFor(w), w.pattern())
}

// connsFor returns the number of connections to use for both servers. It must be the same for both, because with a single
// connection, a server waits for each request, which costs more.
func (r *rig) connsFor(w work) int {
	if w.group == after {
		return 1
	}
	return r.plan.Conns
}

// measureAfter returns the cost of a read right after a write: the cost of write, read, write, read, … minus the cost of the
// writes alone.
//
// Everything uses one connection. With several, a read could benefit from another connection's read after the same write, and
// writes would share commits, more so when they run alone than between reads.
func (r *rig) measureAfter(ctx context.Context, read call) (sample, error) {
	var alone, between pattern
	for _, c := range r.changes {
		alone = append(alone, step{c, true})
		between = append(between, step{c, false}, step{read, true})
	}
	write, err := r.plan.sample(ctx, r.product, 1, alone)
	if err != nil {
		return sample{}, err
	}
	both, err := r.plan.sample(ctx, r.product, 1, between)
	both.cpu -= write.cpu
	both.databaseCPU -= write.databaseCPU
	return both, err
}
