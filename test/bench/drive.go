package main

import (
	"context"
	"errors"
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

// pattern is a sequence of calls that a connection repeats.
type pattern []step

// repeat returns a pattern that consists of one call.
func repeat(c call) pattern { return pattern{{c, true}} }

// slot is a period of load: it ends after its time or its number of requests, whichever comes first.
type slot struct {
	address string
	conns   int
	pattern pattern
	count   int
	time    time.Duration
}

// tally is the result of a slot: the number of cycles through the pattern, the number of timed requests, the duration of the slot
// and the latency of each timed request.
type tally struct {
	cycles, requests int
	wall             time.Duration
	latencies        []time.Duration
}

// open connects and runs the pattern once on each connection, so that one-time costs are not measured.
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
		all.Go(func() { failures[i] = c.warmUp(s.pattern, s.time+grace) })
	}
	all.Wait()
	if err := errors.Join(failures...); err != nil {
		closeAll(conns)
		return nil, err
	}
	return conns, nil
}

// warmUp runs the pattern once, then sets the connection's deadline for the slot.
func (c *conn) warmUp(p pattern, limit time.Duration) error {
	for i := range p {
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
		all.Go(func() { tallies[i], failures[i] = s.one(ctx, c, &left, end) })
	}
	all.Wait()
	whole := tally{wall: time.Since(begin)}
	for _, t := range tallies {
		whole.cycles += t.cycles
		whole.requests += t.requests
		whole.latencies = append(whole.latencies, t.latencies...)
	}
	return whole, errors.Join(failures...)
}

// one drives one connection until the slot ends.
func (s *slot) one(ctx context.Context, c *conn, left *atomic.Int64, end time.Time) (tally, error) {
	t := tally{latencies: make([]time.Duration, 0, 4096)}
	for now := time.Now(); now.Before(end) && ctx.Err() == nil && left.Add(-int64(len(s.pattern))) >= 0; {
		for i := range s.pattern {
			if err := c.do(&s.pattern[i].call); err != nil {
				return t, err
			}
			done := time.Now()
			if s.pattern[i].timed {
				t.requests++
				t.latencies = append(t.latencies, done.Sub(now))
			}
			now = done
		}
		t.cycles++
	}
	return t, ctx.Err()
}
