package evm_test

import (
	"context"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

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

// TestLoopIsFoundExactlyWhereALinkClosesACycle compares the result of Loop with that of CriticalPath on the roadmap with the
// link added, and follows the cycle link by link.
func TestLoopIsFoundExactlyWhereALinkClosesACycle(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n := network(false).Draw(t, "network")
		n.Groups = map[string][]string{"group": nil}
		for _, a := range n.Activities {
			if rapid.Bool().Draw(t, "grouped") {
				n.Groups["group"] = append(n.Groups["group"], a.ID)
			}
		}
		end := rapid.SampledFrom(append([]string{"group"}, names(n)...))
		link := evm.Link{From: end.Draw(t, "from"), To: end.Draw(t, "to")}
		if len(n.Groups["group"]) == 0 && (link.From == "group" || link.To == "group") {
			return // CriticalPath ignores empty groups
		}
		loop := loopOf(n, link)
		with := n
		with.Links = append(slices.Clone(n.Links), link)
		cycle := pathOf(with).Cycle
		if (loop == nil) != (cycle == nil) {
			t.Fatalf("loop %v, cycle %v", loop, cycle)
		}
		for i, id := range loop {
			if !slices.Contains(cycle, id) {
				t.Fatalf("%s of %v lies on no cycle: %v", id, loop, cycle)
			}
			if next := (evm.Link{From: id, To: loop[(i+1)%len(loop)]}); i < len(loop)-1 && !slices.Contains(n.Links, next) {
				t.Fatalf("%v does not follow the links %v", loop, n.Links)
			}
		}
	})
}

func names(n evm.Network) []string {
	var all []string
	for _, a := range n.Activities {
		all = append(all, a.ID)
	}
	return all
}

func TestLoopReturnsTheOrderAndTreatsEmptyGroupsAsActivities(t *testing.T) {
	t.Parallel()
	n := evm.Network{
		Activities: []evm.Activity{{ID: "a"}, {ID: "b"}, {ID: "c"}, {ID: "d"}},
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
