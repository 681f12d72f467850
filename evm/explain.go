package evm

import "context"

// Explanation breaks one indicator down.
type Explanation struct {
	Indicator string
	Words     string // the formula in words
	Symbols   string // the formula in terms of other indicators
	Unknown   string // why there is no number; empty when there is one
	Term      Term   // the number, its inputs, and everything behind them
	Warnings  []Warning
}

// IndicatorNames returns the indicators, in display order.
func IndicatorNames() []string { return namesOf(formulas()) }

// Explainable returns the names of the numbers that can be explained: the indicators, then the estimates that go with them.
func Explainable() []string { return namesOf(explainable()) }

func namesOf(list []formula) []string {
	var names []string
	for _, f := range list {
		names = append(names, f.name)
	}
	return names
}

// Explain breaks down an indicator or an estimate of the project at the end of today; found is false when none has that name.
// Term.Value is the number that [Compute] or [Indicators.Estimates] returns, and evaluating the terms yields it again to the last bit. Callers must not
// modify the terms. If ctx is done first, Explain returns its error.
func Explain(ctx context.Context, p Project, today Day, indicator string) (x Explanation, found bool, err error) {
	return explained(ctx, p, today, indicator, false)
}

func explained(ctx context.Context, p Project, today Day, indicator string, outline bool) (x Explanation, found bool, err error) {
	if err := ctx.Err(); err != nil {
		return x, false, err
	}
	e := newExplainer(ctx, p, today)
	e.outline = outline
	for _, f := range explainable() {
		if f.name == indicator {
			x, found = e.explain(f, e.warnings(today)), true
		}
	}
	if err := ctx.Err(); err != nil { // the explainer may have left terms out
		return Explanation{}, found, err
	}
	return x, found, nil
}

// ExplainAll breaks down all indicators, in the order of [IndicatorNames], without the estimates. The explanations share common terms. If ctx is done
// first, ExplainAll returns its error.
func ExplainAll(ctx context.Context, p Project, today Day) ([]Explanation, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	e := newExplainer(ctx, p, today)
	warnings := e.warnings(today)
	var all []Explanation
	for _, f := range formulas() {
		all = append(all, e.explain(f, warnings))
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	return all, nil
}

func (e explainer) explain(f formula, warnings []Warning) Explanation {
	x := Explanation{Indicator: f.name, Words: f.words, Symbols: f.symbols, Term: e.indicator(f.name)}
	if !x.Term.Value.Known {
		x.Unknown = e.why(f)
	}
	for _, w := range warnings {
		if w.Code.affects(f.name) {
			x.Warnings = append(x.Warnings, w)
		}
	}
	return x
}

// why returns the reason an indicator has no number.
func (e explainer) why(f formula) string {
	if f.needsBudget && e.Budget == nil {
		return "The project has no budget."
	}
	return f.unknown
}

// shown returns the value of a formula, unless it is withheld.
func (i Indicators) shown(f formula) Maybe {
	if i.CostWithheld && f.needsCost {
		return Maybe{}
	}
	return Field{f.name, f.field(&i)}.Value()
}

// Value returns the indicator with that name, as listed by [IndicatorNames], and false for any other name.
func (i Indicators) Value(name string) (Maybe, bool) {
	for _, f := range formulas() {
		if f.name == name {
			return i.shown(f), true
		}
	}
	return Maybe{}, false
}
