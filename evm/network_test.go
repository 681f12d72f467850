package evm_test

import (
	"context"
	"fmt"
	"math"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"earnest/evm"
)

// pathOf calls evm.CriticalPath without a deadline and returns the result.
func pathOf(n evm.Network) evm.Path {
	path, err := evm.CriticalPath(context.Background(), n)
	if err != nil {
		panic(err) // the context is never done
	}
	return path
}

// network generates small graphs. If cycles is false, links lead only from lower to higher names.
func network(cycles bool) *rapid.Generator[evm.Network] {
	return rapid.Custom(func(t *rapid.T) evm.Network {
		var n evm.Network
		size := rapid.IntRange(1, 7).Draw(t, "size")
		for i := range size {
			n.Activities = append(n.Activities, evm.Activity{ID: name(i), Duration: evm.Known(float64(rapid.IntRange(0, 12).Draw(t, "days")) / 2)})
		}
		for range rapid.IntRange(0, 10).Draw(t, "links") {
			a, b := rapid.IntRange(0, size-1).Draw(t, "from"), rapid.IntRange(0, size-1).Draw(t, "to")
			if !cycles && a == b {
				continue
			}
			if !cycles {
				a, b = min(a, b), max(a, b)
			}
			n.Links = append(n.Links, evm.Link{From: name(a), To: name(b)})
		}
		return n
	})
}

func name(i int) string { return string(rune('A' + i)) }

// chains lists every chain of links, starting at any activity.
func chains(n evm.Network) [][]string {
	var all [][]string
	var follow func(chain []string)
	follow = func(chain []string) {
		all = append(all, slices.Clone(chain))
		for _, link := range n.Links {
			if link.From == chain[len(chain)-1] {
				follow(append(slices.Clone(chain), link.To))
			}
		}
	}
	for _, a := range n.Activities {
		follow([]string{a.ID})
	}
	return all
}

// length returns the duration of a chain in days.
func length(n evm.Network, chain []string) float64 {
	sum := 0.0
	for _, a := range n.Activities {
		if slices.Contains(chain, a.ID) {
			sum += a.Duration.Value
		}
	}
	return sum
}

// TestCriticalPathAgreesWithEveryChain checks the result against the definition by listing all chains: the roadmap takes as long
// as its longest chain, and an activity's slack is the difference between that and the longest chain through it.
func TestCriticalPathAgreesWithEveryChain(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n := network(false).Draw(t, "network")
		path := pathOf(n)
		longest := 0.0
		through, before := map[string]float64{}, map[string]float64{}
		for _, chain := range chains(n) {
			days := length(n, chain)
			longest = max(longest, days)
			for _, id := range chain {
				through[id] = max(through[id], days)
			}
			last := chain[len(chain)-1]
			before[last] = max(before[last], length(n, chain[:len(chain)-1]))
		}
		if path.Cycle != nil || path.Duration != longest || len(path.Nodes) != len(n.Activities) {
			t.Fatalf("%+v, the longest chain has %v", path, longest)
		}
		for id, node := range path.Nodes {
			slack := longest - through[id]
			want := evm.Node{
				Duration: node.Duration, ES: evm.Known(before[id]), EF: evm.Known(before[id] + node.Duration.Value),
				LS: evm.Known(before[id] + slack), LF: evm.Known(before[id] + node.Duration.Value + slack),
				TotalSlack: evm.Known(slack), FreeSlack: evm.Known(freeSlack(n, id, before, node.EF.Value, longest)), Critical: slack == 0,
			}
			if node != want {
				t.Fatalf("%s is %+v, by its chains %+v", id, node, want)
			}
			if slices.Contains(path.Critical, id) != node.Critical {
				t.Fatalf("%s and the critical set %v", id, path.Critical)
			}
		}
		if length(n, path.Chain) != longest {
			t.Fatalf("the chain %v is shorter than %v", path.Chain, longest)
		}
	})
}

func freeSlack(n evm.Network, id string, starts map[string]float64, finish, end float64) float64 {
	for _, link := range n.Links {
		if link.From == id {
			end = min(end, starts[link.To])
		}
	}
	return end - finish
}

func TestACycleIsExactlyWhatReachesItself(t *testing.T) {
	t.Parallel()
	found := 0
	rapid.Check(t, func(t *rapid.T) {
		n := network(true).Draw(t, "network")
		reach := map[[2]string]bool{}
		for _, link := range n.Links {
			reach[[2]string{link.From, link.To}] = true
		}
		for _, k := range n.Activities {
			for _, i := range n.Activities {
				for _, j := range n.Activities {
					if reach[[2]string{i.ID, k.ID}] && reach[[2]string{k.ID, j.ID}] {
						reach[[2]string{i.ID, j.ID}] = true
					}
				}
			}
		}
		var want []string
		for _, a := range n.Activities {
			if reach[[2]string{a.ID, a.ID}] {
				want = append(want, a.ID)
			}
		}
		path := pathOf(n)
		if !slices.Equal(path.Cycle, want) || (len(want) > 0) == (path.Nodes != nil) {
			t.Fatalf("cycle %v, by reach %v, nodes %v", path.Cycle, want, path.Nodes)
		}
		found += len(want)
	})
	if found == 0 {
		t.Error("no random graph had a cycle")
	}
}

func TestTheOrderOfARoadmapDoesNotMatter(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n := network(true).Draw(t, "network")
		m := evm.Network{Activities: slices.Clone(n.Activities), Links: slices.Clone(n.Links)}
		slices.Reverse(m.Activities)
		slices.Reverse(m.Links)
		if a, b := pathOf(n), pathOf(m); !reflect.DeepEqual(a, b) {
			t.Fatalf("%+v\n%+v", a, b)
		}
	})
}

func TestALongChainIsCheap(t *testing.T) {
	t.Parallel()
	var n evm.Network
	const size = 100_000
	for i := range size {
		n.Activities = append(n.Activities, evm.Activity{ID: fmt.Sprintf("%06d", i), Duration: evm.Known(1)})
		n.Links = append(n.Links, evm.Link{From: fmt.Sprintf("%06d", i), To: fmt.Sprintf("%06d", i+1)})
	}
	path := pathOf(n)
	if path.Duration != size || len(path.Critical) != size || len(path.Chain) != size || math.Signbit(path.Duration) {
		t.Errorf("duration %v, critical %d, chain %d", path.Duration, len(path.Critical), len(path.Chain))
	}
}
