package evm_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"runtime"
	"testing"

	"earnest/evm"
)

// tangle draws a small network with groups, some of them empty, overlapping or linked with their own members, and with links
// that may form cycles, repeat, or lead nowhere.
func tangle(r *rand.Rand) evm.Network {
	n := evm.Network{Groups: map[string][]string{}}
	size := 1 + r.IntN(9)
	for i := range size {
		a := evm.Activity{ID: name(i), Duration: evm.Known(float64(r.IntN(8)) / 2)}
		switch r.IntN(8) {
		case 0:
			a.Duration = evm.Maybe{}
		case 1:
			a.Duration = evm.Known(r.Float64())
		}
		n.Activities = append(n.Activities, a)
	}
	r.Shuffle(size, func(i, j int) { n.Activities[i], n.Activities[j] = n.Activities[j], n.Activities[i] })
	ends := names(n)
	for i := range r.IntN(5) {
		group := fmt.Sprint("group ", i)
		ends = append(ends, group)
		n.Groups[group] = nil
		for range r.IntN(6) {
			n.Groups[group] = append(n.Groups[group], name(r.IntN(size+1))) // the last one is not an activity
		}
	}
	ends = append(ends, "nowhere")
	forward := r.IntN(3) > 0 // most of the time, to avoid too many cycles
	for range r.IntN(12) {
		from, to := r.IntN(len(ends)), r.IntN(len(ends))
		if forward && ends[from] > ends[to] {
			from, to = to, from
		}
		n.Links = append(n.Links, evm.Link{From: ends[from], To: ends[to]})
	}
	return n
}

func TestALinkOnAGroupIsALinkOnEachOfItsActivities(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	var cycles, chains, loops int
	for i := range 10_000 {
		n := tangle(r)
		got, want := pathOf(n), plainPath(n)
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("network %d: %+v\ngives %+v\nwritten out %+v", i, n, got, want)
		}
		ends := append(names(n), "group 0", "group 1", "group 2", "nowhere")
		l := evm.Link{From: ends[r.IntN(len(ends))], To: ends[r.IntN(len(ends))]}
		loop := loopOf(n, l)
		if want := plainLoop(n, l); !reflect.DeepEqual(loop, want) {
			t.Fatalf("network %d: %+v\nwith %v closes %v\nwritten out %v", i, n, l, loop, want)
		}
		cycles += min(1, len(got.Cycle))
		chains += len(got.Chain) / 3
		loops += len(loop) / 3
	}
	if cycles < 1000 || chains < 500 || loops < 50 {
		t.Errorf("%d cycles, %d long chains and %d long loops say little", cycles, chains, loops)
	}
}

// twoGroups returns two groups of the given number of activities each, one after the other.
func twoGroups(size int) evm.Network {
	n := evm.Network{Groups: map[string][]string{}, Links: []evm.Link{{From: "first", To: "second"}}}
	for i := range size {
		for _, group := range []string{"first", "second"} {
			id := fmt.Sprintf("%s %05d", group, i)
			n.Activities = append(n.Activities, evm.Activity{ID: id, Duration: evm.Known(float64(i%10) + 1)})
			n.Groups[group] = append(n.Groups[group], id)
		}
	}
	return n
}

func TestALinkBetweenTwoLargeGroupsIsCheap(t *testing.T) {
	n := twoGroups(4000)
	path := evm.Path{}
	if used := allocated(func() { path = pathOf(n) }); used > 30<<20 {
		t.Errorf("the critical path of two groups of 4000 took %d MB", used>>20)
	}
	if path.Duration != 20 || len(path.Nodes) != 8000 || len(path.Critical) != 800 || len(path.Chain) != 2 {
		t.Errorf("duration %v, %d nodes, %d critical, chain %v", path.Duration, len(path.Nodes), len(path.Critical), path.Chain)
	}
	for _, l := range []evm.Link{{From: "second", To: "first"}, {From: "first", To: "second"}, {From: "second 00007", To: "first 00003"}} {
		var loop []string
		if used := allocated(func() { loop = loopOf(n, l) }); used > 30<<20 {
			t.Errorf("looking for the cycle that %v closes took %d MB", l, used>>20)
		}
		if closes := l.From != "first"; closes && len(loop) != 2 || !closes && loop != nil {
			t.Errorf("%v closes %v", l, loop)
		}
	}
}

// allocated returns the number of bytes that a function allocates on the heap, freed or not.
func allocated(work func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	work()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

func TestASearchThroughTheRoadmapStopsWithItsContext(t *testing.T) {
	t.Parallel()
	n := twoGroups(4000)
	for i := range 3999 {
		n.Links = append(n.Links, evm.Link{From: fmt.Sprintf("second %05d", i), To: fmt.Sprintf("second %05d", i+1)})
	}
	for checks := range 6 {
		ctx := &endsAfter{Context: t.Context(), left: checks}
		if path, err := evm.CriticalPath(ctx, n); err == nil || path.Nodes != nil || path.Cycle != nil {
			t.Errorf("after %d checks at the context: %v with %d nodes", checks, err, len(path.Nodes))
		}
	}
	for checks := range 2 {
		ctx := &endsAfter{Context: t.Context(), left: checks}
		if loop, err := evm.Loop(ctx, n, evm.Link{From: "nowhere", To: "first"}); err == nil || loop != nil {
			t.Errorf("after %d checks at the context: %v with %v", checks, err, loop)
		}
	}
}

// endsAfter is a context that is done after its error has been checked a given number of times.
type endsAfter struct {
	context.Context

	left int
}

func (c *endsAfter) Err() error {
	if c.left == 0 {
		return context.Canceled
	}
	c.left--
	return nil
}

func BenchmarkCriticalPathOfTwoLargeGroups(b *testing.B) {
	n := twoGroups(4000)
	b.ReportAllocs()
	for b.Loop() {
		pathOf(n)
	}
}

func BenchmarkLoopOfTwoLargeGroups(b *testing.B) {
	n := twoGroups(4000)
	b.ReportAllocs()
	for b.Loop() {
		loopOf(n, evm.Link{From: "second", To: "first"})
	}
}
