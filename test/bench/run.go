package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"time"
)

// startTries is how many starts are timed.
const startTries = 5

// runEngine adds one engine's rows to the report. It measures every work item in several rounds, taking the product and the bare
// handler in turn.
func runEngine(ctx context.Context, o *options, b binaries, dir, engine string, out *report) (err error) {
	p, err := load(ctx, o, b, dir, engine)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.close()) }()
	r, err := newRig(ctx, o, b, p, dir)
	if err != nil {
		return err
	}
	rows, whole, err := r.run(ctx, o)
	if err := errors.Join(err, r.stop()); err != nil {
		return err
	}
	out.Rows = append(out.Rows, rows...)
	for _, w := range r.missing {
		out.Missing = append(out.Missing, fmt.Sprintf("%s: %s, %s", engine, w.name, w.group))
	}
	summary := engineSummary{Engine: engine, MemoryMiB: mib(whole.now), MostMiB: mib(whole.most)}
	first := works(p)[0].call
	if summary.StartMillis, err = p.startTime(ctx, &first); err != nil {
		return err
	}
	out.Engines = append(out.Engines, summary)
	if engine == sqlite {
		out.SlowSync = slowSync(ctx, o, p)
	}
	return nil
}

// load creates a database with the workspace.
func load(ctx context.Context, o *options, b binaries, dir, engine string) (*product, error) {
	file := filepath.Join(dir, "workspace.json")
	if err := writeData(file, o.sizes); err != nil {
		return nil, err
	}
	o.sayf("importing %d projects, one of %d tickets with %d time entries, into %s",
		o.sizes.Projects, o.sizes.Tickets, o.sizes.Entries, engine)
	return loadProduct(ctx, o, b.earnest, dir, file, engine)
}

// run measures group by group, and in each group round by round; the first round only warms up.
func (r *rig) run(ctx context.Context, o *options) ([]row, memory, error) {
	all := make([]series, len(r.works))
	for _, g := range []group{reads, refuse, after, writes, many} {
		if !slices.ContainsFunc(r.works, func(w work) bool { return w.group == g }) {
			continue
		}
		o.sayf("measuring %s: %d rounds", g, r.plan.Rounds)
		begin := time.Now()
		for round := 0; !r.plan.over(round, begin); round++ {
			if err := r.round(ctx, g, round, all); err != nil {
				return nil, memory{}, err
			}
		}
	}
	rows := make([]row, len(r.works))
	for i, w := range r.works {
		rows[i] = all[i].row(w, r.sizes[i])
		rows[i].Engine = r.engine
	}
	compareWithStatuses(rows)
	whole, err := memoryOf(r.product.pid())
	return rows, whole, err
}

// round measures each work item of a group once and adds it to its series.
func (r *rig) round(ctx context.Context, g group, round int, all []series) error {
	for i, w := range r.works {
		if w.group != g {
			continue
		}
		p, err := r.measure(ctx, w, round)
		if err != nil {
			return fmt.Errorf("%s (%s): %w", w.name, g, err)
		}
		if round > 0 {
			all[i].add(p)
		}
	}
	return nil
}

// startTime returns the median time from start to first response over several starts, in milliseconds.
func (p *product) startTime(ctx context.Context, c *call) (float64, error) {
	var took []float64
	for range startTries {
		d, err := p.timeToAnswer(ctx, c)
		if err != nil {
			return 0, err
		}
		took = append(took, micros(d)/1000)
	}
	return median(took), nil
}
