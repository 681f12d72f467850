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
	c := roadChart{id: f.id + "-plot", title: f.title, schedule: r.Roadmap, links: r.Plan.Links, milestones: r.Milestones}
	done := doneShares(r)
	for _, uuid := range roadmapOrder(r) {
		e := r.Roadmap.Epics[uuid]
		c.rows = append(c.rows, roadRow{uuid, r.Titles[uuid], e, done[uuid]})
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

// doneShares returns the part of each epic that is done: of its points or, if it has none, of its tickets.
func doneShares(r Report) map[string]float64 {
	shares := map[string]float64{}
	for _, e := range r.Plan.Epics {
		switch {
		case e.Points > 0:
			shares[e.ID] = 1 - e.PointsLeft/e.Points
		case e.Tickets > 0:
			shares[e.ID] = float64(e.DoneTickets) / float64(e.Tickets)
		}
	}
	return shares
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
