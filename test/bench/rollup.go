package main

import (
	"context"
	"errors"
	"sync"
	"time"
)

// rollUpGoal is the maximum ratio of the cost of logging time with the roll-ups to its cost without them.
const rollUpGoal = 1.5

// rollUpRow is the cost of logging time, with and without the roll-ups, per entry.
type rollUpRow struct {
	Engine            string  `json:"engine"`
	Entries           int     `json:"time_entries"`
	CPU               float64 `json:"cpu_us"` // of the store and the database together
	Without           float64 `json:"without_cpu_us"`
	Ratio             float64 `json:"ratio"`
	Spread            float64 `json:"ratio_spread"`
	P50               float64 `json:"p50_us"`
	P50Without        float64 `json:"without_p50_us"`
	P50Ratio          float64 `json:"p50_ratio"`
	Rounds            int     `json:"rounds"`
	Logged            int     `json:"logged"`
	Statements        int64   `json:"statements"`
	StatementsWithout int64   `json:"statements_without"`
}

// measureRollUps logs time with and without the roll-ups, in turn, directly into a database that no server is using.
func measureRollUps(ctx context.Context, o *options, v *volume) (row rollUpRow, err error) {
	o.sayf("measuring time logged with and without roll-ups on %s at %d entries: %d rounds", v.product.engine, v.entries, o.plan.Rounds)
	k, err := newTimekeeper(ctx, v.product, o.sizes.Tickets)
	if err != nil {
		return row, err
	}
	defer k.store.Close()
	row = rollUpRow{Engine: v.product.engine, Entries: v.entries}
	if row.Statements, err = k.statements(ctx, true); err != nil {
		return row, err
	}
	if row.StatementsWithout, err = k.statements(ctx, false); err != nil {
		return row, err
	}
	var rounds series
	begin := time.Now()
	for round := 0; !o.plan.over(round, begin); round++ {
		p, err := k.round(ctx, o.plan, round%2 == 0)
		if err != nil {
			return row, err
		}
		if round > 0 {
			rounds.add(p)
		}
	}
	r := rounds.row(work{}, 0)
	row.CPU, row.Without, row.Ratio, row.Spread, row.Rounds, row.Logged = r.CPU, r.BareCPU, r.Ratio, r.Spread, r.Rounds, r.Requests
	row.P50, row.P50Without, row.P50Ratio = r.P50, r.BareP50, r.P50/r.BareP50
	return row, nil
}

// round runs one slot with the roll-ups and one without, in either order.
func (k *timekeeper) round(ctx context.Context, p plan, withFirst bool) (result pair, err error) {
	with := func() (err error) { result.product, err = k.slot(ctx, p, true); return err }
	without := func() (err error) { result.bare, err = k.slot(ctx, p, false); return err }
	if withFirst {
		err = errors.Join(with(), without())
	} else {
		err = errors.Join(without(), with())
	}
	return result, err
}

// slot logs time from as many goroutines as the plan has connections, and measures the CPU time of this process and the database.
func (k *timekeeper) slot(ctx context.Context, p plan, rollUps bool) (sample, error) {
	before, err := k.clocks()
	if err != nil {
		return sample{}, err
	}
	took := make([][]time.Duration, p.Conns)
	failures := make([]error, p.Conns)
	end := time.Now().Add(p.Slot)
	var all sync.WaitGroup
	for i := range p.Conns {
		all.Go(func() { took[i], failures[i] = k.logUntil(ctx, end, rollUps) })
	}
	all.Wait()
	if err := errors.Join(failures...); err != nil {
		return sample{}, err
	}
	spent, err := k.clocks()
	s := sample{}
	for _, t := range took {
		s.latencies = append(s.latencies, t...)
	}
	s.requests = len(s.latencies)
	s.cpu = micros(spent-before) / float64(s.requests)
	return s, err
}

func (k *timekeeper) logUntil(ctx context.Context, end time.Time, rollUps bool) (took []time.Duration, err error) {
	for begin := time.Now(); begin.Before(end) || len(took) == 0; begin = time.Now() {
		if err := k.log(ctx, rollUps); err != nil {
			return took, err
		}
		took = append(took, time.Since(begin))
	}
	return took, nil
}
