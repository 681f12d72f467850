package report

import (
	"bufio"
	"io"
	"strings"

	"earnest/evm"
)

// ExplainText writes an explanation for a terminal, down to depth levels below the number; 0 means all levels. Numbers are
// written in full, so that the reader can add them up.
func ExplainText(w io.Writer, x Explanation, depth int) error {
	p := printer{bufio.NewWriter(w)}
	p.wrap("", x.Project)
	p.linef("%s on %s: %s", x.Indicator, x.Today, x.number())
	if x.Past {
		p.wrap("", English.restated())
	}
	p.linef("")
	p.wrap("", x.Words)
	p.wrap("", x.Symbols)
	if x.Unknown != "" {
		p.wrap("", "It has no value: "+lowerFirst(x.Unknown))
	}
	p.linef("")
	t := tree{printer: p, names: x.Names, voice: newVoice(English, x.Currency), depth: depth, seen: map[string]bool{}}
	t.term("", "", x.Term, 0)
	if x.Note != "" {
		p.linef("")
		p.wrap("", x.Note)
	}
	p.warnings(Report{Warnings: x.Warnings, Currency: x.Currency}.in(English))
	return p.Flush()
}

// number returns the value of the indicator with all its digits and, if it is an amount, its currency.
func (x Explanation) number() string {
	if x.Currency == nil || x.Term.Unit != evm.MoneyUnit || !x.Term.Value.Known {
		return exact(x.Term.Value)
	}
	return exact(x.Term.Value) + " " + *x.Currency
}

func lowerFirst(s string) string { return strings.ToLower(s[:1]) + s[1:] }

// tree prints terms, each under the one it is part of.
type tree struct {
	printer

	names Names
	voice voice
	depth int
	seen  map[string]bool // a shared number is broken down only once
}

// term prints a term prefixed by head, and its parts prefixed by rest.
func (t tree) term(head, rest string, term evm.Term, level int) {
	line := head + t.names.title(term) + " = " + exact(term.Value)
	if term.Unit != evm.RatioUnit && term.Unit != "" && term.Value.Known {
		line += " " + t.unitWord(term)
	}
	cut := t.depth > 0 && level >= t.depth && len(term.Terms) > 0
	switch {
	case t.shared(term) && t.seen[term.Name]:
		line += "  (taken apart above)"
		cut = true
	case cut:
		line += "  (" + plural(float64(len(term.Terms)), "part") + ")"
	case term.Op != evm.OpGiven:
		line += "  " + opWords(term.Op, len(term.Terms))
	}
	t.linef("%s", line)
	if cut {
		return
	}
	if t.shared(term) {
		t.seen[term.Name] = true
	}
	for i, part := range term.Terms {
		if i == len(term.Terms)-1 {
			t.term(rest+"└─ ", rest+"   ", part, level+1)
		} else {
			t.term(rest+"├─ ", rest+"│  ", part, level+1)
		}
	}
}

// unitWord returns the unit of a value: 1 point, 2 points.
func (t tree) unitWord(term evm.Term) string {
	if term.Unit == evm.MoneyUnit {
		return t.voice.unit()
	}
	if term.Value.Value == 1 {
		return strings.TrimSuffix(string(term.Unit), "s")
	}
	return string(term.Unit)
}

// shared reports whether the term may occur more than once: it is an indicator, or the total that ratios use.
func (tree) shared(term evm.Term) bool {
	return term.Op != evm.OpGiven && (term.Kind == evm.IndicatorTerm || term.Kind == evm.FigureTerm && term.Name == "total")
}

// opWords describes how a term is computed from its parts.
func opWords(op evm.Op, parts int) string {
	switch op {
	case evm.OpSum:
		if parts == 0 {
			return "= the sum of nothing"
		}
		return "= the sum of"
	case evm.OpDifference:
		return "= the first − the second"
	case evm.OpQuotient:
		return "= the first / the second"
	case evm.OpProportion:
		return "= the first × the second / the third"
	case evm.OpLeast:
		return "= the smallest of"
	case evm.OpGreatest:
		return "= the largest of"
	case evm.OpToGo:
		return "= 0 if the first is 0, else the first / the second"
	case evm.OpRound:
		return "= rounded to a whole number"
	case evm.OpGiven:
	}
	return ""
}

// title describes a term in words.
func (n Names) title(t evm.Term) string {
	switch t.Kind {
	case evm.IndicatorTerm:
		return t.Name + ", " + lowerFirst(termOf(t.Name).name) + budgetWords(t.Budget)
	case evm.SprintTerm:
		return "sprint " + quoted(n.Sprints[t.ID].Title) + ", " + t.Name
	case evm.TicketTerm:
		if t.Name == "points" {
			return "ticket " + quoted(n.Tickets[t.ID].Title)
		}
		return "ticket " + quoted(n.Tickets[t.ID].Title) + ", " + t.Name
	case evm.CommitmentTerm:
		return "committed ticket " + quoted(n.Tickets[t.ID].Title)
	case evm.MemberTerm:
		return n.Members[t.ID].Title + ", at " + exact(t.DailyRate()) + " a day"
	case evm.EffortTerm:
		return n.effortTitle(t)
	case evm.FigureTerm:
	}
	return t.Name
}

func (n Names) effortTitle(t evm.Term) string {
	day := ""
	if t.Effort.Day != nil {
		day = t.Effort.Day.String()
	}
	if t.ID != 0 {
		return strings.TrimSpace(day + " on " + quoted(n.Tickets[t.ID].Title))
	}
	if sprint, ok := n.Sprints[t.Effort.SprintID]; ok {
		return day + " in sprint " + quoted(sprint.Title)
	}
	return day + " outside sprints"
}

func quoted(title string) string { return "“" + title + "”" }
