package evm_test

import (
	"cmp"
	"fmt"
	"slices"
	"sort"

	"earnest/evm"
)

// This is a naive implementation of the schedule, with which the engine's results are compared. It writes out the working days,
// expands links on super-epics into one link for each pair of epics, and repeats the rules until nothing changes.

// plainSchedule computes a schedule from the work of each epic alone, which it takes from the schedule without links.
type plainSchedule struct {
	days   []evm.Day // working days
	epics  map[string]*plainEpic
	links  []evm.RoadmapLink // between epics; those without effect are left out
	cycle  []string
	finish int
}

// plainEpic has times as positions of working days. Before and after all days are -inf and inf.
type plainEpic struct {
	evm.RoadmapEpic

	state               evm.EpicState
	actStart, actFinish int
	release, work, hold int
	unknown             bool
	start, end          int
	lateStart, deadline int
	total, free         int
}

const inf = 1 << 40

func newPlainSchedule(r evm.Roadmap) *plainSchedule {
	p := &plainSchedule{epics: map[string]*plainEpic{}, finish: -inf}
	for d := r.DataDate - 1000; d < r.DataDate+2000; d++ {
		if r.Calendar.Working(d) {
			p.days = append(p.days, d)
		}
	}
	for _, e := range r.Epics {
		p.epics[e.ID] = p.place(r, e)
	}
	p.link(r)
	p.forward()
	p.backward()
	return p
}

// onOrAfter and onOrBefore return the position of a working day.
func (p *plainSchedule) onOrAfter(d evm.Day) int {
	return sort.Search(len(p.days), func(i int) bool { return p.days[i] >= d })
}
func (p *plainSchedule) onOrBefore(d evm.Day) int { return p.onOrAfter(d+1) - 1 }

// place reads what the rules say about an epic alone. The pace is one point a day, or none.
func (p *plainSchedule) place(r evm.Roadmap, e evm.RoadmapEpic) *plainEpic {
	x := &plainEpic{RoadmapEpic: e, state: evm.EpicNotStarted, actStart: -inf, actFinish: -inf, hold: -inf}
	if e.Begun != nil && *e.Begun <= r.DataDate {
		x.state, x.actStart = evm.EpicInProgress, p.onOrAfter(*e.Begun)
	}
	if e.Tickets == e.DoneTickets && (e.Tickets > 0 || e.Done) {
		x.state = evm.EpicDone
		if e.LastDone != nil {
			x.actFinish = p.onOrBefore(*e.LastDone)
		}
	}
	x.release = p.onOrAfter(r.DataDate + 1)
	first, last := p.window(e)
	length := 0
	if first != -inf && last != -inf {
		length = last - first + 1
		if last >= x.release {
			x.hold = last
		}
	}
	switch paced := len(r.Completed) > 0; {
	case paced && e.PointsLeft > 0:
		x.work = int(e.PointsLeft)
	case paced:
		x.unknown = x.hold == -inf
	case length == 0:
		x.unknown = true
	case e.Points == 0:
		x.work = length
	default:
		x.work = (length*int(e.PointsLeft) + int(e.Points) - 1) / int(e.Points)
	}
	x.work = max(1, x.work)
	if x.state == evm.EpicNotStarted {
		x.release = max(x.release, first)
	}
	return x
}

func (p *plainSchedule) window(e evm.RoadmapEpic) (first, last int) {
	first, last = -inf, -inf
	if e.Sprints != nil {
		first, last = p.onOrAfter(e.Sprints.First), p.onOrBefore(e.Sprints.Last)
	}
	if e.Start != nil {
		first = p.onOrAfter(*e.Start)
	}
	if e.Target != nil {
		last = p.onOrBefore(*e.Target)
	}
	return first, last
}

// link expands the links and leaves out those inside cycles and those without effect.
func (p *plainSchedule) link(r evm.Roadmap) {
	var all []evm.RoadmapLink
	for _, l := range r.Links {
		for _, pred := range p.ends(l.Pred) {
			for _, succ := range p.ends(l.Succ) {
				pair := evm.RoadmapLink{ID: l.ID, Pred: pred, Succ: succ, Type: l.Type, Lag: l.Lag}
				if pred != l.Pred || succ != l.Succ {
					pair.Type = evm.FinishToStart
				}
				all = append(all, pair)
			}
		}
	}
	reach := p.reach(all)
	for id := range p.epics {
		if reach[[2]string{id, id}] {
			p.cycle = append(p.cycle, id)
		}
	}
	slices.Sort(p.cycle)
	for _, l := range all {
		succ := p.epics[l.Succ]
		if succ.state == evm.EpicDone || succ.state == evm.EpicInProgress && l.Type == evm.StartToStart || reach[[2]string{l.Succ, l.Pred}] {
			continue
		}
		p.links = append(p.links, l)
	}
}

// ends returns the epics that one end of a link stands for.
func (p *plainSchedule) ends(id string) (list []string) {
	if _, ok := p.epics[id]; ok {
		return []string{id}
	}
	for _, e := range p.epics {
		if e.SuperEpic == id {
			list = append(list, e.ID)
		}
	}
	return list
}

// reach returns the pairs of epics between which a path of at least one link leads.
func (p *plainSchedule) reach(links []evm.RoadmapLink) map[[2]string]bool {
	reach := map[[2]string]bool{}
	for _, l := range links {
		reach[[2]string{l.Pred, l.Succ}] = true
	}
	for k := range p.epics {
		for i := range p.epics {
			for j := range p.epics {
				if reach[[2]string{i, k}] && reach[[2]string{k, j}] {
					reach[[2]string{i, j}] = true
				}
			}
		}
	}
	return reach
}

// required returns the earliest start that a link allows its successor.
func (p *plainSchedule) required(l evm.RoadmapLink) int {
	pred, succ := p.epics[l.Pred], p.epics[l.Succ]
	start, finish := pred.start, pred.end
	if pred.state == evm.EpicInProgress {
		start = pred.actStart
	}
	switch l.Type {
	case evm.StartToStart:
		return start + l.Lag
	case evm.FinishToFinish:
		return succ.startFor(finish + l.Lag)
	case evm.StartToFinish:
		return succ.startFor(start + l.Lag - 1)
	case evm.FinishToStart:
	}
	return finish + l.Lag + 1
}

func (x *plainEpic) startFor(finish int) int {
	if x.hold >= finish {
		return -inf
	}
	return finish - x.work + 1
}

func (x *plainEpic) endFrom(start int) int { return max(start+x.work-1, x.hold) }

func (p *plainSchedule) forward() {
	for _, x := range p.epics {
		x.start, x.end = x.release, x.endFrom(x.release)
		if x.state == evm.EpicDone {
			x.start, x.end = x.actStart, x.actFinish
		}
	}
	for moved := true; moved; {
		moved = false
		for _, l := range p.links {
			if start, succ := p.required(l), p.epics[l.Succ]; start > succ.start {
				succ.start, succ.end, moved = start, succ.endFrom(start), true
			}
		}
	}
	for _, x := range p.epics {
		if x.state != evm.EpicDone {
			p.finish = max(p.finish, x.end)
		}
	}
}

func (p *plainSchedule) backward() {
	for _, x := range p.epics {
		x.deadline = p.finish
		x.lateStart = p.finish - x.work + 1
		x.free = p.finish - x.end
	}
	for moved := true; moved; {
		moved = false
		for _, l := range p.links {
			pred, succ := p.epics[l.Pred], p.epics[l.Succ]
			start, finish := p.allowed(l, succ.lateStart, succ.endFrom(succ.lateStart))
			start = min(start, finish-pred.work+1)
			if start < pred.lateStart || finish < pred.deadline {
				pred.lateStart, pred.deadline, moved = min(pred.lateStart, start), min(pred.deadline, finish), true
			}
		}
	}
	for _, l := range p.links {
		pred := p.epics[l.Pred]
		pred.free = min(pred.free, p.play(l))
	}
	for _, x := range p.epics {
		x.total = min(x.lateStart-x.start, x.deadline-x.end)
	}
}

// allowed returns the latest start and finish of the predecessor of a link, given the times of its successor.
func (p *plainSchedule) allowed(l evm.RoadmapLink, start, end int) (latestStart, latestFinish int) {
	if p.epics[l.Pred].state == evm.EpicInProgress && (l.Type == evm.StartToStart || l.Type == evm.StartToFinish) {
		return inf, inf // the start has happened
	}
	switch l.Type {
	case evm.StartToStart:
		return start - l.Lag, inf
	case evm.FinishToFinish:
		return inf, end - l.Lag
	case evm.StartToFinish:
		return end - l.Lag + 1, inf
	case evm.FinishToStart:
	}
	return inf, start - l.Lag - 1
}

func (p *plainSchedule) play(l evm.RoadmapLink) int {
	pred, succ := p.epics[l.Pred], p.epics[l.Succ]
	start, finish := p.allowed(l, succ.start, succ.end)
	return min(start-pred.start, finish-pred.end)
}

func (x *plainEpic) critical() bool { return x.state != evm.EpicDone && x.total == 0 }

// line prints an epic as the function line does.
func (p *plainSchedule) line(id string) string {
	x := p.epics[id]
	e := evm.ScheduledEpic{State: x.state, RemainingDays: new(0)}
	first, last := p.window(x.RoadmapEpic)
	e.PlannedStart, e.PlannedFinish = p.day(first), p.day(last)
	if x.state != evm.EpicNotStarted && x.Tickets > 0 {
		e.Start = x.Begun
	}
	if x.state == evm.EpicDone && x.Tickets > 0 {
		e.Finish = x.LastDone
	}
	if x.state == evm.EpicDone {
		return line(e)
	}
	if x.state == evm.EpicNotStarted {
		e.Start = p.day(x.start)
	}
	e.RemainingStart, e.LateStart = p.day(x.start), p.day(x.lateStart)
	e.RemainingDays = nil
	if !x.unknown {
		e.Finish, e.LateFinish, e.RemainingDays = p.day(x.end), p.day(x.deadline), new(x.end-x.start+1)
	}
	e.TotalSlack, e.FreeSlack, e.Critical = &x.total, &x.free, x.critical()
	return line(e)
}

func (p *plainSchedule) day(i int) *evm.Day {
	if i == -inf {
		return nil
	}
	return &p.days[i]
}

// forecast returns the latest finish, or nil where it is unknown.
func (p *plainSchedule) forecast() *evm.Day {
	if p.cycle != nil {
		return nil
	}
	var last *evm.Day
	for _, x := range p.epics {
		if x.unknown && x.critical() {
			return nil
		}
		if x.state == evm.EpicDone && x.Tickets > 0 && x.LastDone != nil && (last == nil || *x.LastDone > *last) {
			last = x.LastDone
		}
	}
	if p.finish != -inf {
		return p.day(p.finish)
	}
	return last
}

// chains lists all chains by following every link without play between critical epics.
func (p *plainSchedule) chains() [][]string {
	next, led := map[string][]string{}, map[string]bool{}
	for _, l := range p.links {
		if p.epics[l.Pred].critical() && p.epics[l.Succ].critical() && p.play(l) == 0 {
			next[l.Pred], led[l.Succ] = append(next[l.Pred], l.Succ), true
		}
	}
	var all [][]string
	var follow func(chain []string)
	follow = func(chain []string) {
		successors := next[chain[len(chain)-1]]
		for _, id := range successors {
			follow(append(slices.Clone(chain), id))
		}
		if len(successors) == 0 {
			all = append(all, chain)
		}
	}
	for id, x := range p.epics {
		if x.critical() && !led[id] {
			follow([]string{id})
		}
	}
	slices.SortFunc(all, slices.Compare)
	return slices.CompactFunc(all, slices.Equal)
}

// pushed lists the links that move an epic. Of those on the same super-epics, the first link and its first epic count.
func (p *plainSchedule) pushed(r evm.Roadmap) []evm.Push {
	intoGroup := map[string]bool{}
	for _, l := range r.Links {
		_, epic := p.epics[l.Succ]
		intoGroup[l.ID] = !epic
	}
	var all []evm.Push
	for _, l := range p.links {
		x := p.epics[l.Succ]
		planned, _ := p.window(x.RoadmapEpic)
		if p.required(l) == x.start && x.start > x.release && (x.state == evm.EpicInProgress || planned != -inf) {
			all = append(all, evm.Push{Link: l.ID, Pred: l.Pred, Succ: l.Succ, Days: x.start - x.release})
		}
	}
	slices.SortFunc(all, func(a, b evm.Push) int {
		return cmp.Or(cmp.Compare(a.Succ, b.Succ), cmp.Compare(a.Link, b.Link), cmp.Compare(a.Pred, b.Pred))
	})
	seen := map[string]bool{}
	return slices.DeleteFunc(all, func(x evm.Push) bool {
		key := fmt.Sprint(x.Succ, " ", x.Link)
		if intoGroup[x.Link] {
			key = x.Succ
		}
		repeated := seen[key]
		seen[key] = true
		return repeated
	})
}
