package evm

import (
	"context"
	"slices"
)

const (
	maxChains  = 50
	maxCounted = 1 << 53 // the last whole number up to which a float64, and so a reader of JSON, holds each one
)

// chains holds the links without play between critical epics.
type chains struct {
	graph

	next [][]int // the critical epics that follow a node, and the group nodes that lead to some; in ascending order
}

// chains returns the first chains of critical epics, in the order of their names, and how many more there are.
func (w *passes) chains(ctx context.Context) (list [][]string, more int, err error) {
	c := chains{graph: w.graph, next: make([][]int, len(w.out))}
	for _, v := range slices.Backward(w.order) {
		c.next[v] = w.follow(v, c.next)
	}
	check := every(ctx)
	heads := w.heads(c.next)
	for _, first := range heads {
		err = c.walk(first, func(chain []int) bool {
			list = append(list, w.namesOf(chain))
			return len(list) < maxChains
		}, check)
		if err != nil || len(list) == maxChains {
			break
		}
	}
	if err != nil || len(list) < maxChains {
		return list, 0, err
	}
	all, err := c.count(w.order, heads, check)
	return list, all - len(list), err
}

// follow returns the critical epics and the group nodes that a critical epic or a group node leads to without play.
func (w *passes) follow(v int, next [][]int) []int {
	if w.isActivity(v) && !w.critical(v) {
		return nil
	}
	var found []int
	for _, e := range w.out[v] {
		if (w.critical(e.to) || len(next[e.to]) > 0) && w.play(e) == 0 {
			found = append(found, e.to)
		}
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// heads returns the critical epics that no critical epic leads to without play.
func (w *passes) heads(next [][]int) []int {
	led := make([]bool, len(next)) // whether a critical epic leads there
	for _, v := range w.order {
		if led[v] || w.critical(v) {
			for _, to := range next[v] {
				led[to] = true
			}
		}
	}
	var heads []int
	for v := range w.names {
		if w.critical(v) && !led[v] {
			heads = append(heads, v)
		}
	}
	return heads
}

func (g graph) namesOf(nodes []int) []string {
	names := make([]string, len(nodes))
	for i, v := range nodes {
		names[i] = g.names[v]
	}
	return names
}

// walk visits the chains that begin with an epic, in order, until visit returns false. The chain is valid only during the call.
func (c chains) walk(first int, visit func(chain []int) bool, check func() error) error {
	chain, tried := []int{first}, []int{none} // the epic that was tried last after each epic of the chain
	for len(chain) > 0 {
		if err := check(); err != nil {
			return err
		}
		last := len(chain) - 1
		v, ok := c.after(chain[last], tried[last])
		if ok {
			tried[last] = v
			chain, tried = append(chain, v), append(tried, none)
			continue
		}
		if tried[last] == none && !visit(chain) {
			return nil
		}
		chain, tried = chain[:last], tried[:last]
	}
	return nil
}

// count returns how many chains begin with the given epics. The order is topological.
func (c chains) count(order, heads []int, check func() error) (int, error) {
	from := make([]int, len(c.next)) // how many chains begin with an epic, or with the epics behind a group node
	for _, v := range slices.Backward(order) {
		var err error
		if from[v], err = c.countFrom(v, from, check); err != nil {
			return 0, err
		}
	}
	all := 0
	for _, v := range heads {
		all = min(all+from[v], maxCounted)
	}
	return all, nil
}

// countFrom counts the chains that begin with a node, given those that begin with the nodes after it.
func (c chains) countFrom(v int, from []int, check func() error) (int, error) {
	switch {
	case len(c.next[v]) == 0:
		return 1, nil
	case len(c.next[v]) == 1:
		return from[c.next[v][0]], nil
	}
	sum := 0
	for next, ok := c.after(v, none); ok; next, ok = c.after(v, next) { // each epic once, even if several nodes lead to it
		if err := check(); err != nil {
			return 0, err
		}
		sum = min(sum+from[next], maxCounted)
	}
	return sum, nil
}

// none stands for no epic. It is less than the numbers of all epics.
const none = -1

// after returns the first epic with a number greater than last that follows a node, or false if no such epic does.
func (c chains) after(v, last int) (first int, ok bool) {
	first = len(c.names)
	groups, _ := slices.BinarySearch(c.next[v], first) // group nodes come after all epics
	if i, _ := slices.BinarySearch(c.next[v][:groups], last+1); i < groups {
		first = c.next[v][i]
	}
	for _, group := range c.next[v][groups:] {
		behind, _ := c.after(group, last)
		first = min(first, behind)
	}
	return first, first < len(c.names)
}
