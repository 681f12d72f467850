package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Goals for writes by many clients, in microseconds.
const (
	sqliteCPU   = 200
	postgresCPU = 700 // of the server and the database together
	clientsP99  = 50_000
)

// clientWorks returns the writes that many clients make, on one project and spread over all.
func clientWorks(p *product, s sizes) []work {
	cpu := map[string]float64{sqlite: sqliteCPU, postgres: postgresCPU}[p.engine]
	item := func(name string, write func(*product, string) call, refs []string, rate float64) work {
		w := work{
			name: name + ", one project", group: many, call: write(p, refs[0]),
			goal: goal{micros: cpu, rate: rate, p99: clientsP99},
		}
		for _, ref := range refs[1:] {
			w.more = append(w.more, write(p, ref))
		}
		if len(refs) > 1 {
			w.name = fmt.Sprintf("%s, %d projects", name, len(refs))
		}
		return w
	}
	all := s.refs()
	return []work{
		item("create ticket", createTicket, all[:1], 2500),
		item("create ticket", createTicket, all, 2500),
		item("log time", logTime, all[:1], 2000),
		item("log time", logTime, all, 2000),
	}
}

// runClients adds one engine's writes by many clients to the report.
func runClients(ctx context.Context, o *options, b binaries, dir, engine string, out *report) (err error) {
	p, err := load(ctx, o, b, dir, engine)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.close()) }()
	if err := p.settle(ctx); err != nil {
		return err
	}
	r, err := newRig(ctx, o, b, p, dir)
	if err != nil {
		return err
	}
	rows, _, err := r.run(ctx, o)
	out.Clients = append(out.Clients, rows...)
	return errors.Join(err, r.stop())
}

// printClients writes the results of -clients.
func (r *report) printClients(w *strings.Builder, form printer) {
	fmt.Fprintf(w, "%d projects, one of %d tickets, %s, with %d time entries; %d clients; medians of up to %d rounds of %s.\n\n",
		r.Sizes.Projects, r.Sizes.Tickets, carriedOver, r.Sizes.Entries, r.Plan.Conns, r.Plan.Rounds, r.Plan.Slot)
	form(r.clientsGrid(), w)
}

func (r *report) clientsGrid() *grid {
	g := &grid{left: 2, head: []string{
		"engine", "work", "req/s", "goal", "", "p50 ms", "p99 ms", "goal", "", "server µs", "database µs", "goal", "",
		"bare µs", "bare req/s", "bare p99 ms", "slots",
	}}
	for _, row := range r.Clients {
		database := ""
		if row.Engine == postgres {
			database = number(row.DatabaseCPU)
		}
		g.add(row.Engine, row.Work,
			number(row.Rate), fmt.Sprintf("≥ %g", row.GoalRate), mark("goal", row.Rate >= row.GoalRate),
			number(row.P50/1000), number(row.P99/1000), fmt.Sprintf("≤ %g", row.GoalP99/1000), mark("goal", row.P99 <= row.GoalP99),
			number(row.CPU), database, fmt.Sprintf("≤ %g", row.GoalMicros), mark("goal", row.CPU+row.DatabaseCPU <= row.GoalMicros),
			number(row.BareCPU), number(row.BareRate), number(row.BareP99/1000), strconv.Itoa(row.Rounds))
	}
	return g
}
