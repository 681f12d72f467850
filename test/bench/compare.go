package main

import (
	"fmt"
	"math"
	"strings"
)

// notable is the smallest relative change for which a row is marked. Noise on a quiet machine stays below it.
const notable = 0.15

// compare prints how the server's CPU time and its ratio to the bare handler changed from one report to another.
func compare(w *strings.Builder, before, now *report) {
	fmt.Fprintf(w, "before: %s, commit %s\nnow:    %s, commit %s\n", before.Date, before.Commit, now.Date, now.Commit)
	if before.Machine.Processor != now.Machine.Processor || before.Machine.Cores != now.Machine.Cores {
		fmt.Fprintln(w, "The machines differ: believe the ratios only.")
	}
	if before.Sizes != now.Sizes || before.Plan.Conns != now.Plan.Conns {
		fmt.Fprintln(w, "The sizes or the connections differ: the runs did not do the same work.")
	}
	fmt.Fprintln(w)
	compareRows(before.Rows, now.Rows).text(w)
	for _, name := range onlyIn(before.Rows, now.Rows) {
		fmt.Fprintln(w, "only before:", name)
	}
	for _, name := range onlyIn(now.Rows, before.Rows) {
		fmt.Fprintln(w, "only now:", name)
	}
}

func compareRows(before, now []row) *grid {
	old := map[string]row{}
	for _, r := range before {
		old[r.name()] = r
	}
	g := &grid{left: 1, head: []string{"work", "CPU µs before", "now", "change", "ratio before", "now", "change", "p99 µs before", "now", ""}}
	for _, r := range now {
		o, ok := old[r.name()]
		if !ok {
			continue
		}
		g.add(r.name(), number(o.CPU), number(r.CPU), percent(o.CPU, r.CPU), fmt.Sprintf("%.1fx", o.Ratio), fmt.Sprintf("%.1fx", r.Ratio),
			percent(o.Ratio, r.Ratio), number(o.P99), number(r.P99), verdict(o.Ratio, r.Ratio))
	}
	return g
}

// onlyIn returns the names of the rows in a that are not in b.
func onlyIn(a, b []row) []string {
	known := map[string]bool{}
	for _, r := range b {
		known[r.name()] = true
	}
	var names []string
	for _, r := range a {
		if !known[r.name()] {
			names = append(names, r.name())
		}
	}
	return names
}

// change returns the relative change, or 0 if there is nothing to compare with.
func change(before, now float64) float64 {
	if before == 0 {
		return 0
	}
	return now/before - 1
}

func percent(before, now float64) string { return fmt.Sprintf("%+.0f%%", 100*change(before, now)) }

func verdict(before, now float64) string {
	switch c := change(before, now); {
	case math.Abs(c) < notable:
		return ""
	case c < 0:
		return "better"
	default:
		return "WORSE"
	}
}
