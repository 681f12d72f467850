package report

import (
	"strings"

	"earnest/evm"
)

// roadFigure plots the roadmap in real dates.
func roadFigure(r Report) figureOf {
	l := r.lang
	f := figureOf{
		id: "roadmap", title: l.say("Roadmap: plan and forecast"),
		empty: l.say("There is nothing to draw yet: the project has no epics."),
		table: table{head: []string{
			l.say("Epic"), l.say("Planned start"), l.say("Planned finish"), l.say("Start"), l.say("Finish"), l.say("Late finish"),
			l.say("Days left"), l.say("Total slack"), l.say("Free slack"), l.say("Critical"),
		}},
	}
	c := roadChart{id: f.id + "-plot", title: f.title, schedule: r.Roadmap, milestones: r.Milestones}
	for _, uuid := range roadmapOrder(r) {
		e := r.Roadmap.Epics[uuid]
		c.rows = append(c.rows, roadRow{r.Titles[uuid], e})
		f.table.rows = append(f.table.rows, l.roadCells(r.Titles[uuid], e))
	}
	if len(c.rows) == 0 {
		return f
	}
	f.note = strings.Join(roadmapSentences(r), " ")
	if len(c.rows) > roadRows {
		f.note += " " + l.say("The first %s epics are drawn; the table has all.", l.whole(roadRows))
	}
	c.desc = f.note
	f.plot, f.lines = c, l.pushLines(r)
	return f
}

func (l Language) roadCells(title string, e evm.ScheduledEpic) []string {
	cells := []string{title}
	for _, d := range []*evm.Day{e.PlannedStart, e.PlannedFinish, e.Start, e.Finish, e.LateFinish} {
		cells = append(cells, l.dayOrNone(d))
	}
	for _, n := range []*int{e.RemainingDays, e.TotalSlack, e.FreeSlack} {
		if n == nil {
			cells = append(cells, none)
		} else {
			cells = append(cells, l.whole(float64(*n)))
		}
	}
	if e.Critical {
		return append(cells, l.say("yes"))
	}
	return append(cells, l.say("no"))
}
