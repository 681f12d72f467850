package report

import "earnest/evm"

// allInCPI is the name of the all-in cost performance, which is not one of the numbers of /finance.
const allInCPI = "cpi_all_in"

// estimatesJSON is the JSON form of the all-in cost performance, and of the cost at completion by each method.
type estimatesJSON struct {
	AllInCPI *float64       `json:"cpi_all_in"`
	EAC      []estimateJSON `json:"eac"`
}

type estimateJSON struct {
	Method evm.Method `json:"method"`
	EAC    *float64   `json:"eac"`
	VAC    *float64   `json:"vac"`
	Chosen bool       `json:"chosen"` // it is the eac of finance
}

// estimatesOf returns the estimates, or nil for a reader who may not see the cost.
func estimatesOf(i evm.Indicators) *estimatesJSON {
	if i.CostWithheld {
		return nil
	}
	return &estimatesJSON{AllInCPI: i.AllInCPI().Ptr(), EAC: mapped(i.Estimates(), func(e evm.Estimate) estimateJSON {
		return estimateJSON{e.Method, e.EAC.Ptr(), e.VAC.Ptr(), e.Chosen}
	})}
}

// method returns the name of a method and what it expects of the rest, in the words of the pages.
func (v voice) method(m evm.Method) (name, words string) {
	switch m {
	case evm.ByCPIAndSPI:
		return "CPI × SPI", v.say("The rest at the cost and schedule performance so far.")
	case evm.ByBudget:
		return v.say("At budget"), v.say("The rest costs what was budgeted for it.")
	case evm.ByAllInCPI:
		return v.say("All-in"), v.say("The rest at the performance so far of all cost, in sprints or outside them.")
	case evm.ByCPI:
	}
	return "CPI", v.say("The rest at the cost performance so far.")
}

// estimates prints the cost at completion by each method. The project's own has a star.
func (p printer) estimates(r Report) {
	if r.costWithheld() || !r.Finance.BAC.Known {
		return
	}
	p.title("Estimates at completion")
	p.linef("  All-in CPI (EV / total cost): %s", r.lang.shown(r.Finance.AllInCPI(), evm.RatioUnit))
	for _, e := range r.Finance.Estimates() {
		mark := " "
		if e.Chosen {
			mark = "*"
		}
		name, words := r.lang.method(e.Method)
		p.linef("%s %s %s", mark, pad(name, 10), padLeft(r.lang.moneyOrNone(e.EAC), 20))
		p.wrap("    ", words)
	}
}

// estimates writes the cost at completion by each method.
func estimates(m *markup, r Report) {
	if r.costWithheld() || !r.Finance.BAC.Known {
		return
	}
	l := m.lang
	m.open("section")
	m.put("h2", l.say("Estimates at completion"))
	m.put("p", l.say("All cost so far, plus what the rest will cost. The methods differ in what they expect of the rest."), "class", "note")
	t := table{head: []string{l.say("Method"), l.say("EAC"), l.say("VAC"), l.say("Meaning")}}
	for _, e := range r.Finance.Estimates() {
		name, words := l.method(e.Method)
		if e.Chosen {
			name = l.say("%s (chosen)", name)
		}
		t.rows = append(t.rows, []string{name, l.moneyOrNone(e.EAC), l.moneyOrNone(e.VAC), words})
	}
	t.write(m, "words")
	m.end("section")
}
