package evm

// index is a project arranged for lookups: the tickets of each sprint, and what each sprint committed to.
type index struct {
	Project
	sprints  []sprintView
	position map[int64]int  // each sprint's index in sprints
	open     map[int64]bool // epics that exist and are not done

	once once
}

// once holds what is computed when it is first needed.
type once struct {
	plan   *plan
	ledger *ledger
	time   *Timesheet
	spent  map[int64]Spent // by sprint
}

// plan returns the current plan.
func (x *index) plan() plan {
	if x.once.plan == nil {
		x.once.plan = new(newPlan(x))
	}
	return *x.once.plan
}

// ledger returns the costs of the effort.
func (x *index) ledger() ledger {
	if x.once.ledger == nil {
		x.once.ledger = new(newLedger(x))
	}
	return *x.once.ledger
}

// time returns all effort.
func (x *index) time() *Timesheet {
	if x.once.time == nil {
		x.once.time = x.booked()
	}
	return x.once.time
}

// spent returns the time booked on each sprint.
func (x *index) spent() map[int64]Spent {
	if x.once.spent == nil {
		x.once.spent = x.time().spentBy(func(sprintID, _, _ int64) int64 { return sprintID })
	}
	return x.once.spent
}

// sprintView is a sprint with its current tickets and its commitment.
type sprintView struct {
	Sprint
	tickets    []Ticket
	commitment []Commitment
}

func newIndex(p Project) *index {
	x := &index{
		Project:  p,
		sprints:  make([]sprintView, len(p.Sprints)),
		position: make(map[int64]int, len(p.Sprints)),
		open:     make(map[int64]bool, len(p.Epics)),
	}
	for i, s := range p.Sprints {
		x.sprints[i].Sprint = s
		x.position[s.ID] = i
	}
	for _, e := range p.Epics {
		x.open[e.ID] = !e.Done
	}
	x.hold()
	for i := range x.sprints {
		x.sprints[i].commit()
	}
	return x
}

// hold assigns the tickets to their sprints. It counts them first, so that all sprints share one allocation.
func (x *index) hold() {
	sizes := make([]int, len(x.sprints))
	for _, t := range x.Tickets {
		if i, ok := x.position[t.SprintID]; ok {
			sizes[i]++
		}
	}
	memory := make([]Ticket, len(x.Tickets))
	for i, size := range sizes {
		x.sprints[i].tickets, memory = memory[:0:size], memory[size:]
	}
	for _, t := range x.Tickets {
		if i, ok := x.position[t.SprintID]; ok {
			x.sprints[i].tickets = append(x.sprints[i].tickets, t)
		}
	}
}

// commit determines the sprint's commitment: its snapshot or, without one, its current tickets.
func (s *sprintView) commit() {
	s.commitment = s.Committed
	if len(s.Committed) > 0 {
		return
	}
	s.commitment = make([]Commitment, len(s.tickets))
	for i, t := range s.tickets {
		s.commitment[i] = Commitment{TicketID: t.ID, Points: t.Points, Count: t.Count}
	}
}

// committed returns the points of the commitment.
func (s *sprintView) committed() float64 { return sumCommitments(s.commitment) }

// done returns the points of the sprint's done tickets.
func (s *sprintView) done() float64 { return sumTickets(s.tickets, isDone) }

// earned returns the points the sprint earned: its done points, capped at its commitment.
func (s *sprintView) earned() float64 { return min(s.done(), s.committed()) }

// total returns the points of all tickets of the project.
func (x *index) total() float64 { return sumTickets(x.Tickets, anyTicket) }

// done returns the points of all done tickets, in sprints or not.
func (x *index) done() float64 { return sumTickets(x.Tickets, isDone) }

// earned returns the points earned by all sprints. Mathematically it cannot exceed done; the cap keeps that true even though
// each sprint's sum was rounded.
func (x *index) earned() float64 {
	var sum accumulator
	for i := range x.sprints {
		sum.add(x.sprints[i].earned())
	}
	return min(sum.value(), x.done())
}

// undated returns the points committed in sprints without dates.
func (x *index) undated() float64 {
	var sum accumulator
	for i := range x.sprints {
		if s := &x.sprints[i]; !s.dated() {
			sum.add(s.committed())
		}
	}
	return sum.value()
}

// inSprint reports whether the sprint identifier of a line of effort names an existing sprint.
func (x *index) inSprint(id int64) bool {
	_, ok := x.position[id]
	return ok || id == Some
}

// inOpenEpic reports whether the epic identifier of a line of effort names an epic that exists and is not done.
func (x *index) inOpenEpic(id int64) bool { return x.open[id] || id == Some }

func isDone(t Ticket) bool  { return t.Done }
func anyTicket(Ticket) bool { return true }

func sumTickets(tickets []Ticket, counts func(Ticket) bool) float64 {
	var sum accumulator
	for _, t := range tickets {
		if counts(t) {
			sum.addTimes(t.Count, t.Points)
		}
	}
	return sum.value()
}

func sumCommitments(rows []Commitment) float64 {
	var sum accumulator
	for _, row := range rows {
		sum.addTimes(row.Count, row.Points)
	}
	return sum.value()
}
