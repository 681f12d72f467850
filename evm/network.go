package evm

import (
	"context"
	"maps"
	"math"
	"slices"
)

// Network is a roadmap: activities, such as epics, that follow one another.
type Network struct {
	Activities []Activity
	Groups     map[string][]string // the activities in each group, such as a super-epic
	Links      []Link
}

// Activity is a piece of work with a duration in days.
type Activity struct {
	ID       string
	Duration Maybe // if unknown, the activity is listed in Path.Unknown
}

// Link means that To can start only when From has finished. Either may be an activity or a group. A link on a group stands for
// one link on each activity in it, so a link on an empty group stands for none and does not connect what precedes the group to
// what follows it. A link from or to something that is neither an activity nor a group has no effect either.
type Link struct {
	From, To string
}

// Path is the result of the critical path method. Times are in days from the start of the roadmap.
type Path struct {
	Cycle    []string        // the activities that lie on a cycle, sorted; if there are any, nothing else is set
	Duration float64         // of the whole roadmap; a lower bound when some durations are unknown
	Nodes    map[string]Node // by activity
	Groups   map[string]Node // by non-empty group: from its first start to its last finish
	Critical []string        // the activities without slack, sorted
	Chain    []string        // one longest chain from start to end; if there are several, the one whose names sort first
	Unknown  []string        // the activities whose duration is unknown, sorted
}

// Node holds the times at which an activity can and must happen. For an activity of unknown duration, ES is the earliest it can
// start, LF the latest it can finish, and the rest is unknown. Other activities are computed as if those of unknown duration
// took no time, so their early times and the duration of the roadmap are lower bounds; see Path.Unknown.
type Node struct {
	Duration   Maybe
	ES, EF     Maybe // early start and finish
	LS, LF     Maybe // late start and finish
	TotalSlack Maybe // how far it can slip without delaying the end of the roadmap
	FreeSlack  Maybe // how far it can slip without delaying any other activity
	Critical   bool
}

// slackTolerance is the share of the total duration up to which slack counts as none, because sums of fractions leave rounding
// remainders.
const slackTolerance = 1e-9

// CriticalPath returns the early and late times of all activities, their slack and the critical set or, if there are cycles,
// only the activities on them. Its memory is linear in the number of activities, group members and links. If ctx is done first,
// CriticalPath returns its error.
func CriticalPath(ctx context.Context, n Network) (Path, error) {
	g, err := newGraph(ctx, n)
	if err != nil {
		return Path{}, err
	}
	order, cycle, err := g.sort(ctx)
	if err != nil {
		return Path{}, err
	}
	if len(cycle) > 0 {
		return Path{Cycle: g.sortedNames(cycle)}, nil
	}
	w := newWalk(g, order)
	chain, err := w.chain(ctx)
	if err != nil {
		return Path{}, err
	}
	path := Path{Duration: w.duration, Nodes: make(map[string]Node, len(g.names)), Chain: chain}
	for v, name := range g.names {
		node := w.node(v)
		path.Nodes[name] = node
		if node.Critical {
			path.Critical = append(path.Critical, name)
		}
		if !node.Duration.Known {
			path.Unknown = append(path.Unknown, name)
		}
	}
	path.Groups = groupNodes(n.Groups, path.Nodes)
	return path, nil
}

// walk holds the early and late times of a graph without cycles.
type walk struct {
	graph

	early    []float64 // early starts
	late     []float64 // late finishes
	first    []float64 // early start of an activity; for a group node, the earliest start of the activities it leads to
	duration float64
}

func newWalk(g graph, order []int) walk {
	w := walk{graph: g, early: make([]float64, len(order)), late: make([]float64, len(order)), first: make([]float64, len(order))}
	for _, v := range order {
		w.duration = max(w.duration, w.finish(v))
		for _, next := range g.next[v] {
			w.early[next] = max(w.early[next], w.finish(v))
		}
	}
	for _, v := range slices.Backward(order) {
		w.late[v] = w.duration
		for _, next := range g.next[v] {
			w.late[v] = min(w.late[v], w.late[next]-g.lengths[next].Value)
		}
		w.first[v] = w.early[v]
		if !g.isActivity(v) {
			w.first[v] = w.nextStart(v)
		}
	}
	return w
}

// finish returns the early finish; an unknown duration adds nothing.
func (w walk) finish(v int) float64 { return w.early[v] + w.lengths[v].Value }

// nextStart returns the earliest start of the activities that wait for a node, or the end of the roadmap if there are none.
func (w walk) nextStart(v int) float64 {
	first := w.duration
	for _, next := range w.next[v] {
		first = min(first, w.first[next])
	}
	return first
}

// free returns the free slack: the time between an activity's early finish and the earliest start of the activities that wait
// for it.
func (w walk) free(v int) float64 { return w.snap(w.nextStart(v) - w.finish(v)) }

// snap returns 0 for slack that is only a rounding remainder.
func (w walk) snap(slack float64) float64 {
	if math.Abs(slack) <= w.duration*slackTolerance {
		return 0
	}
	return slack
}

func (w walk) node(v int) Node {
	length := w.lengths[v]
	node := Node{Duration: length, ES: Known(w.early[v]), LF: Known(w.late[v])}
	if !length.Known {
		return node
	}
	slack := w.snap(w.late[v] - w.finish(v))
	node.EF = Known(w.finish(v))
	node.LS = Known(w.late[v] - length.Value)
	node.TotalSlack = Known(slack)
	node.FreeSlack = Known(w.free(v))
	node.Critical = slack == 0
	return node
}

// chain follows one longest chain from the start to the end of the roadmap. At each step, it takes the first activity by name
// that fits.
func (w walk) chain(ctx context.Context) ([]string, error) {
	var chain []string
	all := make([]int, len(w.names))
	for v := range all {
		all[v] = v
	}
	at := 0.0
	for v, ok := w.fitting(all, at); ok; v, ok = w.fitting(w.next[v], at) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		chain = append(chain, w.names[v])
		at = w.finish(v)
	}
	return chain, nil
}

// fitting finds the first activity without slack that starts at a given time. It searches the given nodes, which are in
// ascending order, and the successors of the group nodes among them.
func (w walk) fitting(nodes []int, at float64) (best int, ok bool) {
	groups, _ := slices.BinarySearch(nodes, len(w.names)) // group nodes come after all activities
	best = len(w.names)
	for _, v := range nodes[:groups] {
		if w.snap(w.early[v]-at) == 0 && w.snap(w.late[v]-w.finish(v)) == 0 {
			best = v
			break
		}
	}
	for _, v := range nodes[groups:] {
		if w.snap(w.first[v]-at) == 0 { // otherwise everything that waits for the group starts later
			found, _ := w.fitting(w.next[v], at)
			best = min(best, found)
		}
	}
	return best, best < len(w.names)
}

// groupNodes summarises each group: it starts with its first activity, finishes with its last, and has the smallest slack of
// all activities in it.
func groupNodes(groups map[string][]string, nodes map[string]Node) map[string]Node {
	sums := make(map[string]Node, len(groups))
	for _, name := range slices.Sorted(maps.Keys(groups)) {
		var sum Node
		found := false
		for _, member := range groups[name] {
			if node, ok := nodes[member]; ok {
				sum = joinNodes(sum, node, !found)
				found = true
			}
		}
		if found {
			sum.Duration = difference(sum.EF, sum.ES)
			sums[name] = sum
		}
	}
	return sums
}

// joinNodes extends a summary by one more node. Figures that are unknown in either of them are unknown in the result.
func joinNodes(sum, node Node, first bool) Node {
	if first {
		return node
	}
	return Node{
		ES:         pick(math.Min, sum.ES, node.ES),
		EF:         pick(math.Max, sum.EF, node.EF),
		LS:         pick(math.Min, sum.LS, node.LS),
		LF:         pick(math.Max, sum.LF, node.LF),
		TotalSlack: pick(math.Min, sum.TotalSlack, node.TotalSlack),
		FreeSlack:  pick(math.Min, sum.FreeSlack, node.FreeSlack),
		Critical:   sum.Critical || node.Critical,
	}
}

// pick chooses between two numbers; the result is unknown unless both are known.
func pick(choose func(a, b float64) float64, a, b Maybe) Maybe {
	if !a.Known || !b.Known {
		return Maybe{}
	}
	return Known(choose(a.Value, b.Value))
}
