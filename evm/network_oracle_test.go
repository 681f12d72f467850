package evm_test

import (
	"maps"
	"math"
	"slices"

	"earnest/evm"
)

// This is a naive implementation of the roadmap, with which the engine's results are compared. It is short and slow: every link
// between groups is expanded into one link from each activity in the first group to each activity in the second.

// expanded is a network whose groups are expanded. Activities are numbered in order of their names.
type expanded struct {
	names   []string
	lengths []evm.Maybe
	next    [][]int
}

func expand(n evm.Network) expanded {
	lengths := map[string]evm.Maybe{}
	for _, a := range n.Activities {
		lengths[a.ID] = a.Duration
	}
	x := expanded{names: slices.Sorted(maps.Keys(lengths))}
	for _, name := range x.names {
		x.lengths = append(x.lengths, lengths[name])
	}
	x.next = make([][]int, len(x.names))
	for _, link := range n.Links {
		for _, from := range x.ends(n, link.From) {
			x.next[from] = append(x.next[from], x.ends(n, link.To)...)
		}
	}
	for v := range x.next {
		slices.Sort(x.next[v])
		x.next[v] = slices.Compact(x.next[v])
	}
	return x
}

// ends returns the activities that one end of a link stands for.
func (x expanded) ends(n evm.Network, name string) []int {
	if v, ok := slices.BinarySearch(x.names, name); ok {
		return []int{v}
	}
	var found []int
	for _, member := range n.Groups[name] {
		if v, ok := slices.BinarySearch(x.names, member); ok {
			found = append(found, v)
		}
	}
	return found
}

// reaches reports, for each pair of activities, whether a path of at least one link leads from one to the other.
func (x expanded) reaches() [][]bool {
	reach := make([][]bool, len(x.names))
	for v := range reach {
		reach[v] = make([]bool, len(x.names))
		for _, next := range x.next[v] {
			reach[v][next] = true
		}
	}
	for k := range reach {
		for i := range reach {
			for j := range reach {
				reach[i][j] = reach[i][j] || reach[i][k] && reach[k][j]
			}
		}
	}
	return reach
}

// plainPath is a naive CriticalPath.
func plainPath(n evm.Network) evm.Path {
	x := expand(n)
	reach := x.reaches()
	var path evm.Path
	for v, name := range x.names {
		if reach[v][v] {
			path.Cycle = append(path.Cycle, name)
		}
	}
	if path.Cycle != nil {
		return path
	}
	w := x.walk(reach)
	path = evm.Path{Duration: w.duration, Nodes: map[string]evm.Node{}, Groups: map[string]evm.Node{}, Chain: w.chain()}
	for v, name := range x.names {
		node := w.node(v)
		path.Nodes[name] = node
		if node.Critical {
			path.Critical = append(path.Critical, name)
		}
		if !node.Duration.Known {
			path.Unknown = append(path.Unknown, name)
		}
	}
	for group, members := range n.Groups {
		if sum, ok := plainGroup(members, path.Nodes); ok {
			path.Groups[group] = sum
		}
	}
	return path
}

// plainWalk holds the early starts and late finishes of the expanded network.
type plainWalk struct {
	expanded

	early, late []float64
	duration    float64
}

func (x expanded) walk(reach [][]bool) plainWalk {
	w := plainWalk{expanded: x, early: make([]float64, len(x.names)), late: make([]float64, len(x.names))}
	before := func(v int) (count int) { // counts the activities that lead to v, so sorting by it yields a topological order
		for u := range reach {
			if reach[u][v] {
				count++
			}
		}
		return count
	}
	order := make([]int, len(x.names))
	for v := range order {
		order[v] = v
	}
	slices.SortFunc(order, func(a, b int) int { return before(a) - before(b) })
	for _, v := range order {
		w.duration = max(w.duration, w.finish(v))
		for _, next := range x.next[v] {
			w.early[next] = max(w.early[next], w.finish(v))
		}
	}
	for _, v := range slices.Backward(order) {
		w.late[v] = w.duration
		for _, next := range x.next[v] {
			w.late[v] = min(w.late[v], w.late[next]-x.lengths[next].Value)
		}
	}
	return w
}

func (w plainWalk) finish(v int) float64 { return w.early[v] + w.lengths[v].Value }

func (w plainWalk) snap(slack float64) float64 {
	if math.Abs(slack) <= w.duration*1e-9 {
		return 0
	}
	return slack
}

func (w plainWalk) node(v int) evm.Node {
	length := w.lengths[v]
	node := evm.Node{Duration: length, ES: evm.Known(w.early[v]), LF: evm.Known(w.late[v])}
	if !length.Known {
		return node
	}
	first := w.duration
	for _, next := range w.next[v] {
		first = min(first, w.early[next])
	}
	slack := w.snap(w.late[v] - w.finish(v))
	node.EF, node.LS = evm.Known(w.finish(v)), evm.Known(w.late[v]-length.Value)
	node.TotalSlack, node.FreeSlack = evm.Known(slack), evm.Known(w.snap(first-w.finish(v)))
	node.Critical = slack == 0
	return node
}

func (w plainWalk) chain() []string {
	var chain []string
	at := 0.0
	candidates := make([]int, len(w.names))
	for v := range candidates {
		candidates[v] = v
	}
	for {
		i := slices.IndexFunc(candidates, func(v int) bool {
			return w.snap(w.early[v]-at) == 0 && w.snap(w.late[v]-w.finish(v)) == 0
		})
		if i < 0 {
			return chain
		}
		v := candidates[i]
		chain = append(chain, w.names[v])
		at, candidates = w.finish(v), w.next[v]
	}
}

// plainGroup summarises the members of a group that are activities; ok is false if there are none.
func plainGroup(members []string, nodes map[string]evm.Node) (sum evm.Node, ok bool) {
	of := func(choose func(...float64) float64, pick func(evm.Node) evm.Maybe) evm.Maybe {
		var all []float64
		for _, member := range members {
			node, found := nodes[member]
			if m := pick(node); found && m.Known {
				all = append(all, m.Value)
			} else if found {
				return evm.Maybe{}
			}
		}
		return evm.Known(choose(all...))
	}
	for _, member := range members {
		node, found := nodes[member]
		ok = ok || found
		sum.Critical = sum.Critical || node.Critical
	}
	if !ok {
		return sum, false
	}
	least := func(all ...float64) float64 { return slices.Min(all) }
	most := func(all ...float64) float64 { return slices.Max(all) }
	sum.ES = of(least, func(n evm.Node) evm.Maybe { return n.ES })
	sum.EF = of(most, func(n evm.Node) evm.Maybe { return n.EF })
	sum.LS = of(least, func(n evm.Node) evm.Maybe { return n.LS })
	sum.LF = of(most, func(n evm.Node) evm.Maybe { return n.LF })
	sum.TotalSlack = of(least, func(n evm.Node) evm.Maybe { return n.TotalSlack })
	sum.FreeSlack = of(least, func(n evm.Node) evm.Maybe { return n.FreeSlack })
	if sum.ES.Known && sum.EF.Known {
		sum.Duration = evm.Known(sum.EF.Value - sum.ES.Value)
	}
	return sum, true
}

// plainLoop is a naive Loop: a breadth-first search.
func plainLoop(n evm.Network, l evm.Link) []string {
	n.Activities = slices.Clone(n.Activities)
	for name, members := range n.Groups {
		if len(members) == 0 {
			n.Activities = append(n.Activities, evm.Activity{ID: name})
		}
	}
	x := expand(n)
	goal := x.ends(n, l.From)
	came := map[int]int{}
	queue := x.ends(n, l.To)
	for _, v := range queue {
		came[v] = v
	}
	for ; len(queue) > 0; queue = queue[1:] {
		if slices.Contains(goal, queue[0]) {
			return x.back(came, queue[0])
		}
		for _, next := range x.next[queue[0]] {
			if _, ok := came[next]; !ok {
				came[next] = queue[0]
				queue = append(queue, next)
			}
		}
	}
	return nil
}

// back returns the names on the path to an activity from where the search began.
func (x expanded) back(came map[int]int, v int) []string {
	way := []string{x.names[v]}
	for came[v] != v {
		v = came[v]
		way = append(way, x.names[v])
	}
	slices.Reverse(way)
	return way
}
