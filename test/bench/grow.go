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

// The dashboard's finance page may take this many microseconds of CPU time after a write in a project with this many tickets. It describes the whole
// project, so it may cost more in a larger one.
const (
	pageGoal    = 60_000
	pageTickets = 20_000
)

// grownRow is the result of a work item at one size of the data. CPU is that of the server and the database together.
type grownRow struct {
	Engine    string  `json:"engine"`
	Group     group   `json:"group"`
	Work      string  `json:"work"`
	Scale     int     `json:"scale"`
	Tickets   int     `json:"tickets"`
	CPU       float64 `json:"cpu_us"`
	Ratio     float64 `json:"ratio_to_smallest"`
	Spread    float64 `json:"ratio_spread"`
	Rate      float64 `json:"requests_per_s"`
	P50       float64 `json:"p50_us"`
	P99       float64 `json:"p99_us"`
	MemoryMiB float64 `json:"memory_mib"`
	Rounds    int     `json:"rounds"`
	Failed    string  `json:"failed,omitempty"`
	Page      bool    `json:"page"`
}

// goal returns the goal in words, and whether it is met; "" means no goal.
func (r grownRow) goal(smallest int) (words string, met bool) {
	switch {
	case r.Page && r.Tickets == pageTickets:
		words, met = fmt.Sprintf("≤ %d µs", pageGoal), r.CPU <= pageGoal
	case !r.Page && r.Scale > smallest:
		words, met = fmt.Sprintf("≤ %gx", grownGoal), r.Ratio <= grownGoal
	}
	return words, met && r.Failed == ""
}

// startRow is the cost of importing data of one size and starting a server on it.
type startRow struct {
	Engine        string  `json:"engine"`
	Scale         int     `json:"scale"`
	Sizes         sizes   `json:"sizes"`
	DatabaseMiB   float64 `json:"database_mib"`
	ImportSeconds float64 `json:"import_s"`
	StartMillis   float64 `json:"start_ms"`
}

// grown is a database of one size and the server that runs on it.
type grown struct {
	scale   int
	tickets int
	product *product
	rig     *rig // without a bare handler
	works   []work
}

// runGrow measures the same work at several sizes, taking the sizes in turn.
func runGrow(ctx context.Context, o *options, b binaries, dir, engine string, out *report) (err error) {
	var all []*grown
	defer func() {
		for _, g := range all {
			err = errors.Join(err, g.rig.product.stop(), g.product.close())
		}
	}()
	for _, scale := range o.scales {
		g, start, err := newGrown(ctx, o, b, dir, engine, scale)
		if err != nil {
			return err
		}
		all = append(all, g)
		out.Starts = append(out.Starts, start)
	}
	o.sayf("measuring growth on %s: %d rounds", engine, o.plan.Rounds)
	for i := range all[0].works {
		out.Grown = append(out.Grown, growWork(ctx, o, all, i)...)
	}
	return ctx.Err()
}

func newGrown(ctx context.Context, o *options, b binaries, dir, engine string, scale int) (_ *grown, start startRow, err error) {
	s := o.sizes.times(scale)
	start = startRow{Engine: engine, Scale: scale, Sizes: s}
	file := filepath.Join(dir, fmt.Sprintf("grown%d-%s.json", scale, engine))
	if err := writeData(file, s); err != nil {
		return nil, start, err
	}
	o.sayf("importing %d tickets with %d time entries into %s", s.Tickets, s.Entries, engine)
	begin := time.Now()
	p, err := loadProduct(ctx, o, b.earnest, dir, file, engine)
	if err != nil {
		return nil, start, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, p.close())
		}
	}()
	start.ImportSeconds = time.Since(begin).Seconds()
	if err := errors.Join(os.Remove(file), p.settle(ctx)); err != nil {
		return nil, start, err
	}
	if start.DatabaseMiB, err = p.megabytes(ctx); err != nil {
		return nil, start, err
	}
	candidates := growing(p, s)
	if start.StartMillis, err = p.startTime(ctx, &candidates[0].call); err != nil {
		return nil, start, err
	}
	g := &grown{scale: scale, tickets: s.Tickets, product: p, rig: &rig{plan: o.plan, changes: changes(p)}}
	if g.rig.product, err = p.subject(ctx); err != nil {
		return nil, start, err
	}
	for _, w := range candidates {
		if _, _, err := ask(g.rig.product.address, &w); err == nil {
			g.works = append(g.works, w)
		} else if !errors.Is(err, errNotServed) {
			return nil, start, errors.Join(err, g.rig.product.stop())
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
			s, err := g.rig.measureProduct(ctx, g.works[work])
			s, failures[i] = s.whole(), err
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
		rows[i] = grownRow{
			Engine: g.product.engine, Group: r.Group, Work: r.Work, Scale: g.scale, Tickets: g.tickets, CPU: r.CPU, Ratio: r.Ratio, Spread: r.Spread,
			Rate: r.Rate, P50: r.P50, P99: r.P99, MemoryMiB: r.MemoryMiB, Rounds: r.Rounds, Page: r.Work == financePage,
		}
		if failures[i] != nil {
			rows[i].Failed, _, _ = strings.Cut(failures[i].Error(), "\n")
			o.sayf("%s at %dx failed: %s", r.Work, g.scale, rows[i].Failed)
		}
	}
	return rows
}
