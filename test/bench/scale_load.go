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
	loadConns = 64                     // in all, shared out among the nodes
	loadGoal  = 100 * time.Millisecond // at the 99th percentile
	warmTime  = 5 * time.Second
	// lateLimit is how long after the end of a step its last requests may be sent.
	lateLimit = 5 * time.Second
)

// How the highest rate is searched for.
const (
	loadTime   = 20 * time.Second // for each step
	searchTime = 5 * time.Minute  // for all steps together; no step begins that would end later
	firstRate  = 25.0
	mostRate   = 20_000.0
	rateFactor = 2.0
	closeness  = 1.1 // between a rate that is held and one that is not, where the search ends
)

// loadResult is the highest rate at which the mixed load stays within its goal, and what limits it.
type loadResult struct {
	Rate       float64    `json:"requests_per_s"`
	Unfinished bool       `json:"unfinished,omitempty"` // the search took too long
	Steps      []loadStep `json:"steps"`
	Profiled   float64    `json:"profiled_requests_per_s"`
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

// findRate looks for the highest rate that can be held, and profiles the load at that rate.
func findRate(ctx context.Context, o *options, s *side) (*loadResult, error) {
	l := &mixedLoad{options: o, side: s, result: &loadResult{}}
	if _, err := l.step(ctx, firstRate, warmTime); err != nil {
		return nil, err
	}
	end := time.Now().Add(searchTime - loadTime)
	rate, err := searchRate(func(rate float64) (bool, error) {
		if time.Now().After(end) {
			return false, errSearchTime
		}
		return l.try(ctx, rate)
	})
	l.result.Rate, l.result.Unfinished = rate, errors.Is(err, errSearchTime)
	if err != nil && !l.result.Unfinished {
		return l.result, err
	}
	return l.result, l.profile(ctx)
}

// errSearchTime ends the search for a rate.
var errSearchTime = errors.New("the search for the highest rate has taken too long")

// searchRate returns the highest rate that try has held: it raises the rate by a factor until it is not held, and then bisects. A
// rate that is not held is tried a second time, since something else on the machine may have been in the way.
func searchRate(try func(rate float64) (held bool, err error)) (highest float64, err error) {
	tooHigh := 0.0
	for rate := firstRate; rate < mostRate; {
		held, err := try(rate)
		if err == nil && !held {
			held, err = try(rate)
		}
		switch {
		case err != nil:
			return highest, err
		case held:
			highest = rate
		default:
			tooHigh = rate
		}
		switch {
		case tooHigh == 0:
			rate *= rateFactor
		case highest == 0 || tooHigh/highest <= closeness:
			return highest, nil
		default:
			rate = (highest + tooHigh) / 2
		}
	}
	return highest, nil
}

// try reports whether a rate is held in one step.
func (l *mixedLoad) try(ctx context.Context, rate float64) (bool, error) {
	step, err := l.step(ctx, rate, loadTime)
	if err != nil {
		return false, err
	}
	l.options.sayf("mixed load: %.0f/s: p50 %.1f ms, p99 %.1f ms, %.2f ms of CPU each and %.2f of the database, %d failed, slowest %v",
		rate, step.P50, step.P99, step.CPU, step.Database, step.Failed, step.Slowest)
	l.result.Steps = append(l.result.Steps, step)
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

// plan prepares the requests of some time.
func (l *mixedLoad) plan(rate float64, length time.Duration) []planned {
	mix := l.side.world.Load(loadUsers)
	list := make([]planned, int(rate*length.Seconds()))
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
func (l *mixedLoad) step(ctx context.Context, rate float64, length time.Duration) (loadStep, error) {
	list := l.plan(rate, length)
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
	step.CPU = micros(after.own-before.own) / 1000 / sent(list)
	step.Database = micros(after.database-before.database) / 1000 / sent(list)
	return step, err
}

// sent returns how many requests were sent.
func sent(list []planned) (n float64) {
	for _, q := range list {
		if !errors.Is(q.err, errLate) {
			n++
		}
	}
	return n
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

// errLate is the failure of a request that was not sent, because the servers were too far behind.
var errLate = fmt.Errorf("not sent within %s after the end of the step", lateLimit)

// work sends a node's requests in turn with those of the other workers. After an error, it opens a new connection.
func (l *mixedLoad) work(ctx context.Context, node int, queue *atomic.Int64, list []planned, begin time.Time) error {
	nodes, last := l.side.nodes, begin.Add(list[len(list)-1].due+lateLimit)
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
		if time.Now().After(last) {
			q.took, q.err = time.Since(begin.Add(q.due)), errLate
			continue
		}
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
