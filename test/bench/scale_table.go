package main

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"earnest/test/scale"
)

// printScale writes the results of -scale.
func (r *report) printScale(w *strings.Builder, form printer) {
	for _, s := range r.Scaled {
		fmt.Fprintf(w, "\n%s, %s: %d tickets, %d comments, %d time entries, %d users, %d projects (%.0f MiB); small: %d tickets, %d projects (%.0f MiB). "+
			"%.0f %% of the tickets planned for a sprint are carried over.\n",
			s.Engine, counted(s.Nodes, "node"), s.Size.Tickets, s.Size.Comments, s.Size.Entries, s.Size.Users, s.Size.Projects, s.Files[1],
			s.Small.Tickets, s.Small.Projects, s.Files[0], 100*scale.CarriedShare)
		fmt.Fprint(w, "\nReads that are not served from the cache: CPU of the server and the database together, and the peak of the server's memory.\n\n")
		form(s.readsGrid(), w)
		fmt.Fprint(w, "\nOperations on the whole database.\n\n")
		form(s.commandsGrid(), w)
		for _, c := range s.Commands {
			if c.LeftOut != "" {
				fmt.Fprintf(w, "\nNot measured: %s, because %s.\n", c.Name, c.LeftOut)
			}
		}
		if s.Load != nil {
			s.printLoad(w, form)
		}
	}
}

// printLoad writes the results of the mixed load.
func (s *scaled) printLoad(w *strings.Builder, form printer) {
	fmt.Fprintf(w, "\nMixed load, %d users, nine reads in ten: %.0f requests/s are answered within %d ms at the 99th percentile.\n",
		loadUsers, s.Load.Rate, loadGoal.Milliseconds())
	fmt.Fprintf(w, "Each step lasts %s. The rate is raised by a factor of %g until it is not held, and then bisected until it is known to within %.0f %%. "+
		"A rate that is not held is tried a second time. The search ends after %s at the latest.\n",
		spelled(loadTime), rateFactor, 100*(closeness-1), spelled(searchTime))
	if s.Load.Unfinished {
		fmt.Fprint(w, "This search was ended by that limit, so a higher rate may be possible.\n")
	}
	fmt.Fprintln(w)
	form(s.stepsGrid(), w)
	fmt.Fprintf(w, "\nThe functions of the first node that take the most CPU time during %s at %.0f requests/s", spelled(loadTime), s.Load.Profiled)
	if s.Engine == postgres {
		fmt.Fprint(w, ", and the statements most often seen running in PostgreSQL")
	}
	fmt.Fprint(w, ".\n\n")
	w.WriteString(indented(s.Load.Functions + "\n" + strings.Join(s.Load.Statements, "\n")))
}

// spelled returns a time of whole minutes or seconds in words.
func spelled(d time.Duration) string {
	if d%time.Minute == 0 {
		return counted(int(d.Minutes()), "minute")
	}
	return counted(int(d.Seconds()), "second")
}

// indented indents each line by four spaces, as Markdown requires of text that is to be shown as it is.
func indented(text string) string {
	var b strings.Builder
	for line := range strings.Lines(strings.TrimSpace(text)) {
		b.WriteString("    " + line)
	}
	return b.String() + "\n"
}

func (s *scaled) readsGrid() *grid {
	g := &grid{left: 2, head: []string{
		"where", "read", "bytes small", "large", "CPU µs small", "large", "of it database", "times", "goal", "", "ms", "goal", "", "MiB",
	}}
	for _, r := range s.Reads {
		goal, met := r.goal()
		timeGoal, inTime := r.timeGoal()
		if r.Small.Failed+r.Large.Failed != "" {
			g.add(r.Where, r.Read, r.Small.Failed, r.Large.Failed, "", "", "", "", goal, "FAILED", "", timeGoal, "", "")
			continue
		}
		g.add(r.Where, r.Read, strconv.Itoa(r.Small.Bytes), strconv.Itoa(r.Large.Bytes), number(r.Small.CPU+r.Small.Database),
			number(r.Large.CPU+r.Large.Database), number(r.Large.Database), fmt.Sprintf("%.1fx", r.ratio()), goal, mark(goal, met),
			fmt.Sprintf("%.1f", r.Large.Micros/1000), timeGoal, mark(timeGoal, inTime), fmt.Sprintf("%.0f", r.Large.MemoryMiB))
	}
	return g
}

func (s *scaled) commandsGrid() *grid {
	g := &grid{left: 1, head: []string{"run", "s small", "s", "CPU s small", "CPU s", "database CPU s", "MiB small", "MiB", "goal", ""}}
	for _, c := range s.Commands {
		if c.LeftOut != "" {
			continue
		}
		goal, met := "", true
		switch {
		case c.Large.MemoryMiB > 0:
			goal, met = fmt.Sprintf("≤ %.0f MiB", scaleMemory), c.Large.MemoryMiB <= scaleMemory
		case c.Name == startUpRun:
			goal, met = fmt.Sprintf("≤ %gx", scaleGoal), c.Large.Seconds <= scaleGoal*c.Small.Seconds
		}
		g.add(c.Name, fmt.Sprintf("%.2f", c.Small.Seconds), fmt.Sprintf("%.2f", c.Large.Seconds), fmt.Sprintf("%.2f", c.Small.CPU),
			fmt.Sprintf("%.2f", c.Large.CPU), fmt.Sprintf("%.2f", c.Large.Database), fmt.Sprintf("%.0f", c.Small.MemoryMiB),
			fmt.Sprintf("%.0f", c.Large.MemoryMiB), goal, mark(goal, met))
	}
	return g
}

func (s *scaled) stepsGrid() *grid {
	g := &grid{left: 0, head: []string{"requests/s", "p50 ms", "p99 ms", "CPU ms each", "of it database", "failed", "slowest at p99"}}
	for _, t := range s.Load.Steps {
		g.add(fmt.Sprintf("%.0f", t.Rate), fmt.Sprintf("%.1f", t.P50), fmt.Sprintf("%.1f", t.P99), fmt.Sprintf("%.2f", t.CPU+t.Database),
			fmt.Sprintf("%.2f", t.Database), strconv.Itoa(t.Failed), strings.Join(t.Slowest, ", "))
	}
	return g
}
