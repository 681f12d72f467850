package evm_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"testing"

	"earnest/evm"
)

// loopOf calls evm.Loop without a deadline and returns the cycle that the link would close.
func loopOf(n evm.Network, l evm.Link) []string {
	loop, err := evm.Loop(context.Background(), n, l)
	if err != nil {
		panic(err) // the context is never done
	}
	return loop
}

// tangle draws a small network with groups, some of them empty, overlapping or linked with their own members, and with links
// that may form cycles, repeat, or lead nowhere.
func tangle(r *rand.Rand) evm.Network {
	n := evm.Network{Groups: map[string][]string{}}
	size := 1 + r.IntN(9)
	for _, i := range r.Perm(size) {
		n.Activities = append(n.Activities, name(i))
	}
	ends := slices.Clone(n.Activities)
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

func name(i int) string { return string(rune('A' + i)) }

func TestLoopAgreesWithANaiveSearch(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	loops := 0
	for i := range 10_000 {
		n := tangle(r)
		ends := append(slices.Clone(n.Activities), "group 0", "group 1", "group 2", "nowhere")
		l := evm.Link{From: ends[r.IntN(len(ends))], To: ends[r.IntN(len(ends))]}
		loop := loopOf(n, l)
		if want := plainLoop(n, l); !reflect.DeepEqual(loop, want) {
			t.Fatalf("network %d: %+v\nwith %v closes %v\nwritten out %v", i, n, l, loop, want)
		}
		loops += len(loop) / 3
	}
	if loops < 50 {
		t.Errorf("%d long loops say little", loops)
	}
}

// plainLoop is a naive Loop: a breadth-first search over a network in which every link between groups is expanded into one link
// from each activity in the first group to each activity in the second.
func plainLoop(n evm.Network, l evm.Link) []string {
	for name, members := range n.Groups {
		if len(members) == 0 {
			n.Activities = append(slices.Clone(n.Activities), name)
		}
	}
	next := map[string][]string{}
	for _, link := range n.Links {
		for _, from := range plainEnds(n, link.From) {
			next[from] = append(next[from], plainEnds(n, link.To)...)
		}
	}
	came := map[string]string{}
	queue := plainEnds(n, l.To)
	for _, v := range queue {
		came[v] = v
	}
	for ; len(queue) > 0; queue = queue[1:] {
		if slices.Contains(plainEnds(n, l.From), queue[0]) {
			return plainWay(came, queue[0])
		}
		slices.Sort(next[queue[0]])
		for _, v := range next[queue[0]] {
			if _, ok := came[v]; !ok {
				came[v] = queue[0]
				queue = append(queue, v)
			}
		}
	}
	return nil
}

// plainEnds returns the activities that one end of a link stands for.
func plainEnds(n evm.Network, name string) (found []string) {
	if slices.Contains(n.Activities, name) {
		return []string{name}
	}
	for _, member := range n.Groups[name] {
		if slices.Contains(n.Activities, member) {
			found = append(found, member)
		}
	}
	return found
}

// plainWay returns the path to an activity from where the search began.
func plainWay(came map[string]string, v string) []string {
	way := []string{v}
	for came[v] != v {
		v = came[v]
		way = append(way, v)
	}
	slices.Reverse(way)
	return way
}

func TestLoopReturnsTheOrderAndTreatsEmptyGroupsAsActivities(t *testing.T) {
	t.Parallel()
	n := evm.Network{
		Activities: []string{"a", "b", "c", "d"},
		Groups:     map[string][]string{"full": {"c", "d"}, "empty": nil, "other": nil},
		Links:      []evm.Link{{From: "a", To: "b"}, {From: "b", To: "full"}, {From: "empty", To: "other"}, {From: "d", To: "empty"}},
	}
	for link, want := range map[evm.Link][]string{
		{From: "b", To: "a"}:         {"a", "b"},
		{From: "full", To: "a"}:      {"a", "b", "c"},
		{From: "full", To: "d"}:      {"d"},
		{From: "other", To: "empty"}: {"empty", "other"},
		{From: "other", To: "b"}:     {"b", "d", "empty", "other"},
		{From: "a", To: "a"}:         {"a"},
		{From: "a", To: "full"}:      nil,
		{From: "a", To: "nothing"}:   nil,
	} {
		if got := loopOf(n, link); !reflect.DeepEqual(got, want) {
			t.Errorf("%v closes %v, want %v", link, got, want)
		}
	}
}

// twoGroups returns two groups of the given number of activities each, one after the other.
func twoGroups(size int) evm.Network {
	n := evm.Network{Groups: map[string][]string{}, Links: []evm.Link{{From: "first", To: "second"}}}
	for i := range size {
		for _, group := range []string{"first", "second"} {
			id := fmt.Sprintf("%s %05d", group, i)
			n.Activities = append(n.Activities, id)
			n.Groups[group] = append(n.Groups[group], id)
		}
	}
	return n
}

func TestTheLoopOfTwoLargeGroupsIsCheap(t *testing.T) { //nolint:paralleltest // it measures the memory of the whole process
	n := twoGroups(4000)
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

func TestASearchForALoopStopsWithItsContext(t *testing.T) {
	t.Parallel()
	n := twoGroups(4000)
	for i := range 3999 {
		n.Links = append(n.Links, evm.Link{From: fmt.Sprintf("second %05d", i), To: fmt.Sprintf("second %05d", i+1)})
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

func BenchmarkLoopOfTwoLargeGroups(b *testing.B) {
	n := twoGroups(4000)
	b.ReportAllocs()
	for b.Loop() {
		loopOf(n, evm.Link{From: "second", To: "first"})
	}
}
