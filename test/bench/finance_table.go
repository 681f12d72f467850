package main

import (
	"fmt"
	"strconv"
	"strings"
)

// printFinance writes the results of -finance.
func (r *report) printFinance(w *strings.Builder, form printer) {
	fmt.Fprintf(w, "%d projects, one of %d tickets, %s, with the time entries listed; %d connections; medians of up to %d rounds of %s.\n",
		r.Sizes.Projects, r.Sizes.Tickets, carriedOver, r.Plan.Conns, r.Plan.Rounds, r.Plan.Slot)
	fmt.Fprint(w, "\nEarned value by the number of time entries; the ratio is of the CPU of server and database together, to the fewest.\n\n")
	form(r.volumesGrid(), w)
	fmt.Fprint(w, "\nLogging time through the store, with the roll-ups and without; CPU is of the store and the database together.\n\n")
	form(r.rollUpsGrid(), w)
	fmt.Fprint(w, "\nImporting time entries (`earnest import`).\n\n")
	form(r.loadsGrid(), w)
}

func (r *report) volumesGrid() *grid {
	g := &grid{left: 2, head: []string{
		"engine, state", "work", "time entries", "CPU µs", "database CPU µs", "ratio", "±", "rounds", "goal", "", "p50 µs",
	}}
	for _, row := range r.Volumes {
		goal, database := "", ""
		if row.Entries > r.Volumes[0].Entries {
			goal = fmt.Sprintf("≤ %gx", grownGoal)
		}
		if row.Engine == postgres {
			database = number(row.DatabaseCPU)
		}
		g.add(row.Engine+", "+string(row.Group), row.Work, strconv.Itoa(row.Entries), number(row.CPU), database, fmt.Sprintf("%.2fx", row.Ratio),
			fmt.Sprintf("%.0f%%", 100*row.Spread), strconv.Itoa(row.Rounds), goal, mark(goal, row.Ratio <= grownGoal), number(row.P50))
	}
	return g
}

func (r *report) rollUpsGrid() *grid {
	g := &grid{left: 1, head: []string{
		"engine", "time entries", "statements", "without", "CPU µs", "CPU µs without", "ratio", "±", "rounds", "goal", "",
		"p50 µs", "p50 µs without", "p50 ratio", "logged",
	}}
	goal := fmt.Sprintf("≤ %gx", rollUpGoal)
	for _, row := range r.RollUps {
		g.add(row.Engine, strconv.Itoa(row.Entries), strconv.FormatInt(row.Statements, 10), strconv.FormatInt(row.StatementsWithout, 10),
			number(row.CPU), number(row.Without), fmt.Sprintf("%.2fx", row.Ratio), fmt.Sprintf("%.0f%%", 100*row.Spread), strconv.Itoa(row.Rounds),
			goal, mark(goal, row.Ratio <= rollUpGoal), number(row.P50), number(row.P50Without), fmt.Sprintf("%.2fx", row.P50Ratio), strconv.Itoa(row.Logged))
	}
	return g
}

func (r *report) loadsGrid() *grid {
	g := &grid{left: 1, head: []string{"engine", "time entries", "s"}}
	for _, row := range r.Loads {
		g.add(row.Engine, strconv.Itoa(row.Entries), fmt.Sprintf("%.1f", row.Seconds))
	}
	return g
}
