package evm

import "slices"

// Loop is the shortest cycle that one more link would close, in the order in which its activities follow one another, beginning
// where the link ends; nil: none. A group that is empty counts as an activity of its own here: what is put into it later must not
// stand in a cycle at once.
func Loop(n Network, l Link) []string {
	n.Activities = slices.Clone(n.Activities)
	for name, members := range n.Groups {
		if len(members) == 0 {
			n.Activities = append(n.Activities, Activity{ID: name})
		}
	}
	g := newGraph(n)
	number := make(map[string]int, len(g.names))
	for v, name := range g.names {
		number[name] = v
	}
	way := g.way(ends(l.To, n.Groups, number), ends(l.From, n.Groups, number))
	if way == nil {
		return nil
	}
	names := make([]string, len(way))
	for i, v := range way {
		names[i] = g.names[v]
	}
	return names
}

// way is a shortest way from one of some activities to one of others, both ends included; nil: there is none.
func (g graph) way(from, to []int) []int {
	came := make([]int, len(g.names)) // from which activity each was reached, plus 1; 0: not yet
	queue := slices.Clone(from)
	for _, v := range from {
		came[v] = v + 1
	}
	for len(queue) > 0 {
		v := queue[0]
		queue = queue[1:]
		if slices.Contains(to, v) {
			return back(came, v)
		}
		for _, next := range g.next[v] {
			if came[next] == 0 {
				came[next] = v + 1
				queue = append(queue, next)
			}
		}
	}
	return nil
}

// back goes back from v to where the search began, and gives the way there.
func back(came []int, v int) []int {
	way := []int{v}
	for came[v] != v+1 {
		v = came[v] - 1
		way = append(way, v)
	}
	slices.Reverse(way)
	return way
}
