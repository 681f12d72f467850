package evm

import "context"

// Explanation takes one indicator apart.
type Explanation struct {
	Indicator string
	Words     string // the formula as a sentence
	Symbols   string // the formula in the names of the indicators
	Unknown   string // why there is no number; empty when there is one
	Term      Term   // the number, its inputs, and all that is behind them
	Warnings  []Warning
}

// IndicatorNames are the indicators that can be explained, in the order of their printing.
func IndicatorNames() []string {
	var names []string
	for _, f := range formulas() {
		names = append(names, f.name)
	}
	return names
}

// Explain takes an indicator of the project at the end of the day today apart; false when no indicator has that name. Term.Value is
// the number that [Compute] gives, and doing what the terms say gives it again to the last bit. Terms are to be read, not written to.
// When ctx ends first, Explain returns its error.
func Explain(ctx context.Context, p Project, today Day, indicator string) (x Explanation, found bool, err error) {
	if err := ctx.Err(); err != nil {
		return x, false, err
	}
	e := newExplainer(ctx, p, today)
	for _, f := range formulas() {
		if f.name == indicator {
			x, found = e.explain(f), true
		}
	}
	if err := ctx.Err(); err != nil { // then the explainer may have left terms out
		return Explanation{}, found, err
	}
	return x, found, nil
}

// ExplainAll takes all indicators apart, in the order of [IndicatorNames]. Their terms share what they have in common. When ctx ends
// first, ExplainAll returns its error.
func ExplainAll(ctx context.Context, p Project, today Day) ([]Explanation, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	e := newExplainer(ctx, p, today)
	var all []Explanation
	for _, f := range formulas() {
		all = append(all, e.explain(f))
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	return all, nil
}

func (e explainer) explain(f formula) Explanation {
	x := Explanation{Indicator: f.name, Words: f.words, Symbols: f.symbols, Term: e.indicator(f.name)}
	if !x.Term.Value.Known {
		x.Unknown = e.why(f)
	}
	for _, w := range e.warnings() {
		if w.Code.affects(f.name) {
			x.Warnings = append(x.Warnings, w)
		}
	}
	return x
}

// why says why an indicator has no number.
func (e explainer) why(f formula) string {
	if f.needsBudget && e.Budget == nil {
		return "The project has no budget."
	}
	return f.unknown
}

// shown is the value of a formula, unless it is withheld.
func (i Indicators) shown(f formula) Maybe {
	if i.CostWithheld && f.needsCost {
		return Maybe{}
	}
	return Field{f.name, f.field(&i)}.Value()
}

// Value is the indicator of that name, as [IndicatorNames] lists them; false for any other name.
func (i Indicators) Value(name string) (Maybe, bool) {
	for _, f := range formulas() {
		if f.name == name {
			return i.shown(f), true
		}
	}
	return Maybe{}, false
}
