package main

import (
	"math"
	"testing"
	"time"
)

func TestMedianIsTheMiddleAndLeavesTheValuesAlone(t *testing.T) {
	t.Parallel()
	odd := []float64{9, 1, 5}
	for _, c := range []struct {
		values []float64
		want   float64
	}{{nil, 0}, {[]float64{7}, 7}, {odd, 5}, {[]float64{4, 1, 3, 2}, 2.5}} {
		if got := median(c.values); got != c.want {
			t.Errorf("median(%v) = %g, want %g", c.values, got, c.want)
		}
	}
	if odd[0] != 9 {
		t.Error("median sorted what it was given")
	}
}

func TestPercentileIsAValueThatOccurred(t *testing.T) {
	t.Parallel()
	hundred := make([]time.Duration, 100)
	for i := range hundred {
		hundred[i] = time.Duration(100 - i)
	}
	for p, want := range map[int]time.Duration{50: 50, 99: 99, 100: 100, 0: 1} {
		if got := percentile(hundred, p); got != want {
			t.Errorf("p%d of 1..100 = %d, want %d", p, got, want)
		}
	}
	if got := percentile([]int{3}, 99); got != 3 {
		t.Errorf("p99 of one value = %d", got)
	}
	if got := percentile([]int{1, 2, 3}, 50); got != 2 {
		t.Errorf("p50 of three = %d", got)
	}
	if got := percentile([]int(nil), 50); got != 0 {
		t.Errorf("p50 of none = %d", got)
	}
}

func TestSpreadIsHalfTheQuartilesDistanceOfTheMedian(t *testing.T) {
	t.Parallel()
	if got := spread([]float64{8, 9, 10, 11, 12}); math.Abs(got-0.1) > 1e-9 {
		t.Errorf("got %g, want 0.1", got)
	}
	if got := spread([]float64{10, 10, 10, 10, 1000}); got != 0 {
		t.Errorf("one outlier of five must not show, got %g", got)
	}
	if got := spread(nil); got != 0 {
		t.Errorf("got %g of none", got)
	}
}

func TestASeriesTakesMediansOfRoundsAndPercentilesOfRequests(t *testing.T) {
	t.Parallel()
	var s series
	for i, cpu := range []float64{100, 900, 120} {
		s.add(pair{
			product: sample{cpu: cpu, rate: 10, requests: 2, latencies: []time.Duration{time.Millisecond, time.Duration(i) * time.Second}},
			bare:    sample{cpu: 20, rate: 50, latencies: []time.Duration{time.Microsecond}},
		})
	}
	got := s.row(work{name: "w", group: reads, goal: goal{ratio: 6}}, 7)
	if got.CPU != 120 || got.BareCPU != 20 || got.Ratio != 6 || got.Requests != 6 || got.Rounds != 3 || got.P50 != 1000 || got.P99 != 2e6 || got.BareP50 != 1 {
		t.Errorf("got %+v", got)
	}
	if words, met := got.goal(); words != "≤ 6x" || !met {
		t.Errorf("a ratio at the goal meets it, got %q %v", words, met)
	}
}

func TestRoundsEndByTheirNumberOrTheirTime(t *testing.T) {
	t.Parallel()
	p := plan{Rounds: 5}
	long := time.Now().Add(-time.Hour)
	for round, want := range map[int][2]bool{0: {false, false}, 1: {false, false}, 2: {false, true}, 5: {false, true}, 6: {true, true}} {
		if got := [2]bool{p.over(round, time.Now()), p.over(round, long)}; got != want {
			t.Errorf("round %d: over %v in time and late, want %v", round, got, want)
		}
	}
}
