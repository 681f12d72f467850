package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
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

// findRate raises the rate step by step until it cannot be held, narrows it down, and profiles the load at the rate that holds. A
// rate that is not held is tried a second time, since something else on the machine may have been in the way.
func findRate(ctx context.Context, o *options, s *side) (*loadResult, error) {
	result := &loadResult{}
	l := &mixedLoad{side: s}
	once := func(rate float64) (bool, error) {
		step, err := l.step(ctx, rate)
		if err != nil {
			return false, err
		}
		o.sayf("mixed load: %.0f/s: p50 %.1f ms, p99 %.1f ms, %.2f ms of CPU each and %.2f of the database, %d failed, slowest %v",
			rate, step.P50, step.P99, step.CPU, step.Database, step.Failed, step.Slowest)
		result.Steps = append(result.Steps, step)
		if step.held() {
			result.Rate = max(result.Rate, rate)
		}
		return step.held(), nil
	}
	try := func(rate float64) (bool, error) {
		held, err := once(rate)
		if err == nil && !held {
			held, err = once(rate)
		}
		return held, err
	}
	if _, err := l.step(ctx, firstRate); err != nil { // to warm up
		return nil, err
	}
	rate, tooHigh := firstRate, 0.0
	for tooHigh == 0 && rate < mostRate {
		held, err := try(rate)
		if err != nil {
			return nil, err
		}
		if held {
			rate *= 1.6
		} else {
			tooHigh = rate
		}
	}
	for low := result.Rate; low > 0 && tooHigh/low > 1.1; low = result.Rate {
		middle := (low + tooHigh) / 2
		held, err := try(middle)
		if err != nil {
			return nil, err
		}
		if !held {
			tooHigh = middle
		}
	}
	return result, l.profile(ctx, o, result)
}

// mixedLoad sends the requests of the mix; next is the number of the next one.
type mixedLoad struct {
	side *side
	next int
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

// profile repeats the load at the rate that holds, and reports which functions of the first node and which statements take the
// time.
func (l *mixedLoad) profile(ctx context.Context, o *options, result *loadResult) error {
	file := filepath.Join(o.profileDir(), fmt.Sprintf("scale-%s.pprof", l.side.product.engine))
	fetched := make(chan error, 1)
	go func() { fetched <- fetchProfile(ctx, l.side.nodes[0].pprof, file) }()
	watching, stop := context.WithCancel(ctx)
	watched := make(chan []string, 1)
	go func() { watched <- l.watch(watching) }()
	_, err := l.step(ctx, max(result.Rate, firstRate))
	stop()
	result.Statements = <-watched
	if err := errors.Join(err, <-fetched); err != nil {
		return err
	}
	var text strings.Builder
	for _, args := range [][]string{
		{"-top", "-nodecount=8"},
		{"-top", "-cum", "-nodecount=15", `-show=^earnest/internal/(dash|apiv1|admit|work|money|operate|identity)`},
	} {
		top, err := output(ctx, "go", append(append([]string{"tool", "pprof"}, args...), file)...)
		if err != nil {
			return err
		}
		_, top, _ = strings.Cut(top, "flat%")
		text.WriteString("flat  flat%" + top + "\n")
	}
	result.Functions = text.String()
	return nil
}

// watch looks every few milliseconds at what PostgreSQL is doing, and returns the statements that it was seen with most often.
func (l *mixedLoad) watch(ctx context.Context) []string {
	if l.side.product.postgres == nil {
		return nil
	}
	c, err := pgx.Connect(ctx, l.side.product.database)
	if err != nil {
		return []string{err.Error()}
	}
	defer c.Close(context.WithoutCancel(ctx)) //nolint:errcheck // it only read
	seen := map[string]int{}
	for ctx.Err() == nil {
		rows, err := c.Query(ctx, `SELECT query FROM pg_stat_activity WHERE state = 'active' AND pid <> pg_backend_pid() AND backend_type = 'client backend'`)
		if err != nil {
			break
		}
		for rows.Next() {
			var text string
			if rows.Scan(&text) == nil {
				seen[short(text)]++
			}
		}
		rows.Close()
		time.Sleep(10 * time.Millisecond)
	}
	return most(seen, 8)
}

// short returns the beginning of a statement on one line.
func short(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	return text[:min(len(text), 160)]
}

// most returns the keys with the highest counts.
func most(seen map[string]int, n int) (list []string) {
	for range min(n, len(seen)) {
		best := ""
		for text, count := range seen {
			if best == "" || count > seen[best] {
				best = text
			}
		}
		list = append(list, fmt.Sprintf("%d: %s", seen[best], best))
		delete(seen, best)
	}
	return list
}

// profileDir returns the folder for profiles.
func (o *options) profileDir() string {
	if o.profile != "" {
		return o.profile
	}
	return o.temporary
}
