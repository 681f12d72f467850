package evm

// payKey groups the minutes that are priced together: those of one member at one rate. Minutes are added as integers and
// multiplied by their rate once, so that neither the order of the lines nor merging them can change the cost.
type payKey struct {
	member int64
	rate   float64
}

// ledger holds the costs that the time booked on a project counts towards.
type ledger struct {
	sprint   float64 // on tickets that are in a sprint now
	noSprint float64 // on all others
	engaged  float64 // on tickets whose epic exists and is not done, in any sprint or none
}

// newLedger prices the effort of a project.
func newLedger(x *index) ledger {
	t := x.time()
	n := len(t.payees)
	minutes := make([]int64, 3*n)
	sprint, noSprint, engaged := minutes[:n], minutes[n:2*n], minutes[2*n:]
	inSprint, inOpenEpic := t.sprints.where(x.inSprint), t.epics.where(x.inOpenEpic)
	for line := range t.lines {
		if inSprint[line.sprint] {
			sprint[line.payee] += line.minutes
		} else {
			noSprint[line.payee] += line.minutes
		}
		if inOpenEpic[line.epic] {
			engaged[line.payee] += line.minutes
		}
	}
	return ledger{sprint: t.cost(sprint), noSprint: t.cost(noSprint), engaged: t.cost(engaged)}
}

// pay returns the cost of a number of minutes at a daily rate.
func pay(minutes, rate float64) float64 { return proportion(minutes, rate, MinutesPerDay) }
