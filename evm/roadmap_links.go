package evm

import (
	"cmp"
	"context"
	"slices"
)

// edge makes one node wait for another. Nodes are epics and, on either side of a super-epic that has links, the nodes that stand
// for all its epics; see graph. Such a group node takes no time: it starts and finishes on the day on which the last epic before
// it finishes, so that edges into it are finish-to-finish and edges out of it to an epic finish-to-start.
type edge struct {
	from, to int
	kind     LinkType
	lag      int
	link     int // the position of its link, or noLink between an epic and its super-epic
}

const noLink = -1

// fromStart reports whether the edge begins at the start of its predecessor.
func (e edge) fromStart() bool { return e.kind == StartToStart || e.kind == StartToFinish }

// limits returns the latest start and finish of the predecessor with which the successor can keep the given times.
func (e edge) limits(succ span) span {
	switch e.kind {
	case StartToStart:
		return span{succ.start - e.lag, always}
	case FinishToFinish:
		return span{always, succ.finish - e.lag}
	case StartToFinish:
		return span{succ.finish - e.lag + 1, always}
	case FinishToStart:
	}
	return span{always, succ.start - e.lag - 1}
}

// linked is the graph of a roadmap.
type linked struct {
	graph

	links []RoadmapLink // sorted
	edges []edge
	cycle []string // the epics that lie on a cycle, sorted
}

// link builds the graph of a roadmap and leaves out the links inside cycles.
func (r Roadmap) link(ctx context.Context) (linked, error) {
	network := Network{Groups: map[string][]string{}}
	for _, e := range r.Epics {
		network.Activities = append(network.Activities, e.ID)
		network.Groups[e.SuperEpic] = append(network.Groups[e.SuperEpic], e.ID)
	}
	delete(network.Groups, "")
	b := newBuilder(network)
	l := linked{links: slices.Clone(r.Links)}
	slices.SortFunc(l.links, compareLinks)
	for i, link := range l.links {
		l.edges = append(l.edges, b.edge(i, link))
	}
	l.edges = append(l.edges, b.memberships()...)
	for _, e := range l.edges[:len(l.links)] {
		b.lead(e.from, e.to)
	}
	l.graph = b.graph
	err := l.breakCycles(ctx)
	return l, err
}

// compareLinks sorts links by id. The rest only matters if ids are not unique.
func compareLinks(a, b RoadmapLink) int {
	return cmp.Or(
		cmp.Compare(a.ID, b.ID), cmp.Compare(a.Pred, b.Pred), cmp.Compare(a.Succ, b.Succ),
		cmp.Compare(a.Type, b.Type), cmp.Compare(a.Lag, b.Lag),
	)
}

// edge returns the edge of a link.
func (b *builder) edge(i int, l RoadmapLink) edge {
	e := edge{from: b.finish(l.Pred), to: b.start(l.Succ), kind: l.Type, lag: max(-maxDays, min(l.Lag, maxDays)), link: i}
	if !b.isActivity(e.from) || !b.isActivity(e.to) {
		e.kind = b.groupKind(e.to)
	}
	return e
}

// groupKind returns the kind of an edge from or to a group node.
func (b *builder) groupKind(to int) LinkType {
	if b.isActivity(to) {
		return FinishToStart
	}
	return FinishToFinish
}

// memberships returns the edges between epics and the group nodes of their super-epics. It must be called before links are added
// to the graph.
func (b *builder) memberships() []edge {
	var edges []edge
	for from, next := range b.next {
		for _, to := range next {
			edges = append(edges, edge{from: from, to: to, kind: b.groupKind(to), link: noLink})
		}
	}
	return edges
}

// breakCycles finds the epics that lie on a cycle and leaves out the links between those on the same one.
//
// A group node on a cycle stands for links inside the cycle as well as for others, so it gets a twin. The twin takes over the
// edges to epics on the cycle and is reached only from outside it. All other edges remain, so that each epic outside the cycle
// still waits for those on it.
func (l *linked) breakCycles(ctx context.Context) error {
	components, err := l.components(ctx)
	cycleOf := make([]int, len(l.next)) // the cycle that a node lies on, or 0
	for i, nodes := range components {
		if l.cyclic(nodes) {
			for _, v := range nodes {
				cycleOf[v] = i + 1
			}
		}
	}
	twins := l.addTwins(cycleOf)
	if len(l.cycle) == 0 {
		return err
	}
	var kept []edge
	for _, e := range l.edges {
		inside := cycleOf[e.from] != 0 && cycleOf[e.from] == cycleOf[e.to]
		kept = append(kept, e.outsideCycles(inside, twins[e.from], twins[e.to])...)
	}
	l.edges = kept
	return err
}

// addTwins adds a twin for each group node on a cycle and lists the epics on cycles. It returns the twin of each node, or 0.
func (l *linked) addTwins(cycleOf []int) []int {
	twins := make([]int, len(cycleOf))
	for v, cycle := range cycleOf {
		switch {
		case cycle == 0:
		case l.isActivity(v):
			l.cycle = append(l.cycle, l.names[v])
		default:
			twins[v] = len(l.next)
			l.next = append(l.next, nil)
		}
	}
	return twins
}

// outsideCycles returns what remains of an edge when cycles are broken. The edge is inside a cycle if both its nodes lie on it;
// from and to are the twins of its nodes, or 0.
func (e edge) outsideCycles(inside bool, from, to int) []edge {
	switch {
	case inside && from != 0 && to != 0:
		return []edge{e, e.between(from, to)}
	case inside && from != 0:
		return []edge{e.between(from, e.to)}
	case inside && to != 0:
		return []edge{e}
	case inside:
		return nil
	case to != 0:
		return []edge{e, e.between(e.from, to)}
	}
	return []edge{e}
}

// between returns the same edge between other nodes.
func (e edge) between(from, to int) edge {
	e.from, e.to = from, to
	return e
}
