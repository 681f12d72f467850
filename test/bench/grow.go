package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// grownGoal is the maximum ratio of a request's cost in a large project to its cost in the smallest one.
const grownGoal = 1.2

// grownRow is the result of a work item at one size of the data.
type grownRow struct {
	Work      string  `json:"work"`
	Scale     int     `json:"scale"`
	CPU       float64 `json:"cpu_us"`
	Ratio     float64 `json:"ratio_to_smallest"`
	Spread    float64 `json:"ratio_spread"`
	Rate      float64 `json:"requests_per_s"`
	P50       float64 `json:"p50_us"`
	P99       float64 `json:"p99_us"`
	MemoryMiB float64 `json:"memory_mib"`
	Rounds    int     `json:"rounds"`
	Failed    string  `json:"failed,omitempty"`
}

// startRow is the cost of importing data of one size and starting a server on it.
type startRow struct {
	Scale         int     `json:"scale"`
	Sizes         sizes   `json:"sizes"`
	DatabaseMiB   float64 `json:"database_mib"`
	ImportSeconds float64 `json:"import_s"`
	StartMillis   float64 `json:"start_ms"`
}

// grown is a database of one size and the server that runs on it.
type grown struct {
	scale   int
	product *product
	subject subject
	works   []work
}

// runGrow measures the same work at several sizes on SQLite, taking the sizes in turn.
func runGrow(ctx context.Context, o *options, b binaries, dir string, out *report) (err error) {
	var all []*grown
	defer func() {
		for _, g := range all {
			err = errors.Join(err, g.subject.stop())
		}
	}()
	for _, scale := range o.scales {
		g, start, err := newGrown(ctx, o, b, dir, scale)
		if err != nil {
			return err
		}
		all = append(all, g)
		out.Starts = append(out.Starts, start)
	}
	o.sayf("measuring growth: %d rounds", o.plan.Rounds)
	for i := range all[0].works {
		out.Grown = append(out.Grown, growWork(ctx, o, all, i)...)
	}
	return ctx.Err()
}

func newGrown(ctx context.Context, o *options, b binaries, dir string, scale int) (*grown, startRow, error) {
	s := o.sizes.times(scale)
	file := filepath.Join(dir, fmt.Sprintf("grown%d.json", scale))
	if err := writeData(file, s); err != nil {
		return nil, startRow{}, err
	}
	o.sayf("importing %d tickets with %d time entries", s.Tickets, s.Entries)
	begin := time.Now()
	p, err := loadProduct(ctx, o, b.earnest, dir, file, sqlite)
	if err != nil {
		return nil, startRow{}, err
	}
	start := startRow{Scale: scale, Sizes: s, ImportSeconds: time.Since(begin).Seconds()}
	if err := os.Remove(file); err != nil {
		return nil, start, err
	}
	info, err := os.Stat(p.database)
	if err != nil {
		return nil, start, err
	}
	start.DatabaseMiB = float64(info.Size()) / (1 << 20)
	candidates := growing(p, s)
	if start.StartMillis, err = p.startTime(ctx, &candidates[0].call); err != nil {
		return nil, start, err
	}
	g := &grown{scale: scale, product: p}
	if g.subject, err = p.subject(ctx); err != nil {
		return nil, start, err
	}
	for _, w := range candidates {
		if _, _, err := ask(g.subject.address, &w); err == nil {
			g.works = append(g.works, w)
		} else if !errors.Is(err, errNotServed) {
			return nil, start, errors.Join(err, g.subject.stop())
		}
	}
	return g, start, nil
}

// growWork measures one work item at all sizes, round by round. A size at which it fails is left out from then on, and its row
// gives the reason.
func growWork(ctx context.Context, o *options, all []*grown, work int) []grownRow {
	rounds := make([]series, len(all))
	failures := make([]error, len(all))
	begin := time.Now()
	for round := 0; !o.plan.over(round, begin) && ctx.Err() == nil; round++ {
		var smallest sample
		for i, g := range all {
			if failures[i] != nil {
				continue
			}
			s, err := o.plan.sample(ctx, g.subject, o.plan.Conns, repeat(g.works[work].call))
			failures[i] = err
			if i == 0 {
				smallest = s
			}
			if round > 0 && err == nil {
				rounds[i].add(pair{product: s, bare: smallest})
			}
		}
	}
	rows := make([]grownRow, len(all))
	for i, g := range all {
		r := rounds[i].row(g.works[work], 0)
		rows[i] = grownRow{r.Work, g.scale, r.CPU, r.Ratio, r.Spread, r.Rate, r.P50, r.P99, r.MemoryMiB, r.Rounds, ""}
		if failures[i] != nil {
			rows[i].Failed, _, _ = strings.Cut(failures[i].Error(), "\n")
			o.sayf("%s at %dx failed: %s", r.Work, g.scale, rows[i].Failed)
		}
	}
	return rows
}
