package evm

// Op is how a term is made of the terms behind it. The engine computes with the same functions, in the same order, so doing what
// the operations say gives the engine's number to the last digit.
type Op string

// The operations. A term is unknown when one that it needs is; what is not said to be rounded is not.
const (
	OpGiven      Op = "given"      // a value that was put in
	OpSum        Op = "sum"        // all terms, added exactly and rounded once
	OpDifference Op = "difference" // the first less the second
	OpQuotient   Op = "quotient"   // the first by the second; unknown when the second is 0
	OpProportion Op = "proportion" // the first times the second by the third, rounded once; 0 when the third is 0
	OpLeast      Op = "least"      // the smallest
	OpGreatest   Op = "greatest"   // the largest
	OpToGo       Op = "to go"      // 0 when the first is 0, else the first by the second
	OpRound      Op = "round"      // the only term, to an integer, halves away from zero
)

// TermKind is what a term stands for.
type TermKind string

// The kinds of terms.
const (
	IndicatorTerm  TermKind = "indicator"  // Name is the indicator's
	SprintTerm     TermKind = "sprint"     // ID is the sprint's
	TicketTerm     TermKind = "ticket"     // ID is the ticket's
	CommitmentTerm TermKind = "commitment" // a row of a commitment; ID is the ticket's
	MemberTerm     TermKind = "member"     // the time of one member at one rate; ID is the member's
	EffortTerm     TermKind = "effort"     // one line of effort; ID is the ticket's, Effort the line
	FigureTerm     TermKind = "figure"     // a number on the way; Name says which
)

// Unit is what a term counts.
type Unit string

// The units.
const (
	PointsUnit  Unit = "points"
	MoneyUnit   Unit = "money"
	PercentUnit Unit = "%"
	MinutesUnit Unit = "minutes"
	DaysUnit    Unit = "days"
	RatioUnit   Unit = "ratio"
)

// Term is a number with all that it is made of, down to tickets, commitments, lines of effort and rates.
type Term struct {
	Kind   TermKind
	Name   string
	ID     int64 // 0 where the kind names none
	Unit   Unit
	Value  Maybe
	Op     Op
	Terms  []Term  // what Op works on, in its order
	Effort *Effort // the line behind an effort term
}

// Recompute does again, from the given values up, what the operations say. It equals Value to the last bit.
func (t Term) Recompute() Maybe {
	if t.Op == OpGiven {
		return t.Value
	}
	values := make([]Maybe, len(t.Terms))
	for i, part := range t.Terms {
		values[i] = part.Recompute()
	}
	return apply(t.Op, values)
}

// given is a term that was put in.
func given(kind TermKind, name string, unit Unit, value Maybe) Term {
	return Term{Kind: kind, Name: name, Unit: unit, Value: value, Op: OpGiven}
}

// figure is a number on the way that was put in.
func figure(name string, unit Unit, value float64) Term {
	return given(FigureTerm, name, unit, Known(value))
}

// made is a number on the way that follows from others.
func made(name string, unit Unit, op Op, terms ...Term) Term {
	values := make([]Maybe, len(terms))
	for i, t := range terms {
		values[i] = t.Value
	}
	return Term{Kind: FigureTerm, Name: name, Unit: unit, Value: apply(op, values), Op: op, Terms: terms}
}

// of says what a term stands for.
func (t Term) of(kind TermKind, id int64) Term {
	t.Kind, t.ID = kind, id
	return t
}

// apply does one operation.
func apply(op Op, values []Maybe) Maybe {
	switch op {
	case OpDifference:
		return difference(values[0], values[1])
	case OpQuotient:
		return quotient(values[0], values[1])
	case OpToGo:
		return toGo(values[0], values[1])
	default:
		return applyToAll(op, values)
	}
}

// applyToAll does an operation that needs all its terms to be known.
func applyToAll(op Op, values []Maybe) Maybe {
	numbers := make([]float64, len(values))
	for i, v := range values {
		if !v.Known {
			return Maybe{}
		}
		numbers[i] = v.Value
	}
	switch op {
	case OpSum:
		return Known(Sum(numbers...))
	case OpProportion:
		return Known(proportion(numbers[0], numbers[1], numbers[2]))
	case OpLeast:
		return Known(extreme(numbers, func(a, b float64) bool { return a < b }))
	case OpGreatest:
		return Known(extreme(numbers, func(a, b float64) bool { return a > b }))
	case OpRound:
		return Known(float64(roundAway(numbers[0])))
	default:
		return Maybe{}
	}
}

// extreme is the number that comes before all others; 0 of none.
func extreme(numbers []float64, before func(a, b float64) bool) float64 {
	best := 0.0
	for i, x := range numbers {
		if i == 0 || before(x, best) {
			best = x
		}
	}
	return best
}
