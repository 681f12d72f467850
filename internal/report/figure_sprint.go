package report

// costFigure plots the cost of each sprint next to the value it earned.
func costFigure(r Report) figureOf {
	l := r.lang
	f := figureOf{
		id: "cost", title: l.say("Cost by sprint, beside the value it earned"),
		empty: l.say("There is nothing to draw yet: no time with a daily rate has been logged."),
		table: table{head: []string{l.say("Sprint"), l.say("Start"), l.say("End"), l.say("Cost"), l.say("Value earned")}},
	}
	cost, value := bars{name: l.say("Cost"), class: "c" + hatched}, bars{name: l.say("Value earned"), class: "b"}
	outside := bars{name: l.say("Cost outside sprints"), class: "d"}
	c := barChart{id: f.id + "-plot", title: f.title, xLabel: l.say("Sprint"), yLabel: l.say("Money"), format: l.compactMoney, lang: l}
	for _, s := range byStart(r.Sprints) {
		c.names = append(c.names, s.Title)
		cost.values, value.values, outside.values = append(cost.values, s.Cost), append(value.values, s.Value.Value), append(outside.values, 0)
		f.table.rows = append(f.table.rows, []string{s.Title, l.dayOrNone(s.Start), l.dayOrNone(s.End), l.money(s.Cost), l.moneyOrNone(s.Value)})
	}
	if r.Finance.BAC.Known {
		c.rows = []bars{value, cost}
	} else {
		c.rows, f.title = []bars{cost}, l.say("Cost by sprint")
	}
	if r.Outside > 0 {
		c.names, outside.values = append(c.names, l.say("no sprint")), append(outside.values, r.Outside)
		for i := range c.rows {
			c.rows[i].values = append(c.rows[i].values, 0)
		}
		c.rows = append(c.rows, outside)
		f.table.rows = append(f.table.rows, []string{l.say("no sprint"), none, none, l.money(r.Outside), none})
	}
	f.note = earlyCost(r)
	c.title, c.desc = f.title, l.say("All cost so far is %s, of which %s outside sprints.", l.money(r.Finance.ACTotal), l.money(r.Outside))
	if c, f.note = c.cut(f.note); c.top() > 0 {
		f.plot = c
	}
	return f
}

// pointsFigure plots the points that each sprint committed to and finished, with the mean.
func pointsFigure(r Report) figureOf {
	l := r.lang
	f := figureOf{
		id: "points", title: l.say("Points by sprint: committed and done"),
		empty: l.say("There is nothing to draw yet: no sprint holds points."),
		table: table{head: []string{
			l.say("Sprint"), l.say("Start"), l.say("End"), l.say("Status"), l.say("Points committed"), l.say("Points done"), l.say("Points earned"),
		}},
	}
	committed, done := bars{name: l.say("Committed"), class: "d" + hatched}, bars{name: l.say("Done"), class: "b"}
	c := barChart{
		id: f.id + "-plot", title: f.title, xLabel: l.say("Sprint"), yLabel: l.say("Points"), desc: l.say("The mean of past sprints is unknown."),
		format: l.compact, lang: l,
	}
	for _, s := range byStart(r.Sprints) {
		c.names = append(c.names, s.Title)
		committed.values, done.values = append(committed.values, s.Committed), append(done.values, s.Done)
		f.table.rows = append(f.table.rows, []string{
			s.Title, l.dayOrNone(s.Start), l.dayOrNone(s.End), l.say(string(s.Status)), l.short(s.Committed), l.short(s.Done), l.short(s.Earned),
		})
	}
	if v := r.Velocity; v.Mean.Known && v.Mean.Value > 0 {
		c.level = &level{v.Mean.Value, l.say("Mean of past sprints: %s", l.short(v.Mean.Value))}
		c.desc = l.say("Past sprints finished %s points on average.", l.short(v.Mean.Value))
	}
	if v := r.Velocity; v.Low.Known {
		f.note = l.say("The next sprint can be expected to finish between %s and %s points.", l.short(v.Low.Value), l.short(v.High.Value))
	}
	c.rows = []bars{committed, done}
	if c, f.note = c.cut(f.note); c.top() > 0 {
		f.plot = c
	}
	return f
}
