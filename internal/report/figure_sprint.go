package report

import "earnest/evm"

// costFigure is what each sprint cost beside the value it earned.
func costFigure(r Report) figureOf {
	f := figureOf{
		id: "cost", title: "Cost by sprint, beside the value it earned",
		empty: "There is nothing to draw yet: no time with a daily rate is booked.",
		table: table{head: []string{"Sprint", "Start", "End", "Cost", "Value earned"}},
	}
	cost, value := bars{name: "Cost", class: "c"}, bars{name: "Value earned", class: "hatched"}
	c := barChart{id: f.id + "-plot", title: f.title, xLabel: "Sprint", yLabel: "Money"}
	add := func(name, start, end string, spent float64, earned evm.Maybe) {
		c.names = append(c.names, name)
		cost.values, value.values = append(cost.values, spent), append(value.values, earned.Value)
		f.table.rows = append(f.table.rows, []string{name, start, end, amount(spent, 2), printed(earned, evm.MoneyUnit)})
	}
	for _, s := range byStart(r.Sprints) {
		add(s.Title, dayOrNone(s.Start), dayOrNone(s.End), s.Cost, s.Value)
	}
	if r.Outside > 0 {
		add("no sprint", none, none, r.Outside, evm.Maybe{})
	}
	c.rows = []bars{cost}
	if r.Finance.BAC.Known {
		c.rows = append(c.rows, value)
	} else {
		f.title = "Cost by sprint"
	}
	c.title, c.desc = f.title, "All cost so far is "+whole(r.Finance.ACTotal)+", of which "+whole(r.Outside)+" outside sprints."
	if c, f.note = c.cut(f.note); c.top() > 0 {
		f.plot = c
	}
	return f
}

// pointsFigure is what each sprint committed to and finished, with the mean.
func pointsFigure(r Report) figureOf {
	f := figureOf{
		id: "points", title: "Points by sprint: committed and done",
		empty: "There is nothing to draw yet: no sprint holds points.",
		table: table{head: []string{"Sprint", "Start", "End", "Status", "Points committed", "Points done", "Points earned"}},
	}
	committed, done := bars{name: "Committed", class: "hatched"}, bars{name: "Done", class: "b"}
	c := barChart{id: f.id + "-plot", title: f.title, xLabel: "Sprint", yLabel: "Points", desc: "The mean of past sprints is unknown."}
	for _, s := range byStart(r.Sprints) {
		c.names = append(c.names, s.Title)
		committed.values, done.values = append(committed.values, s.Committed), append(done.values, s.Done)
		f.table.rows = append(f.table.rows, []string{
			s.Title, dayOrNone(s.Start), dayOrNone(s.End), string(s.Status), short(s.Committed), short(s.Done), short(s.Earned),
		})
	}
	if v := r.Velocity; v.Mean.Known && v.Mean.Value > 0 {
		c.level = &level{v.Mean.Value, "Mean of past sprints: " + short(v.Mean.Value)}
		c.desc = "Past sprints finished " + short(v.Mean.Value) + " points on average."
	}
	if v := r.Velocity; v.Low.Known {
		f.note = "The next sprint can be expected to finish between " + short(v.Low.Value) + " and " + short(v.High.Value) + " points."
	}
	c.rows = []bars{committed, done}
	if c, f.note = c.cut(f.note); c.top() > 0 {
		f.plot = c
	}
	return f
}

// roadFigure is the roadmap with its critical path.
func roadFigure(r Report) figureOf {
	f := figureOf{
		id: "roadmap", title: "Roadmap and critical path",
		empty: "There is nothing to draw yet: the project has no epics.",
		table: table{head: []string{"Epic", "Days", "Early start", "Early finish", "Late start", "Late finish", "Total slack", "Free slack", "Critical"}},
	}
	if len(r.Path.Cycle) > 0 {
		f.empty = "The links of the roadmap go round in a circle, so there is no critical path. On the circle lie: "
		for i, uuid := range r.Path.Cycle {
			if i > 0 {
				f.empty += ", "
			}
			f.empty += r.Titles[uuid]
		}
		f.empty += "."
		return f
	}
	c := roadChart{id: f.id + "-plot", title: f.title, duration: r.Path.Duration}
	for _, uuid := range roadmapOrder(r) {
		n := r.Path.Nodes[uuid]
		c.rows = append(c.rows, roadRow{r.Titles[uuid], n})
		f.table.rows = append(f.table.rows, roadCells(r.Titles[uuid], n))
	}
	if len(c.rows) == 0 {
		return f
	}
	f.note = "The whole takes " + plural(r.Path.Duration, "day") + unknownLength(r.Path) + "."
	if len(c.rows) > roadRows {
		f.note += " The first " + whole(roadRows) + " epics are drawn; the table has all."
	}
	c.desc = f.note
	f.plot = c
	return f
}

func roadCells(title string, n evm.Node) []string {
	cells := []string{title}
	for _, v := range []evm.Maybe{n.Duration, n.ES, n.EF, n.LS, n.LF, n.TotalSlack, n.FreeSlack} {
		cells = append(cells, printed(v, evm.DaysUnit))
	}
	if n.Critical {
		return append(cells, "yes")
	}
	return append(cells, "no")
}
