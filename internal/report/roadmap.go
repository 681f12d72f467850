package report

import (
	"cmp"
	"slices"
	"strings"

	"earnest/evm"
)

// roadmap prints the schedule of the roadmap.
func (p printer) roadmap(r Report) {
	if len(r.Roadmap.Epics) == 0 {
		return
	}
	l := r.lang
	p.title("Roadmap")
	for _, sentence := range roadmapSentences(r) {
		p.wrap("  ", sentence)
	}
	p.linef("%s", roadLine("", "Epic", "planned", "", "start", "finish", "slack"))
	for _, uuid := range roadmapOrder(r) {
		e := r.Roadmap.Epics[uuid]
		mark := ""
		if e.Critical {
			mark = "*"
		}
		planned, finish := l.dayOrNone(e.PlannedFinish), l.dayOrNone(e.Finish)
		p.linef("%s", roadLine(mark, r.Titles[uuid], l.dayOrNone(e.PlannedStart), planned, l.dayOrNone(e.Start), finish, slackText(e)))
	}
	for _, line := range l.pushLines(r) {
		p.wrap("  ", line)
	}
}

// roadLine formats one line of the table of epics.
func roadLine(mark, title, plannedStart, plannedFinish, start, finish, slack string) string {
	line := pad(mark, 2) + pad(fitted(title, 17), 18) + pad(plannedStart, 13) + pad(plannedFinish, 13) + pad(start, 13) + pad(finish, 13)
	return strings.TrimRight(line+slack, " ")
}

// slackText describes in a word whether an epic can wait.
func slackText(e evm.ScheduledEpic) string {
	switch {
	case e.TotalSlack == nil:
		return "done"
	case e.Critical:
		return "critical"
	}
	return whole(float64(*e.TotalSlack)) + " d"
}

// roadmapSentences describes when the roadmap ends, or why that is unknown, and whether the team can do it all.
func roadmapSentences(r Report) []string {
	list := []string{endSentence(r)}
	if s := r.Roadmap; s.ForecastFinish != nil && s.CapacityFinish != nil && *s.CapacityFinish > *s.ForecastFinish {
		list = append(list, r.lang.say("The team cannot do everything at once: at its recent pace, the points left take until %s.", r.lang.day(*s.CapacityFinish)))
	}
	return list
}

func endSentence(r Report) string {
	s, l := r.Roadmap, r.lang
	switch {
	case len(s.Cycle) > 0:
		return l.say("The links form a cycle, so the end of the roadmap is unknown. The cycle: %s.", r.titles(s.Cycle))
	case allDone(s):
		if s.ForecastFinish == nil {
			return l.say("All epics are done.")
		}
		return l.say("All epics are done, the last one since %s.", l.day(*s.ForecastFinish))
	case s.ForecastFinish == nil:
		return l.say("The end of the roadmap is unknown, because nothing says how long a critical epic will take.")
	case s.PlannedFinish == nil:
		return l.say("The roadmap is expected to finish on %s.", l.day(*s.ForecastFinish))
	case *s.PlannedFinish == *s.ForecastFinish:
		return l.say("The roadmap is expected to finish on %s, as planned.", l.day(*s.ForecastFinish))
	}
	return l.say("The roadmap is expected to finish on %s; the plan ends on %s.", l.day(*s.ForecastFinish), l.day(*s.PlannedFinish))
}

func allDone(s evm.RoadmapSchedule) bool {
	for _, e := range s.Epics {
		if e.State != evm.EpicDone {
			return false
		}
	}
	return true
}

// titles returns the titles of epics as a list in words.
func (r Report) titles(uuids []string) string {
	names := make([]string, 0, len(uuids))
	for _, uuid := range uuids {
		names = append(names, r.Titles[uuid])
	}
	return strings.Join(names, ", ")
}

// mostLines is how many of the links that delay an epic a report lists.
const mostLines = 20

// pushLines returns a sentence for each link that delays an epic, those with the longest delay first.
func (l Language) pushLines(r Report) []string {
	pushed := slices.Clone(r.Roadmap.Pushed)
	slices.SortStableFunc(pushed, func(a, b evm.Push) int { return cmp.Compare(b.Days, a.Days) })
	var lines []string
	for _, p := range pushed[:min(len(pushed), mostLines)] {
		days := l.plural(float64(p.Days), "working day")
		lines = append(lines, l.say("%s waits for %s and is pushed by %s.", r.Titles[p.Succ], r.Titles[p.Pred], days))
	}
	return append(lines, l.more(len(pushed)-mostLines)...)
}

// more says how many lines were left out, if any.
func (l Language) more(count int) []string {
	if count <= 0 {
		return nil
	}
	return []string{l.say("… and %s more.", l.whole(float64(count)))}
}

// roadmapOrder returns the epics by start, then by name. Epics without dates come first.
func roadmapOrder(r Report) []string {
	list := make([]string, 0, len(r.Roadmap.Epics))
	for uuid := range r.Roadmap.Epics {
		list = append(list, uuid)
	}
	start := func(uuid string) evm.Day {
		if d := cmp.Or(r.Roadmap.Epics[uuid].Start, r.Roadmap.Epics[uuid].PlannedStart); d != nil {
			return *d
		}
		return 0
	}
	slices.SortFunc(list, func(a, b string) int {
		return cmp.Or(cmp.Compare(start(a), start(b)), cmp.Compare(r.Titles[a], r.Titles[b]), cmp.Compare(a, b))
	})
	return list
}
