package evm

import (
	"cmp"
	"slices"
)

// cause is a link that sets the time of a node, and the epic before it that does so.
type cause struct {
	link, pred int
}

// pushed returns the links that set the start of an epic that has begun or has a planned start.
func (w *passes) pushed() []Push {
	var list []Push
	causes := make([][]cause, len(w.out)) // of group nodes
	for _, v := range w.order {
		own := firstOfEach(causes[v])
		for _, e := range w.out[v] {
			switch {
			case w.earliest(e) != w.early[e.to].start:
			case !w.isActivity(e.to):
				causes[e.to] = append(causes[e.to], e.causes(own)...)
			default:
				list = append(list, w.pushes(e.to, e.causes(own))...)
			}
		}
	}
	slices.SortFunc(list, func(a, b Push) int { return cmp.Or(cmp.Compare(a.Link, b.Link), cmp.Compare(a.Succ, b.Succ)) })
	return list
}

// firstOfEach returns the causes sorted, and of those with the same link only the one whose epic comes first.
func firstOfEach(causes []cause) []cause {
	slices.SortFunc(causes, func(a, b cause) int { return cmp.Or(cmp.Compare(a.link, b.link), cmp.Compare(a.pred, b.pred)) })
	return slices.CompactFunc(causes, func(a, b cause) bool { return a.link == b.link })
}

// causes returns the causes of an edge, given those of its predecessor if that is a group node. The causes of the node after a
// super-epic have no link.
func (e edge) causes(group []cause) []cause {
	switch {
	case len(group) == 0:
		return []cause{{e.link, e.from}}
	case e.link == noLink:
		return group
	}
	return []cause{{e.link, group[0].pred}}
}

// pushes returns what links do to an epic that has begun or has a planned start.
func (w *passes) pushes(v int, causes []cause) []Push {
	var list []Push
	if days := w.delay(v); days > 0 {
		for _, c := range causes {
			list = append(list, Push{Link: w.links[c.link].ID, Pred: w.names[c.pred], Succ: w.names[v], Days: days})
		}
	}
	return list
}

// delay returns by how many working days links delay an epic that has begun or has a planned start.
func (w *passes) delay(v int) int {
	a := w.activities[v]
	if a.state == EpicNotStarted && !a.planned {
		return 0
	}
	return w.early[v].start - a.release
}
