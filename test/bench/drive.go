package main

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// grace is how long a slot may exceed its time before its connections are cut.
const grace = time.Minute

// step is a call in a pattern. Only timed steps count as requests.
type step struct {
	call  call
	timed bool
}

// pattern is a sequence of calls that a connection repeats. At least one of them is timed.
type pattern []step

// warmSteps is how many steps of a pattern are made before a slot, so that one-time costs are not measured.
const warmSteps = 4

// repeat returns a pattern of calls that are all timed.
func repeat(calls ...call) pattern {
	p := make(pattern, len(calls))
	for i, c := range calls {
		p[i] = step{c, true}
	}
	return p
}

// of returns the pattern as one of several connections repeats it. Each begins somewhere else, after a timed step.
func (p pattern) of(conn, conns int) pattern {
	at := conn * len(p) / conns
	for at > 0 && !p[at-1].timed {
		at--
	}
	return slices.Concat(p[at:], p[:at])
}

// slot is a period of load: it ends after its time or its number of requests, whichever comes first.
type slot struct {
	address string
	conns   int
	pattern pattern
	count   int
	time    time.Duration
}

// tally is the result of a slot: the number of timed requests, the duration of the slot and the latency of each timed request.
type tally struct {
	requests  int
	wall      time.Duration
	latencies []time.Duration
}

// open connects and runs the beginning of the pattern on each connection.
func (s *slot) open() ([]*conn, error) {
	conns := make([]*conn, 0, s.conns)
	for range s.conns {
		c, err := dial(s.address, grace)
		if err != nil {
			closeAll(conns)
			return nil, err
		}
		conns = append(conns, c)
	}
	failures := make([]error, s.conns)
	var all sync.WaitGroup
	for i, c := range conns {
		all.Go(func() { failures[i] = c.warmUp(s.pattern.of(i, s.conns), s.time+grace) })
	}
	all.Wait()
	if err := errors.Join(failures...); err != nil {
		closeAll(conns)
		return nil, err
	}
	return conns, nil
}

// warmUp runs the beginning of the pattern, then sets the connection's deadline for the slot.
func (c *conn) warmUp(p pattern, limit time.Duration) error {
	for i := range min(len(p), warmSteps) {
		if err := c.do(&p[i].call); err != nil {
			return err
		}
	}
	return c.SetDeadline(time.Now().Add(limit))
}

func closeAll(conns []*conn) {
	for _, c := range conns {
		_ = c.Close()
	}
}

// drive keeps every connection busy until the slot ends. A connection that gets a wrong response stops early, and drive then
// returns an error.
func (s *slot) drive(ctx context.Context, conns []*conn) (tally, error) {
	var left atomic.Int64
	left.Store(int64(s.count))
	tallies := make([]tally, len(conns))
	failures := make([]error, len(conns))
	begin := time.Now()
	end := begin.Add(s.time)
	var all sync.WaitGroup
	for i, c := range conns {
		all.Go(func() { tallies[i], failures[i] = c.one(ctx, s.pattern.of(i, s.conns), &left, end) })
	}
	all.Wait()
	whole := tally{wall: time.Since(begin)}
	for _, t := range tallies {
		whole.requests += t.requests
		whole.latencies = append(whole.latencies, t.latencies...)
	}
	return whole, errors.Join(failures...)
}

// one drives one connection until the slot ends, which is always after a timed step.
func (c *conn) one(ctx context.Context, p pattern, left *atomic.Int64, end time.Time) (tally, error) {
	t := tally{latencies: make([]time.Duration, 0, 4096)}
	now, next := time.Now(), 0
	for now.Before(end) && ctx.Err() == nil && left.Add(-1) >= 0 {
		for timed := false; !timed; next = (next + 1) % len(p) {
			if err := c.do(&p[next].call); err != nil {
				return t, err
			}
			done := time.Now()
			if timed = p[next].timed; timed {
				t.requests++
				t.latencies = append(t.latencies, done.Sub(now))
			}
			now = done
		}
	}
	return t, ctx.Err()
}
