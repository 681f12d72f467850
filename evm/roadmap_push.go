package evm

import (
	"cmp"
	"slices"
)

// cause is the link that sets the time of a node, and the epic before it that does so.
type cause struct {
	link, pred int
}

// pushed returns the links that set the start of an epic that has begun or has a planned start. Where several links into the same
// super-epic, or several epics in one, set the start, the first of them counts.
func (w *passes) pushed() []Push {
	var list []Push
	causes := make([]*cause, len(w.out)) // of group nodes
	for _, v := range w.order {
		for _, e := range w.out[v] {
			if w.earliest(e) != w.early[e.to].start {
				continue
			}
			c := e.cause(causes[v])
			if !w.isActivity(e.to) {
				causes[e.to] = first(causes[e.to], c)
			} else if days := w.delay(e.to); days > 0 {
				list = append(list, Push{Link: w.links[c.link].ID, Pred: w.names[c.pred], Succ: w.names[e.to], Days: days})
			}
		}
	}
	slices.SortFunc(list, comparePushes)
	return list
}

// cause returns the cause of an edge, given that of its predecessor if that is a group node.
func (e edge) cause(group *cause) cause {
	switch {
	case group == nil:
		return cause{e.link, e.from}
	case e.link == noLink:
		return *group
	}
	return cause{e.link, group.pred}
}

// first returns the cause whose link, or else whose epic, comes first.
func first(known *cause, c cause) *cause {
	if known == nil || cmp.Or(cmp.Compare(c.link, known.link), cmp.Compare(c.pred, known.pred)) < 0 {
		return &c
	}
	return known
}

// delay returns by how many working days links delay an epic that has begun or has a planned start.
func (w *passes) delay(v int) int {
	a := w.activities[v]
	if a.state == EpicNotStarted && !a.planned {
		return 0
	}
	return w.early[v].start - a.release
}

func comparePushes(a, b Push) int {
	return cmp.Or(cmp.Compare(a.Succ, b.Succ), cmp.Compare(a.Link, b.Link), cmp.Compare(a.Pred, b.Pred))
}
