package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
)

// volume is a served database whose large project has the given number of time entries. Its tickets, sprints, epics and members
// are the same in every volume.
type volume struct {
	entries int
	product *product
	rig     *rig // without a bare handler
	works   []work
}

// volumeRow is the result of a work item with a given number of time entries.
type volumeRow struct {
	Engine      string  `json:"engine"`
	Group       group   `json:"group"`
	Work        string  `json:"work"`
	Entries     int     `json:"time_entries"`
	CPU         float64 `json:"cpu_us"`
	DatabaseCPU float64 `json:"database_cpu_us,omitempty"`
	Ratio       float64 `json:"ratio_to_fewest"` // of the CPU time of server and database together
	Spread      float64 `json:"ratio_spread"`
	P50         float64 `json:"p50_us"`
	Rounds      int     `json:"rounds"`
}

// loadRow is how long it took to import the entries.
type loadRow struct {
	Engine  string  `json:"engine"`
	Entries int     `json:"time_entries"`
	Seconds float64 `json:"import_s"`
}

// runVolumes measures reads of earned value with several numbers of time entries, and how much the roll-ups add to the cost of
// logging time.
func runVolumes(ctx context.Context, o *options, b binaries, dir, engine string, out *report) (err error) {
	var all []*volume
	defer func() {
		for _, v := range all {
			err = errors.Join(err, v.product.close())
		}
	}()
	for _, entries := range o.volumes {
		begin := time.Now()
		v, err := loadVolume(ctx, o, b, dir, engine, entries)
		if err != nil {
			return err
		}
		all = append(all, v)
		out.Loads = append(out.Loads, loadRow{engine, entries, time.Since(begin).Seconds()})
	}
	rows, err := measureVolumes(ctx, o, all)
	if err != nil {
		return err
	}
	out.Volumes = append(out.Volumes, rows...)
	for _, v := range all {
		row, err := measureRollUps(ctx, o, v)
		if err != nil {
			return err
		}
		out.RollUps = append(out.RollUps, row)
	}
	return nil
}

func loadVolume(ctx context.Context, o *options, b binaries, dir, engine string, entries int) (*volume, error) {
	file := filepath.Join(dir, fmt.Sprintf("volume%d-%s.json", entries, engine))
	s := o.sizes
	s.Entries = entries
	if err := writeData(file, s); err != nil {
		return nil, err
	}
	o.sayf("importing %d projects, one of %d tickets with %d time entries, into %s", s.Projects, s.Tickets, entries, engine)
	p, err := loadProduct(ctx, o, b.earnest, dir, file, engine)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(os.Remove(file), p.settle(ctx)); err != nil {
		return nil, errors.Join(err, p.close())
	}
	return &volume{entries: entries, product: p, works: volumeWorks(p)}, nil
}

// settle runs the vacuum that PostgreSQL would run by itself some time after an import, so that it does not run during a
// measurement.
func (p *product) settle(ctx context.Context) error {
	if p.postgres == nil {
		return nil
	}
	c, err := pgx.Connect(ctx, p.database)
	if err != nil {
		return err
	}
	_, err = c.Exec(ctx, "VACUUM ANALYZE")
	return errors.Join(err, c.Close(ctx))
}

// volumeWorks returns the reads of earned value, both for unchanged data and right after a write.
func volumeWorks(p *product) []work {
	return slices.DeleteFunc(works(p), func(w work) bool {
		return w.name != "finance" && w.name != "portfolio"
	})
}

// measureVolumes measures each work item round by round, taking the volumes in turn.
func measureVolumes(ctx context.Context, o *options, all []*volume) (rows []volumeRow, err error) {
	defer func() {
		for _, v := range all {
			if v.rig != nil {
				err = errors.Join(err, v.rig.product.stop())
			}
		}
	}()
	for _, v := range all {
		s, err := v.product.subject(ctx)
		if err != nil {
			return nil, err
		}
		v.rig = &rig{plan: o.plan, product: s, changes: changes(v.product)}
	}
	for i, w := range all[0].works {
		o.sayf("measuring %s, %s, on %s: %d rounds", w.name, w.group, all[0].product.engine, o.plan.Rounds)
		more, err := volumeRounds(ctx, o, all, i)
		if err != nil {
			return nil, err
		}
		rows = append(rows, more...)
	}
	return rows, nil
}

func volumeRounds(ctx context.Context, o *options, all []*volume, work int) ([]volumeRow, error) {
	rounds := make([]series, len(all))
	begin := time.Now()
	for round := 0; !o.plan.over(round, begin); round++ {
		samples := make([]sample, len(all))
		for turn := range all {
			i := (turn + round) % len(all) // the order changes from round to round
			var err error
			if samples[i], err = all[i].rig.measureProduct(ctx, all[i].works[work]); err != nil {
				return nil, fmt.Errorf("%s at %d entries: %w", all[i].works[work].name, all[i].entries, err)
			}
		}
		for i, s := range samples {
			if round > 0 {
				rounds[i].add(pair{product: s.whole(), bare: samples[0].whole()})
			}
		}
	}
	rows := make([]volumeRow, len(all))
	for i, v := range all {
		r := rounds[i].row(v.works[work], 0)
		rows[i] = volumeRow{
			Engine: v.product.engine, Group: r.Group, Work: r.Work, Entries: v.entries, CPU: r.CPU - r.DatabaseCPU, DatabaseCPU: r.DatabaseCPU,
			Ratio: r.Ratio, Spread: r.Spread, P50: r.P50, Rounds: r.Rounds,
		}
	}
	return rows, nil
}

// whole counts the database's CPU time as the server's own.
func (s sample) whole() sample {
	s.cpu += s.databaseCPU
	return s
}
