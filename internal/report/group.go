package report

import (
	"earnest/evm"
)

// group is a set of related numbers.
type group struct {
	title string
	names []string
}

// groups returns all numbers of /finance, in the order in which the pages show them.
func groups() []group {
	return []group{
		{"Outlook", []string{"eac", "vac", "etc", "tcpi"}},
		{"Performance", []string{"cpi", "spi", "cv", "sv"}},
		{"Value and cost", []string{"pv", "ev", "ac", "no_sprint_cost", "ac_total", "engaged_charge"}},
		{"Points", []string{"total_sp", "done_sp", "earned_sp", "planned_sp", "undated_sp", "progress_pct", "planned_pct"}},
		{"Budget", []string{"bac", "base_budget", "reserve", "contingency_pct"}},
	}
}

// term is how the pages call a number: by its short name, which is an acronym if there is one, and by its full name.
type term struct{ label, name string }

// termOf returns how the pages call a number of /finance, or an estimate that can be explained.
func termOf(name string) term {
	return map[string]term{
		"eac":             {"EAC", "Estimate at completion"},
		"vac":             {"VAC", "Variance at completion"},
		"etc":             {"ETC", "Estimate to complete"},
		"tcpi":            {"TCPI", "To-complete performance index"},
		"cpi":             {"CPI", "Cost performance index"},
		"spi":             {"SPI", "Schedule performance index"},
		"cv":              {"CV", "Cost variance"},
		"sv":              {"SV", "Schedule variance"},
		"pv":              {"PV", "Planned value"},
		"ev":              {"EV", "Earned value"},
		"ac":              {"AC", "Actual cost in sprints"},
		"no_sprint_cost":  {"Outside sprints", "Cost outside sprints"},
		"ac_total":        {"Total cost", "Total cost so far"},
		"engaged_charge":  {"Engaged charge", "Cost of unfinished epics"},
		"total_sp":        {"Total points", "Points of all tickets"},
		"done_sp":         {"Done points", "Points of all done tickets"},
		"earned_sp":       {"Earned points", "Points that count as earned"},
		"planned_sp":      {"Planned points", "Points due by now"},
		"undated_sp":      {"Undated points", "Points in sprints without dates"},
		"progress_pct":    {"Progress", "Share of all points earned"},
		"planned_pct":     {"Planned progress", "Share of all points due by now"},
		"bac":             {"BAC", "Budget at completion"},
		"base_budget":     {"Base budget", "Budget without its reserve"},
		"reserve":         {"Reserve", "Contingency reserve"},
		"contingency_pct": {"Contingency", "Contingency, share of the budget"},
		allInCPI:          {"All-in CPI", "All-in cost performance index"},
		"eac_cpi_spi":     {"EAC (CPI × SPI)", "Estimate at completion by CPI × SPI"},
		"eac_budget":      {"EAC (at budget)", "Estimate at completion, the rest at budget"},
		"eac_all_in":      {"EAC (all-in)", "All-in estimate at completion"},
	}[name]
}

// unitOf returns the unit of a number.
func unitOf(name string) evm.Unit {
	switch name {
	case "cpi", "spi", "tcpi", allInCPI:
		return evm.RatioUnit
	case "contingency_pct", "progress_pct", "planned_pct":
		return evm.PercentUnit
	case "total_sp", "done_sp", "earned_sp", "planned_sp", "undated_sp":
		return evm.PointsUnit
	}
	return evm.MoneyUnit
}

// Figure describes a number of /finance.
type Figure struct {
	Name    string // in the API
	Label   string // the short name on the pages
	Meaning string // the full name on the pages
	Unit    evm.Unit
}

// Figures returns all numbers of /finance, in the order in which the pages show them, with their names in a language.
func Figures(l Language) []Figure {
	var list []Figure
	for _, g := range groups() {
		for _, name := range g.names {
			list = append(list, Figure{name, l.say(termOf(name).label), l.say(termOf(name).name), unitOf(name)})
		}
	}
	return list
}
