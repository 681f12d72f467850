package report

import (
	"earnest/evm"
)

// group is a set of related numbers.
type group struct {
	title string
	names []string
}

// groups returns all numbers of /finance, in the order in which a status meeting discusses them.
func groups() []group {
	return []group{
		{"Budget", []string{"bac", "base_budget", "reserve", "contingency_pct"}},
		{"Value", []string{"pv", "ev", "cv", "sv"}},
		{"Cost", []string{"ac", "no_sprint_cost", "ac_total", "engaged_charge"}},
		{"Performance", []string{"cpi", "spi", "tcpi"}},
		{"Outlook", []string{"eac", "etc", "vac"}},
		{"Points", []string{"total_sp", "done_sp", "earned_sp", "planned_sp", "undated_sp", "progress_pct", "planned_pct"}},
	}
}

// label returns the short name of a number, or of an estimate that can be explained.
func label(name string) string {
	return map[string]string{
		"bac":             "budget at completion",
		"base_budget":     "budget without its reserve",
		"reserve":         "reserve",
		"contingency_pct": "reserve, share of the budget",
		"pv":              "planned value",
		"ev":              "earned value",
		"cv":              "cost variance",
		"sv":              "schedule variance",
		"ac":              "actual cost, in sprints",
		"no_sprint_cost":  "cost outside sprints",
		"ac_total":        "all cost",
		"engaged_charge":  "cost of epics not finished",
		"cpi":             "cost performance",
		"spi":             "schedule performance",
		"tcpi":            "performance the rest needs",
		"eac":             "estimate at completion",
		"etc":             "estimate to complete",
		"vac":             "variance at completion",
		"total_sp":        "all points",
		"done_sp":         "points done",
		"earned_sp":       "points earned",
		"planned_sp":      "points due",
		"undated_sp":      "points in undated sprints",
		"progress_pct":    "share earned",
		"planned_pct":     "share due",
		"cpi_all_in":      "all-in cost performance",
		"eac_cpi_spi":     "estimate at completion by cpi × spi",
		"eac_budget":      "estimate at completion, the rest at budget",
		"eac_all_in":      "all-in estimate at completion",
	}[name]
}

// unitOf returns the unit of a number.
func unitOf(name string) evm.Unit {
	switch name {
	case "cpi", "spi", "tcpi", "cpi_all_in":
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
	Name, Label string
	Unit        evm.Unit
}

// Figures returns all numbers of /finance, in the order in which a status meeting discusses them, with their labels in a language.
func Figures(l Language) []Figure {
	var list []Figure
	for _, g := range groups() {
		for _, name := range g.names {
			list = append(list, Figure{name, l.say(label(name)), unitOf(name)})
		}
	}
	return list
}
