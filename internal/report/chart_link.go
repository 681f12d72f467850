package report

import "earnest/evm"

// roadLinks is the maximum number of links that the roadmap draws.
const roadLinks = 300

// middleOf returns the height of the middle of a row of the roadmap.
func middleOf(row int) float64 { return topSpace + roadHeight*(float64(row)+0.5) }

// rect draws a rectangle from one x coordinate to another.
func (m *markup) rect(class string, from, to, y, height float64) {
	m.leaf("rect", "class", class, "x", px(from), "y", px(y), "width", px(max(1.5, to-from)), "height", px(height))
}

// epicBar draws what happened to an epic and is expected of it, filled up to an x coordinate. A critical one has a thick frame.
func (m *markup) epicBar(from, filled, to, y float64, critical bool) {
	const height = 11
	m.rect("epic-bar", from, to, y, height)
	if filled > from {
		m.rect("done-bar", from, filled, y, height)
	}
	edge := "bar-edge"
	if critical {
		edge = "critical-edge"
	}
	m.rect(edge, from, to, y, height)
}

// drawLinks draws the links between the epics shown; one that delays an epic has another colour. A link on a super-epic, which has no row, is not drawn.
func (c roadChart) drawLinks(f frame, shown []roadRow) {
	rows, pushes := map[string]int{}, map[string]bool{}
	for i, r := range shown {
		if r.epic.Start != nil && r.epic.Finish != nil {
			rows[r.uuid] = i
		}
	}
	for _, p := range c.schedule.Pushed {
		pushes[p.Link] = true
	}
	drawn := 0
	for _, l := range c.links {
		pred, found := rows[l.Pred]
		succ, too := rows[l.Succ]
		if !found || !too || drawn == roadLinks {
			continue
		}
		drawn++
		class := ""
		if pushes[l.ID] {
			class = " pushes"
		}
		fromStart, toFinish := l.Type == evm.StartToStart || l.Type == evm.StartToFinish, l.Type == evm.FinishToFinish || l.Type == evm.StartToFinish
		from, to := f.endOf(shown[pred].epic, !fromStart), f.endOf(shown[succ].epic, toFinish)
		leaves, enters := sideOf(fromStart), sideOf(toFinish)
		f.link(class, linkPath(from, middleOf(pred)+2.5, to, middleOf(succ)+2.5, leaves, enters), to, middleOf(succ)+2.5, enters)
	}
}

// endOf returns the x coordinate of the start or the finish of an epic's bar.
func (f frame) endOf(e evm.ScheduledEpic, finish bool) float64 {
	if finish {
		return f.x.place(float64(*e.Finish) + 1)
	}
	return f.x.place(float64(*e.Start))
}

// sideOf returns the direction in which a link leaves or enters a bar: 1 is to the right, -1 to the left.
func sideOf(reversed bool) float64 {
	if reversed {
		return -1
	}
	return 1
}

// linkPath returns the path of a link, as the page draws it: straight up or down where there is room, or else around between the rows.
func linkPath(x1, y1, x2, y2, leaves, enters float64) string {
	const stub = 6
	out, into := x1+leaves*stub, x2-enters*stub
	start, end := "M"+px(x1)+" "+px(y1)+"H", "V"+px(y2)+"H"+px(x2)
	switch {
	case leaves != enters && leaves > 0:
		return start + px(max(out, into)) + end
	case leaves != enters:
		return start + px(min(out, into)) + end
	case leaves*(into-out) >= 0:
		return start + px(out) + end
	}
	between := y1 + roadHeight/2
	if y2 < y1 {
		between = y1 - roadHeight/2
	}
	return start + px(out) + "V" + px(between) + "H" + px(into) + end
}

// link draws a link along a path, with its head at a point.
func (m *markup) link(class, path string, x, y, enters float64) {
	m.leaf("path", "class", "link"+class, "d", path)
	m.leaf("path", "class", "link-head"+class, "d", "M"+px(x)+" "+px(y)+"l"+px(-6*enters)+" -3v6z")
}
