package evm

// payKey groups the minutes that are priced together: those of one member at one rate.
type payKey struct {
	member int64
	rate   float64
}

// bucket holds minutes to be priced, by member and rate. Minutes are added as integers and multiplied by their rate once, so
// that neither the order of the lines nor merging them can change the cost.
type bucket map[payKey]int64

// ledger splits the time booked on a project by the costs that it counts towards.
type ledger struct {
	sprint   bucket // on tickets that are in a sprint now
	noSprint bucket // on all others
	engaged  bucket // on tickets whose epic exists and is not done, in any sprint or none
}

// newLedger sorts the effort of a project into its buckets.
func newLedger(x *index) ledger {
	l := ledger{sprint: bucket{}, noSprint: bucket{}, engaged: bucket{}}
	for _, e := range x.Effort {
		if x.inSprint(e.SprintID) {
			l.sprint.add(e)
		} else {
			l.noSprint.add(e)
		}
		if x.inOpenEpic(e.EpicID) {
			l.engaged.add(e)
		}
	}
	return l
}

// add adds a line of effort. A line without a rate costs nothing.
func (b bucket) add(e Effort) {
	if e.Rate != nil {
		b[payKey{member: e.MemberID, rate: finite(*e.Rate)}] += e.Minutes
	}
}

// cost returns the cost of all minutes in the bucket.
func (b bucket) cost() float64 {
	var sum accumulator
	for key, minutes := range b {
		sum.add(pay(float64(minutes), key.rate))
	}
	return sum.value()
}

// pay returns the cost of a number of minutes at a daily rate.
func pay(minutes, rate float64) float64 { return proportion(minutes, rate, MinutesPerDay) }
