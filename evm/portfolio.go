package evm

// Row is one project in a portfolio.
type Row struct {
	Name string
	Indicators
}

// Totals holds a portfolio's numbers. The sums and ratios cover the projects with a budget; ACAll and EngagedAll cover all
// projects. If no project has a budget, the sums are 0 and the rest is unknown.
type Totals struct {
	Projects   int
	WithBAC    int
	WithoutBAC int

	BAC, PV, EV, AC, ACTotal, EngagedCharge float64

	CPI Maybe // unknown when AC is 0
	SPI Maybe // EV / PV: points of different projects cannot be added, but their values can; unknown when PV is 0
	ETC Maybe // at the portfolio's own CPI; not the sum of the projects' ETC
	EAC Maybe
	VAC Maybe
	CV  Maybe
	SV  Maybe

	ACAll      float64
	EngagedAll float64
}

// Portfolio is a roll-up with its rows as they were given. A project without a budget keeps its row, including the unknown
// figures.
type Portfolio struct {
	Totals Totals
	Rows   []Row
}

// Roll adds up a portfolio. Ratios are computed from the sums and are never means of ratios. The order of the rows does not
// change a single bit of the totals.
func Roll(rows []Row) Portfolio {
	var bac, pv, ev, ac, acTotal, engaged, acAll, engagedAll accumulator
	t := Totals{Projects: len(rows)}
	for _, r := range rows {
		acAll.add(r.ACTotal)
		engagedAll.add(r.EngagedCharge)
		if !r.BAC.Known {
			t.WithoutBAC++
			continue
		}
		t.WithBAC++
		bac.add(r.BAC.Value)
		pv.add(r.PV.Value)
		ev.add(r.EV.Value)
		ac.add(r.AC)
		acTotal.add(r.ACTotal)
		engaged.add(r.EngagedCharge)
	}
	t.BAC, t.PV, t.EV = bac.value(), pv.value(), ev.value()
	t.AC, t.ACTotal, t.EngagedCharge = ac.value(), acTotal.value(), engaged.value()
	t.ACAll, t.EngagedAll = acAll.value(), engagedAll.value()
	t.derive()
	return Portfolio{Totals: t, Rows: rows}
}

// derive applies the project formulas to the sums.
func (t *Totals) derive() {
	if t.WithBAC == 0 {
		return
	}
	m := measure(Known(t.BAC), Known(t.PV), Known(t.EV), Known(t.AC), Known(t.ACTotal))
	t.CPI, t.CV, t.SV, t.ETC, t.EAC, t.VAC = m.cpi, m.cv, m.sv, m.etc, m.eac, m.vac
	t.SPI = quotient(Known(t.EV), Known(t.PV))
}
