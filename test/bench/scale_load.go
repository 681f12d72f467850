package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

const (
	loadUsers = 500
	loadConns = 64 // in all, shared out among the nodes
	loadTime  = 5 * time.Second
	loadGoal  = 100 * time.Millisecond // at the 99th percentile
	firstRate = 25.0
	mostRate  = 20_000.0
)

// loadResult is the highest rate at which the mixed load stays within its goal, and what limits it.
type loadResult struct {
	Rate       float64    `json:"requests_per_s"`
	Steps      []loadStep `json:"steps"`
	Functions  string     `json:"top_functions,omitempty"`
	Statements []string   `json:"top_statements,omitempty"`
}

// loadStep is the load at one rate.
type loadStep struct {
	Rate     float64  `json:"requests_per_s"`
	P50      float64  `json:"p50_ms"`
	P99      float64  `json:"p99_ms"`
	CPU      float64  `json:"nodes_cpu_ms"` // for each request
	Database float64  `json:"database_cpu_ms"`
	Failed   int      `json:"failed"`
	Slowest  []string `json:"slowest"` // the acts with the highest 99th percentiles
}

func (s loadStep) held() bool { return s.Failed == 0 && s.P99 <= micros(loadGoal)/1000 }

// mixedLoad sends the requests of the mix; next is the number of the next one.
type mixedLoad struct {
	options *options
	side    *side
	result  *loadResult
	next    int
}

// findRate raises the rate step by step until it cannot be held, narrows it down, and profiles the load at the rate that holds.
func findRate(ctx context.Context, o *options, s *side) (*loadResult, error) {
	l := &mixedLoad{options: o, side: s, result: &loadResult{}}
	if _, err := l.step(ctx, firstRate); err != nil { // to warm up
		return nil, err
	}
	tooHigh, err := l.climb(ctx)
	if err == nil {
		err = l.narrow(ctx, tooHigh)
	}
	if err != nil {
		return l.result, err
	}
	return l.result, l.profile(ctx)
}

// climb raises the rate until it cannot be held, and returns the first rate that is too high.
func (l *mixedLoad) climb(ctx context.Context) (float64, error) {
	rate := firstRate
	for rate < mostRate {
		held, err := l.try(ctx, rate)
		if err != nil || !held {
			return rate, err
		}
		rate *= 1.6
	}
	return rate, nil
}

// narrow looks for the highest rate that can be held below one that cannot.
func (l *mixedLoad) narrow(ctx context.Context, tooHigh float64) error {
	for low := l.result.Rate; low > 0 && tooHigh/low > 1.1; low = l.result.Rate {
		middle := (low + tooHigh) / 2
		held, err := l.try(ctx, middle)
		if err != nil {
			return err
		}
		if !held {
			tooHigh = middle
		}
	}
	return nil
}

// try reports whether a rate can be held. A rate that is not held is tried a second time, since something else on the machine may
// have been in the way.
func (l *mixedLoad) try(ctx context.Context, rate float64) (bool, error) {
	held, err := l.once(ctx, rate)
	if err == nil && !held {
		held, err = l.once(ctx, rate)
	}
	return held, err
}

func (l *mixedLoad) once(ctx context.Context, rate float64) (bool, error) {
	step, err := l.step(ctx, rate)
	if err != nil {
		return false, err
	}
	l.options.sayf("mixed load: %.0f/s: p50 %.1f ms, p99 %.1f ms, %.2f ms of CPU each and %.2f of the database, %d failed, slowest %v",
		rate, step.P50, step.P99, step.CPU, step.Database, step.Failed, step.Slowest)
	l.result.Steps = append(l.result.Steps, step)
	if step.held() {
		l.result.Rate = max(l.result.Rate, rate)
	}
	return step.held(), nil
}

// planned is a request with the moment at which it is due.
type planned struct {
	call call
	name string
	node int
	due  time.Duration
	took time.Duration
	err  error
}

// plan prepares the requests of one step.
func (l *mixedLoad) plan(rate float64) []planned {
	mix := l.side.world.Load(loadUsers)
	list := make([]planned, int(rate*loadTime.Seconds()))
	for i := range list {
		q := mix.Request(l.next)
		l.next++
		list[i] = planned{
			call: l.side.request(q.Method, q.Path, q.Body, q.By, q.Status), name: q.Name, node: i % len(l.side.nodes),
			due: time.Duration(float64(i) / rate * float64(time.Second)),
		}
	}
	return list
}

// step sends requests at a rate. A request is sent when it is due, whether earlier ones have been answered or not, as long as a
// connection is free, and its latency counts from when it was due.
func (l *mixedLoad) step(ctx context.Context, rate float64) (loadStep, error) {
	list := l.plan(rate)
	before, err := l.clocks()
	if err != nil {
		return loadStep{}, err
	}
	if err := l.send(ctx, list); err != nil {
		return loadStep{}, err
	}
	after, err := l.clocks()
	step := summary(list)
	step.Rate = rate
	step.CPU = micros(after.own-before.own) / 1000 / float64(len(list))
	step.Database = micros(after.database-before.database) / 1000 / float64(len(list))
	return step, err
}

// send keeps a fixed number of connections to each node busy with the requests that are due.
func (l *mixedLoad) send(ctx context.Context, list []planned) error {
	nodes := l.side.nodes
	var queues [2]atomic.Int64
	var all sync.WaitGroup
	failures := make([]error, loadConns)
	begin := time.Now()
	for worker := range loadConns {
		all.Go(func() {
			failures[worker] = l.work(ctx, worker%len(nodes), &queues[worker%len(nodes)], list, begin)
		})
	}
	all.Wait()
	return errors.Join(failures...)
}

// work sends a node's requests in turn with those of the other workers. After an error, it opens a new connection.
func (l *mixedLoad) work(ctx context.Context, node int, queue *atomic.Int64, list []planned, begin time.Time) error {
	nodes := l.side.nodes
	var c *conn
	defer func() {
		if c != nil {
			closeAll([]*conn{c})
		}
	}()
	for ctx.Err() == nil {
		i := int(queue.Add(1)-1)*len(nodes) + node
		if i >= len(list) {
			return nil
		}
		q := &list[i]
		time.Sleep(time.Until(begin.Add(q.due)))
		if c == nil {
			var err error
			if c, err = dial(nodes[node].address, grace); err != nil {
				return err
			}
		}
		if q.err = c.do(&q.call); q.err != nil {
			closeAll([]*conn{c})
			c = nil
		}
		q.took = time.Since(begin.Add(q.due))
	}
	return ctx.Err()
}

func (l *mixedLoad) clocks() (sum clocks, err error) {
	for _, n := range l.side.nodes {
		c, err := n.clocks()
		if err != nil {
			return sum, err
		}
		sum.own += c.own
		sum.database = c.database
	}
	return sum, nil
}

// summary sums up a step: its percentiles, and the acts that were slowest.
func summary(list []planned) (s loadStep) {
	var all []time.Duration
	byName := map[string][]time.Duration{}
	for _, q := range list {
		if q.err != nil {
			s.Failed++
			if s.Failed == 1 {
				s.Slowest = append(s.Slowest, q.err.Error())
			}
		}
		all = append(all, q.took)
		byName[q.name] = append(byName[q.name], q.took)
	}
	s.P50, s.P99 = micros(percentile(all, 50))/1000, micros(percentile(all, 99))/1000
	s.Slowest = append(s.Slowest, slowest(byName, 3)...)
	return s
}

// slowest returns the names with the highest 99th percentiles.
func slowest(byName map[string][]time.Duration, most int) (names []string) {
	for range min(most, len(byName)) {
		worst, at := time.Duration(-1), ""
		for name, took := range byName {
			if p := percentile(took, 99); p > worst {
				worst, at = p, name
			}
		}
		names = append(names, fmt.Sprintf("%s %.0f ms", at, micros(worst)/1000))
		delete(byName, at)
	}
	return names
}
