package evm

import (
	"context"
	"slices"
)

// graph is a network with its groups resolved. The first len(names) nodes are the activities, in order of their names. The
// others represent groups: if a link starts at a group, there is a finish node that all activities of the group lead to; if a
// link ends at a group, there is a start node that leads to all of them. So each link is a single edge, however large the
// groups are.
type graph struct {
	names []string
	next  [][]int // the successors, in ascending order and without duplicates
}

// builder adds group nodes to a graph as links require them.
type builder struct {
	graph

	groups   map[string][]string
	number   map[string]int // the node of each activity
	finishes map[string]int // the node after all activities of a group
	starts   map[string]int // the node before them
}

func newGraph(ctx context.Context, n Network) (graph, error) {
	b := newBuilder(n)
	check := every(ctx)
	for _, link := range n.Links {
		if err := check(); err != nil {
			return graph{}, err
		}
		b.lead(b.finish(link.From), b.start(link.To))
	}
	for v := range b.next {
		slices.Sort(b.next[v])
		b.next[v] = slices.Compact(b.next[v])
	}
	return b.graph, ctx.Err()
}

func newBuilder(n Network) *builder {
	names := slices.Sorted(slices.Values(n.Activities))
	names = slices.Compact(names)
	return &builder{
		graph: graph{names: names, next: make([][]int, len(names))}, groups: n.Groups,
		number: numbers(names), finishes: map[string]int{}, starts: map[string]int{},
	}
}

// numbers returns the position of each name.
func numbers(names []string) map[string]int {
	number := make(map[string]int, len(names))
	for v, name := range names {
		number[name] = v
	}
	return number
}

// finish returns the node at which an activity, or every activity of a group, has finished. An empty group also has a finish
// node, without predecessors.
func (b *builder) finish(name string) int {
	if v, ok := b.known(name, b.finishes); ok {
		return v
	}
	node := b.add(name, b.finishes)
	for _, v := range ends(name, b.groups, b.number) {
		b.lead(v, node)
	}
	return node
}

// start returns the node at which an activity, or each activity of a group, can start.
func (b *builder) start(name string) int {
	if v, ok := b.known(name, b.starts); ok {
		return v
	}
	node := b.add(name, b.starts)
	b.next[node] = ends(name, b.groups, b.number)
	return node
}

// known finds the node of an activity, or an existing node of a group.
func (b *builder) known(name string, nodes map[string]int) (int, bool) {
	if v, ok := b.number[name]; ok {
		return v, true
	}
	v, ok := nodes[name]
	return v, ok
}

// add creates a node for a group.
func (b *builder) add(name string, nodes map[string]int) int {
	node := len(b.next)
	b.next = append(b.next, nil)
	nodes[name] = node
	return node
}

func (b *builder) lead(from, to int) { b.next[from] = append(b.next[from], to) }

// ends resolves one end of a link to the activity itself, or to all activities in the group.
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

// isActivity distinguishes activities from group nodes.
func (g graph) isActivity(v int) bool { return v < len(g.names) }

// components returns the strongly connected components, each after all components that it leads to.
func (g graph) components(ctx context.Context) ([][]int, error) {
	c := components{
		graph: g,
		check: every(ctx),
		seen:  make([]int, len(g.next)),
		low:   make([]int, len(g.next)),
		open:  make([]bool, len(g.next)),
	}
	for v := range g.next {
		if c.seen[v] != 0 {
			continue
		}
		if err := c.visit(v); err != nil {
			return nil, err
		}
	}
	return c.found, nil
}

// cyclic reports whether the nodes of a component lie on a cycle: there are several, or the only one follows itself. Every cycle
// passes through an activity, because the finish node of a group is reached only from activities and its start node leads only
// to activities.
func (g graph) cyclic(component []int) bool {
	return len(component) > 1 || slices.Contains(g.next[component[0]], component[0])
}

// components holds the state of Tarjan's algorithm for strongly connected components.
type components struct {
	graph

	check func() error
	count int
	seen  []int  // when a node was first visited; 0 means never
	low   []int  // the earliest reachable node that is still open
	open  []bool // whether a node's component is incomplete
	stack []int
	found [][]int
}

// visit is called once for each node. It recurses as deep as the longest chain of links, which Go's stack can hold.
func (c *components) visit(v int) error {
	if err := c.check(); err != nil {
		return err
	}
	c.count++
	c.seen[v], c.low[v], c.open[v] = c.count, c.count, true
	c.stack = append(c.stack, v)
	for _, next := range c.next[v] {
		if c.seen[next] == 0 {
			if err := c.visit(next); err != nil {
				return err
			}
			c.low[v] = min(c.low[v], c.low[next])
		} else if c.open[next] {
			c.low[v] = min(c.low[v], c.seen[next])
		}
	}
	if c.low[v] == c.seen[v] {
		c.close(v)
	}
	return nil
}

// close pops the component that began with v off the stack.
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

// stepsPerCheck is the number of search steps between two checks of the context.
const stepsPerCheck = 4096

// every returns a function to call at each step of a search. That function returns the context's error once the context is
// done, at most a few thousand steps late.
func every(ctx context.Context) func() error {
	steps := 0
	return func() error {
		steps++
		if steps%stepsPerCheck != 0 {
			return nil
		}
		return ctx.Err()
	}
}
