package main

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"time"
)

// report is the result of a run, as stored in a file.
type report struct {
	Command  string          `json:"command"`
	Date     string          `json:"date"`
	Commit   string          `json:"commit"`
	Machine  machine         `json:"machine"`
	Plan     plan            `json:"plan"`
	Sizes    sizes           `json:"sizes"`
	Rows     []row           `json:"rows"`
	Engines  []engineSummary `json:"engines"`
	SlowSync *syncResult     `json:"slow_fsync,omitempty"`
	Grown    []grownRow      `json:"grown,omitempty"`
	Starts   []startRow      `json:"starts,omitempty"`
	Volumes  []volumeRow     `json:"volumes,omitempty"`
	RollUps  []rollUpRow     `json:"roll_ups,omitempty"`
	Loads    []loadRow       `json:"loads,omitempty"`
	Clients  []row           `json:"clients,omitempty"`
	Scaled   []*scaled       `json:"scaled,omitempty"`
	Missing  []string        `json:"not_served,omitempty"`
}

// row is the result of a work item on an engine. Times are in microseconds; CPU times are the server's, per request.
type row struct {
	Engine      string  `json:"engine"`
	Group       group   `json:"group"`
	Work        string  `json:"work"`
	Bytes       int     `json:"bytes"`
	Rounds      int     `json:"rounds"`
	Requests    int     `json:"requests"`
	CPU         float64 `json:"cpu_us"`
	BareCPU     float64 `json:"bare_cpu_us"`
	Ratio       float64 `json:"ratio"`
	Spread      float64 `json:"ratio_spread"`
	DatabaseCPU float64 `json:"database_cpu_us,omitempty"`
	WholeRatio  float64 `json:"ratio_with_database"`
	OfStatuses  float64 `json:"ratio_to_statuses,omitempty"` // with the database, after a write
	Rate        float64 `json:"requests_per_s"`
	BareRate    float64 `json:"bare_requests_per_s"`
	P50         float64 `json:"p50_us"`
	P99         float64 `json:"p99_us"`
	BareP50     float64 `json:"bare_p50_us"`
	BareP99     float64 `json:"bare_p99_us"`
	MemoryMiB   float64 `json:"memory_mib"`
	GoalRatio   float64 `json:"goal_ratio,omitempty"`
	GoalStatus  float64 `json:"goal_ratio_to_statuses,omitempty"`
	GoalMicros  float64 `json:"goal_cpu_us,omitempty"`
	GoalRate    float64 `json:"goal_requests_per_s,omitempty"`
	GoalP99     float64 `json:"goal_p99_us,omitempty"`
}

func (r row) name() string { return fmt.Sprintf("%s, %s: %s", r.Engine, r.Group, r.Work) }

// goal returns the goal in words, and whether it is met; "" means no goal. After a write, the CPU time of the database counts too.
func (r row) goal() (words string, met bool) {
	switch {
	case r.GoalRatio > 0 && r.Group == after:
		return fmt.Sprintf("≤ %gx", r.GoalRatio), r.WholeRatio <= r.GoalRatio
	case r.GoalRatio > 0:
		return fmt.Sprintf("≤ %gx", r.GoalRatio), r.Ratio <= r.GoalRatio
	case r.GoalStatus > 0 && r.OfStatuses > 0:
		return fmt.Sprintf("≤ %gx statuses (%.1fx)", r.GoalStatus, r.OfStatuses), r.OfStatuses <= r.GoalStatus
	case r.GoalMicros > 0:
		return fmt.Sprintf("≤ %g µs", r.GoalMicros), r.CPU <= r.GoalMicros
	default:
		return "", true
	}
}

// whole returns the CPU time of the server and the database together.
func (r row) whole() float64 { return r.CPU + r.DatabaseCPU }

// compareWithStatuses sets the ratio of each read after a write to the cost of reading the statuses after a write.
func compareWithStatuses(rows []row) {
	at := slices.IndexFunc(rows, func(r row) bool { return r.Group == after && r.Work == statusesWork })
	if at < 0 || rows[at].whole() <= 0 {
		return
	}
	for i := range rows {
		if rows[i].Group == after {
			rows[i].OfStatuses = rows[i].whole() / rows[at].whole()
		}
	}
}

// engineSummary is reported once per engine: the product's memory after all work, its peak, and the time from starting the
// process to its first response.
type engineSummary struct {
	Engine      string  `json:"engine"`
	MemoryMiB   float64 `json:"memory_mib"`
	MostMiB     float64 `json:"most_memory_mib"`
	StartMillis float64 `json:"start_ms"`
}

// series holds the results of a work item's rounds.
type series struct {
	cpu, bareCPU, ratio, wholeRatio, databaseCPU, rate, bareRate []float64

	latencies, bareLatencies []time.Duration
	memory                   memory
	requests                 int
}

func (s *series) add(p pair) {
	s.cpu = append(s.cpu, p.product.cpu)
	s.bareCPU = append(s.bareCPU, p.bare.cpu)
	if p.bare.cpu > 0 {
		s.ratio = append(s.ratio, p.product.cpu/p.bare.cpu)
		s.wholeRatio = append(s.wholeRatio, p.product.whole().cpu/p.bare.cpu)
	}
	s.databaseCPU = append(s.databaseCPU, p.product.databaseCPU)
	s.rate = append(s.rate, p.product.rate)
	s.bareRate = append(s.bareRate, p.bare.rate)
	s.latencies = append(s.latencies, p.product.latencies...)
	s.bareLatencies = append(s.bareLatencies, p.bare.latencies...)
	s.memory = p.product.memory
	s.requests += p.product.requests
}

// row summarises the rounds: medians of the rounds' figures, and percentiles over all requests.
func (s *series) row(w work, size int) row {
	return row{
		Group: w.group, Work: w.name, Bytes: size, Rounds: len(s.cpu), Requests: s.requests,
		CPU: median(s.cpu), BareCPU: median(s.bareCPU), Ratio: median(s.ratio), Spread: spread(s.ratio),
		DatabaseCPU: median(s.databaseCPU), WholeRatio: median(s.wholeRatio), Rate: median(s.rate), BareRate: median(s.bareRate),
		P50: micros(percentile(s.latencies, 50)), P99: micros(percentile(s.latencies, 99)),
		BareP50: micros(percentile(s.bareLatencies, 50)), BareP99: micros(percentile(s.bareLatencies, 99)),
		MemoryMiB: mib(s.memory.now), GoalRatio: w.goal.ratio, GoalStatus: w.goal.ofStatuses, GoalMicros: w.goal.micros,
		GoalRate: w.goal.rate, GoalP99: w.goal.p99,
	}
}

func mib(kib int) float64 { return float64(kib) / 1024 }

func (r *report) save(path string) error {
	text, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(path, append(text, '\n'), 0o644)
}

func readReport(path string) (*report, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	r := &report{}
	if err := json.Unmarshal(text, r); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return r, nil
}
