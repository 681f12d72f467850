package evm

// Spent is booked time and what it cost.
type Spent struct {
	Minutes int64
	Unrated int64 // those of the minutes that have no rate and cost nothing
	Cost    float64
}

// SpentBy adds up the booked time in groups, each priced as if it were the only effort of the project. The caller derives the
// group of a line from its sprint, epic and member.
func (p Project) SpentBy(group func(sprintID, epicID, memberID int64) int64) map[int64]Spent {
	return p.booked().spentBy(group)
}

func (t *Timesheet) spentBy(group func(sprintID, epicID, memberID int64) int64) map[int64]Spent {
	var known numbering
	lines := t.grouped(func(b *booked) int {
		return int(known.of(group(t.sprints.ids[b.sprint], t.epics.ids[b.epic], t.payees[b.payee].member)))
	})
	spent, sums := make(map[int64]Spent, len(known.ids)), newTotals(t)
	for i, id := range known.ids {
		spent[id] = sums.of(lines.lines(i))
	}
	return spent
}

// SpentByMember adds up the booked time of each member.
func (p Project) SpentByMember() map[int64]Spent {
	t := p.booked()
	sums := newTotals(t)
	for line := range t.lines {
		sums.minutes[line.payee] += line.minutes
	}
	spent := make(map[int64]Spent, len(t.number))
	for member, payees := range t.number {
		spent[member] = sums.take(payees)
	}
	return spent
}

// totals adds up minutes by payee. It is reused from group to group.
type totals struct {
	*Timesheet
	minutes []int64
	seen    []int32 // the payees with minutes
}

func newTotals(t *Timesheet) *totals {
	return &totals{Timesheet: t, minutes: make([]int64, len(t.payees))}
}

// of returns the sum of the given lines.
func (s *totals) of(lines []int32) Spent {
	s.seen = s.seen[:0]
	for _, i := range lines {
		line := s.line(i)
		if s.minutes[line.payee] == 0 {
			s.seen = append(s.seen, line.payee)
		}
		s.minutes[line.payee] += line.minutes
	}
	return s.take(s.seen)
}

// take returns the sum of the minutes of the given payees, and resets them to 0.
func (s *totals) take(payees []int32) (sum Spent) {
	var cost accumulator
	for _, i := range payees {
		sum.Minutes += s.minutes[i]
		if !s.payees[i].rated {
			sum.Unrated += s.minutes[i]
		}
		cost.add(s.payees[i].pay(s.minutes[i]))
		s.minutes[i] = 0
	}
	sum.Cost = cost.value()
	return sum
}

// Points holds the totals of a group of tickets.
type Points struct {
	Total, Done          float64
	Tickets, DoneTickets int64
}

// PointsBy adds up the tickets in groups.
func (p Project) PointsBy(group func(Ticket) int64) map[int64]Points {
	type sums struct {
		Points
		total, done accumulator
	}
	all := map[int64]*sums{}
	for _, t := range p.Tickets {
		id := group(t)
		s := all[id]
		if s == nil {
			s = &sums{}
			all[id] = s
		}
		s.total.addTimes(t.Count, t.Points)
		s.Tickets += max(1, t.Count)
		if t.Done {
			s.done.addTimes(t.Count, t.Points)
			s.DoneTickets += max(1, t.Count)
		}
	}
	points := make(map[int64]Points, len(all))
	for id, s := range all {
		s.Total, s.Done = s.total.value(), s.done.value()
		points[id] = s.Points
	}
	return points
}

// SprintPart holds the numbers of one sprint. Those of all sprints add up to the project's.
type SprintPart struct {
	SprintID  int64
	Committed float64 // the points of its snapshot or, without one, of its tickets
	Done      float64
	Earned    float64 // done points, capped at the commitment
	Cost      float64 // of the time on its tickets
}

// SprintParts returns the numbers of each sprint, in the order of the project's sprints.
func SprintParts(p Project) []SprintPart {
	return newIndex(p).sprintParts()
}

func (x *index) sprintParts() []SprintPart {
	spent := x.spent()
	parts := make([]SprintPart, len(x.sprints))
	for i := range x.sprints {
		s := &x.sprints[i]
		parts[i] = SprintPart{SprintID: s.ID, Committed: s.committed(), Done: s.done(), Earned: s.earned(), Cost: spent[s.ID].Cost}
	}
	return parts
}
