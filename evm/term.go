package evm

// Op is how a term is computed from its operands. The engine uses the same functions in the same order, so evaluating the
// operations yields the engine's number to the last digit.
type Op string

// The operations. A term is unknown when an operand that it needs is unknown. Results are not rounded unless stated.
const (
	OpGiven      Op = "given"      // an input value
	OpSum        Op = "sum"        // all terms, added exactly and rounded once
	OpDifference Op = "difference" // the first minus the second
	OpQuotient   Op = "quotient"   // the first divided by the second; unknown when the second is 0
	OpProportion Op = "proportion" // the first times the second divided by the third, rounded once; 0 when the third is 0
	OpLeast      Op = "least"      // the smallest
	OpGreatest   Op = "greatest"   // the largest
	OpToGo       Op = "to go"      // 0 when the first is 0, else the first divided by the second
	OpRound      Op = "round"      // the only term, rounded to an integer, halves away from zero
)

// TermKind is what a term represents.
type TermKind string

// The kinds of terms.
const (
	IndicatorTerm  TermKind = "indicator"  // Name is the indicator's
	SprintTerm     TermKind = "sprint"     // ID is the sprint's
	TicketTerm     TermKind = "ticket"     // ID is the ticket's
	CommitmentTerm TermKind = "commitment" // a row of a commitment; ID is the ticket's
	MemberTerm     TermKind = "member"     // the time of one member at one rate; ID is the member's
	EffortTerm     TermKind = "effort"     // one line of effort; ID is the ticket's, Effort the line
	FigureTerm     TermKind = "figure"     // an intermediate result; Name says which
)

// Unit is the unit of a term.
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

// Term is a number with everything it is made of, down to tickets, commitments, lines of effort and rates.
type Term struct {
	Kind   TermKind
	Name   string
	ID     int64 // 0 for kinds without one
	Unit   Unit
	Value  Maybe
	Op     Op
	Terms  []Term      // the operands of Op, in order
	Effort *Effort     // the line behind an effort term
	Budget *BudgetFrom // the row of the history that bac or contingency_pct comes from; nil if it is not known
	List   *List       // in an [Outline], the operands that were left out, which come after Terms; else nil
}

// Since returns the day of a line of effort, or the first day of a budget; nil for other terms and for a line without a day.
func (t Term) Since() *Day {
	switch {
	case t.Effort != nil:
		return t.Effort.Day
	case t.Budget != nil:
		return &t.Budget.From
	}
	return nil
}

// Recompute evaluates the operations again, from the input values up. The result equals Value to the last bit. A sum whose
// operands were left out counts as an input value.
func (t Term) Recompute() Maybe {
	if t.Op == OpGiven || t.List != nil {
		return t.Value
	}
	values := make([]Maybe, len(t.Terms))
	for i, part := range t.Terms {
		values[i] = part.Recompute()
	}
	return apply(t.Op, values)
}

// given returns a term for an input value.
func given(kind TermKind, name string, unit Unit, value Maybe) Term {
	return Term{Kind: kind, Name: name, Unit: unit, Value: value, Op: OpGiven}
}

// figure returns an input value that is neither an indicator nor an object of its own.
func figure(name string, unit Unit, value float64) Term {
	return given(FigureTerm, name, unit, Known(value))
}

// made returns an intermediate result computed from other terms.
func made(name string, unit Unit, op Op, terms ...Term) Term {
	values := make([]Maybe, len(terms))
	for i, t := range terms {
		values[i] = t.Value
	}
	return Term{Kind: FigureTerm, Name: name, Unit: unit, Value: apply(op, values), Op: op, Terms: terms}
}

// of sets what a term represents.
func (t Term) of(kind TermKind, id int64) Term {
	t.Kind, t.ID = kind, id
	return t
}

// apply performs one operation.
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

// applyToAll performs an operation that needs all its terms to be known.
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

// extreme returns the number that comes before all others, or 0 if there are none.
func extreme(numbers []float64, before func(a, b float64) bool) float64 {
	best := 0.0
	for i, x := range numbers {
		if i == 0 || before(x, best) {
			best = x
		}
	}
	return best
}
