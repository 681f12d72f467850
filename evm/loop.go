package evm

import (
	"context"
	"slices"
)

// Loop returns the shortest cycle that one more link would close, in the order in which its activities follow one another,
// starting where the link ends. It returns nil if the link would close no cycle. An empty group counts as an activity here, so
// that an activity added to it later cannot close a cycle. If ctx is done first, Loop returns its error.
func Loop(ctx context.Context, n Network, l Link) ([]string, error) {
	n.Activities = slices.Clone(n.Activities)
	for name, members := range n.Groups {
		if len(members) == 0 {
			n.Activities = append(n.Activities, name)
		}
	}
	g, err := newGraph(ctx, n)
	if err != nil {
		return nil, err
	}
	number := numbers(g.names)
	way, err := g.path(ctx, ends(l.To, n.Groups, number), ends(l.From, n.Groups, number))
	if way == nil {
		return nil, err
	}
	names := make([]string, len(way))
	for i, v := range way {
		names[i] = g.names[v]
	}
	return names, nil
}

// path returns a shortest path from any activity in from to any activity in to, both ends included, or nil if there is no path.
// If there are several, it returns the one that a search in ascending order finds first.
func (g graph) path(ctx context.Context, from, to []int) ([]int, error) {
	goal := make([]bool, len(g.names))
	for _, v := range to {
		goal[v] = true
	}
	came := make([]int, len(g.next)) // the activity each node was reached from, plus 1; 0 means not reached yet
	for _, v := range from {
		came[v] = v + 1
	}
	check := every(ctx)
	for queue := slices.Clone(from); len(queue) > 0; queue = queue[1:] {
		if err := check(); err != nil {
			return nil, err
		}
		v := queue[0]
		if goal[v] {
			return back(came, v), nil
		}
		reached := g.markSuccessors(came, v, v, nil)
		slices.Sort(reached)
		queue = append(queue, reached...)
	}
	return nil, nil
}

// markSuccessors marks the successors of a node that were not reached before as reached from the activity from, and appends the
// activities among them to list. Group nodes are passed through, because they are not steps of their own.
func (g graph) markSuccessors(came []int, node, from int, list []int) []int {
	for _, next := range g.next[node] {
		if came[next] != 0 {
			continue
		}
		came[next] = from + 1
		if g.isActivity(next) {
			list = append(list, next)
		} else {
			list = g.markSuccessors(came, next, from, list)
		}
	}
	return list
}

// back walks back from v to where the search began and returns the path.
func back(came []int, v int) []int {
	way := []int{v}
	for came[v] != v+1 {
		v = came[v] - 1
		way = append(way, v)
	}
	slices.Reverse(way)
	return way
}
