package evm

import (
	"maps"
	"slices"
)

// graph is a network with its groups resolved. Activities are numbered in the order of their names.
type graph struct {
	names   []string
	lengths []Maybe
	next    [][]int // the activities that follow, in rising order, each once
}

func newGraph(n Network) graph {
	lengths := make(map[string]Maybe, len(n.Activities))
	for _, a := range n.Activities {
		lengths[a.ID] = a.Duration
	}
	g := graph{names: slices.Sorted(maps.Keys(lengths))}
	number := make(map[string]int, len(g.names))
	for v, name := range g.names {
		number[name] = v
		g.lengths = append(g.lengths, lengths[name])
	}
	g.next = make([][]int, len(g.names))
	for _, link := range n.Links {
		for _, from := range ends(link.From, n.Groups, number) {
			g.next[from] = append(g.next[from], ends(link.To, n.Groups, number)...)
		}
	}
	for v := range g.next {
		slices.Sort(g.next[v])
		g.next[v] = slices.Compact(g.next[v])
	}
	return g
}

// ends resolves one end of a link: the activity itself, or all that the group holds.
func ends(name string, groups map[string][]string, number map[string]int) []int {
	if v, ok := number[name]; ok {
		return []int{v}
	}
	var found []int
	for _, member := range groups[name] {
		if v, ok := number[member]; ok {
			found = append(found, v)
		}
	}
	return found
}

// sortedNames gives the names of activities, in order.
func (g graph) sortedNames(numbers []int) []string {
	names := make([]string, len(numbers))
	for i, v := range numbers {
		names[i] = g.names[v]
	}
	slices.Sort(names)
	return names
}

// sort gives an order in which every activity stands before those that follow it, and the activities that lie on a cycle. An activity
// lies on a cycle exactly when it follows itself, or shares a strongly connected component with another.
func (g graph) sort() (order, cycle []int) {
	c := components{
		graph: g,
		seen:  make([]int, len(g.names)),
		low:   make([]int, len(g.names)),
		open:  make([]bool, len(g.names)),
	}
	for v := range g.names {
		if c.seen[v] == 0 {
			c.visit(v)
		}
	}
	for _, found := range c.found { // the last component comes first
		order = append(order, found...)
		if len(found) > 1 || slices.Contains(g.next[found[0]], found[0]) {
			cycle = append(cycle, found...)
		}
	}
	slices.Reverse(order)
	return order, cycle
}

// components is Tarjan's search for strongly connected components.
type components struct {
	graph
	count int
	seen  []int  // when a node was first met; 0 is never
	low   []int  // the earliest node in reach that is still open
	open  []bool // whether a node's component is not complete yet
	stack []int
	found [][]int
}

// visit is called once for each node. It goes as deep as the longest chain of links, which the stack of Go bears.
func (c *components) visit(v int) {
	c.count++
	c.seen[v], c.low[v], c.open[v] = c.count, c.count, true
	c.stack = append(c.stack, v)
	for _, next := range c.next[v] {
		if c.seen[next] == 0 {
			c.visit(next)
			c.low[v] = min(c.low[v], c.low[next])
		} else if c.open[next] {
			c.low[v] = min(c.low[v], c.seen[next])
		}
	}
	if c.low[v] == c.seen[v] {
		c.close(v)
	}
}

// close takes the component that began with v off the stack.
func (c *components) close(v int) {
	i := len(c.stack) - 1
	for c.stack[i] != v {
		i--
	}
	component := slices.Clone(c.stack[i:])
	c.stack = c.stack[:i]
	for _, node := range component {
		c.open[node] = false
	}
	c.found = append(c.found, component)
}
