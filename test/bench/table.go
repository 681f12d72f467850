package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// printer prints a table in one of its formats.
type printer func(*grid, *strings.Builder)

// print writes the whole report, with its tables in the given format.
func (r *report) print(w *strings.Builder, form printer) {
	fmt.Fprintf(w, "`%s`, %s, commit %s.\n", r.Command, r.Date, r.Commit)
	fmt.Fprintf(w, "%s, %s, %.0f GiB, %s, %s, fsync %.0f µs, load before the run %s.\n",
		r.Machine.Processor, counted(r.Machine.Cores, "core"), r.Machine.MemoryGiB, r.Machine.System, r.Machine.Go, r.Machine.SyncUS, r.Machine.Load)
	if len(r.Volumes) > 0 {
		r.printFinance(w, form)
		return
	}
	if len(r.Clients) > 0 {
		r.printClients(w, form)
		return
	}
	if len(r.Scaled) > 0 {
		r.printScale(w, form)
		return
	}
	fmt.Fprintf(w, "%d projects, one of %d tickets, %s, with %d time entries; %d connections; medians of up to %d rounds of %s.\n\n",
		r.Sizes.Projects, r.Sizes.Tickets, carriedOver, r.Sizes.Entries, r.Plan.Conns, r.Plan.Rounds, r.Plan.Slot)
	form(r.worksGrid(), w)
	fmt.Fprintln(w)
	for _, line := range r.summary() {
		fmt.Fprintln(w, line)
	}
	if len(r.Grown) > 0 {
		fmt.Fprint(w, "\nThe same work in larger projects: CPU of server and database together; the ratio is to the smallest.\n\n")
		form(r.grownGrid(), w)
		fmt.Fprintln(w)
		form(r.startsGrid(), w)
	}
}

func (r *report) worksGrid() *grid {
	g := &grid{left: 2, head: []string{
		"engine, state", "work", "bytes", "CPU µs", "bare µs", "ratio", "±", "rounds", "goal", "", "req/s", "bare req/s", "p50 µs", "p99 µs", "RSS MiB",
	}}
	database := r.hasPostgres()
	if database {
		g.head = append(g.head, "database CPU µs", "ratio with database")
	}
	for _, row := range r.Rows {
		goal, met := row.goal()
		cells := []string{
			row.Engine + ", " + string(row.Group), row.Work, strconv.Itoa(row.Bytes), number(row.CPU), number(row.BareCPU), fmt.Sprintf("%.1fx", row.Ratio),
			fmt.Sprintf("%.0f%%", 100*row.Spread), strconv.Itoa(row.Rounds), goal, mark(goal, met),
			number(row.Rate), number(row.BareRate), number(row.P50), number(row.P99),
			fmt.Sprintf("%.0f", row.MemoryMiB),
		}
		switch {
		case database && row.Engine == postgres:
			cells = append(cells, number(row.DatabaseCPU), fmt.Sprintf("%.1fx", row.WholeRatio))
		case database:
			cells = append(cells, "", "")
		}
		g.rows = append(g.rows, cells)
	}
	return g
}

// hasPostgres reports whether PostgreSQL was measured.
func (r *report) hasPostgres() bool {
	return slices.ContainsFunc(r.Rows, func(row row) bool { return row.Engine == postgres })
}

// summary returns the sentences below the table.
func (r *report) summary() []string {
	var lines []string
	if r.hasPostgres() {
		lines = append(lines, "- postgres: CPU and ratio are those of the server alone; ratio with database includes the CPU of PostgreSQL. "+
			"The goals for reads after a write are for server and database together, and the goals for unchanged data for the server alone. "+
			"“2x statuses” is twice the cost of statuses after a write in the same run.")
	}
	for _, e := range r.Engines {
		lines = append(lines, fmt.Sprintf("- %s: %.0f MiB after the whole run (goal ≤ 100: %s), %.0f at most; from start to the first answer %.0f ms.",
			e.Engine, e.MemoryMiB, mark("goal", e.MemoryMiB <= 100), e.MostMiB, e.StartMillis))
	}
	if r.SlowSync != nil {
		lines = append(lines, "- "+r.SlowSync.String())
	}
	if len(r.Missing) > 0 {
		lines = append(lines, "- Not served by this build, hence not measured: "+strings.Join(r.Missing, "; ")+".")
	}
	return lines
}

func (r *report) grownGrid() *grid {
	g := &grid{left: 2, head: []string{"engine, state", "work", "data", "CPU µs", "ratio", "±", "rounds", "goal", "", "req/s", "p50 µs", "p99 µs", "RSS MiB"}}
	for _, row := range r.Grown {
		state := row.Engine + ", " + string(row.Group)
		goal, met := row.goal(r.Grown[0].Scale)
		if row.Failed != "" {
			g.add(state, row.Work, fmt.Sprintf("%dx", row.Scale), "FAILED", "", "", strconv.Itoa(row.Rounds), goal, mark(goal, met), "", "", "", "")
			continue
		}
		g.add(state, row.Work, fmt.Sprintf("%dx", row.Scale), number(row.CPU), fmt.Sprintf("%.2fx", row.Ratio), fmt.Sprintf("%.0f%%", 100*row.Spread),
			strconv.Itoa(row.Rounds), goal, mark(goal, met), number(row.Rate), number(row.P50), number(row.P99), fmt.Sprintf("%.0f", row.MemoryMiB))
	}
	return g
}

func (r *report) startsGrid() *grid {
	g := &grid{left: 1, head: []string{"engine", "data", "tickets", "time entries", "database MiB", "import s", "start to first answer ms", "goal", ""}}
	for _, row := range r.Starts {
		g.add(row.Engine, fmt.Sprintf("%dx", row.Scale), strconv.Itoa(row.Sizes.Tickets), strconv.Itoa(row.Sizes.Entries), fmt.Sprintf("%.0f", row.DatabaseMiB),
			fmt.Sprintf("%.1f", row.ImportSeconds), fmt.Sprintf("%.0f", row.StartMillis), "≤ 200", mark("goal", row.StartMillis <= 200))
	}
	return g
}

// counted returns a number of things, such as "2 nodes".
func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

func mark(goal string, met bool) string {
	switch {
	case goal == "":
		return ""
	case met:
		return "met"
	default:
		return "MISSED"
	}
}

// number formats a value with three digits, or all the digits before the decimal point if there are more.
func number(v float64) string {
	switch {
	case v < 10:
		return fmt.Sprintf("%.2f", v)
	case v < 100:
		return fmt.Sprintf("%.1f", v)
	default:
		return fmt.Sprintf("%.0f", v)
	}
}
