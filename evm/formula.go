package evm

// formula describes one indicator, apart from its numbers.
type formula struct {
	name        string
	unit        Unit
	needsBudget bool
	needsCost   bool
	words       string
	symbols     string
	unknown     string                // why it is unknown when a budget is set or not needed
	field       func(*Indicators) any // where the number is kept: a *Maybe, a *float64 or an *int64; nil for an estimate
	term        func(explainer) Term
}

// formulas returns the formulas of all indicators, in display order.
func formulas() []formula {
	return append(append(budgetFormulas(), costFormulas()...), pointFormulas()...)
}

// explainable returns the formulas of all indicators and estimates.
func explainable() []formula { return append(formulas(), estimateFormulas()...) }

func budgetFormulas() []formula {
	return []formula{
		{
			name: "bac", unit: MoneyUnit, needsBudget: true,
			words: "Budget at completion: the budget declared for the project.", symbols: "bac = budget",
			field: func(i *Indicators) any { return &i.BAC }, term: explainer.bac,
		},
		{
			name: "base_budget", unit: MoneyUnit, needsBudget: true,
			words: "The budget without its reserve.", symbols: "base_budget = bac − reserve",
			field: func(i *Indicators) any { return &i.BaseBudget }, term: explainer.baseBudget,
		},
		{
			name: "reserve", unit: MoneyUnit, needsBudget: true,
			words: "The part of the budget held for contingencies.", symbols: "reserve = contingency_pct × bac / 100",
			field: func(i *Indicators) any { return &i.Reserve }, term: explainer.reserve,
		},
		{
			name: "contingency_pct", unit: PercentUnit,
			words: "The share of the budget held for contingencies, as set.", symbols: "contingency_pct",
			field: func(i *Indicators) any { return &i.ContingencyPct }, term: explainer.contingency,
		},
		{
			name: "pv", unit: MoneyUnit, needsBudget: true,
			words:   "Planned value: the share of all points that is due by now, of the budget.",
			symbols: "pv = planned_pct / 100 × bac = planned_sp × bac / total",
			field:   func(i *Indicators) any { return &i.PV }, term: explainer.pv,
		},
		{
			name: "ev", unit: MoneyUnit, needsBudget: true,
			words:   "Earned value: the share of all points that is earned, of the budget.",
			symbols: "ev = progress_pct / 100 × bac = earned_sp × bac / total",
			field:   func(i *Indicators) any { return &i.EV }, term: explainer.ev,
		},
	}
}

func costFormulas() []formula {
	return append([]formula{
		{
			name: "ac", unit: MoneyUnit, needsCost: true,
			words:   "Actual cost: the time on tickets that are in a sprint now, each member's minutes at each daily rate.",
			symbols: "ac = Σ minutes × rate / 480, in sprints",
			field:   func(i *Indicators) any { return &i.AC }, term: explainer.ac,
		},
		{
			name: "no_sprint_cost", unit: MoneyUnit, needsCost: true,
			words:   "The cost of all other time: on tickets in no sprint, and on deleted tickets.",
			symbols: "no_sprint_cost = Σ minutes × rate / 480, outside sprints",
			field:   func(i *Indicators) any { return &i.NoSprintCost }, term: explainer.noSprintCost,
		},
		{
			name: "ac_total", unit: MoneyUnit, needsCost: true,
			words: "All cost so far.", symbols: "ac_total = ac + no_sprint_cost",
			field: func(i *Indicators) any { return &i.ACTotal }, term: explainer.acTotal,
		},
		{
			name: "engaged_charge", unit: MoneyUnit, needsCost: true,
			words:   "The cost so far of epics that are not finished.",
			symbols: "engaged_charge = Σ minutes × rate / 480, on open epics",
			field:   func(i *Indicators) any { return &i.EngagedCharge }, term: explainer.engagedCharge,
		},
	}, performanceFormulas()...)
}

func performanceFormulas() []formula {
	return []formula{
		{
			name: "cpi", unit: RatioUnit, needsBudget: true, needsCost: true,
			words: "Cost performance: the value earned for each unit of money spent.", symbols: "cpi = ev / ac",
			unknown: "No cost is booked in sprints.",
			field:   func(i *Indicators) any { return &i.CPI }, term: explainer.cpi,
		},
		{
			name: "spi", unit: RatioUnit,
			words: "Schedule performance: the points earned for each point due.", symbols: "spi = earned_sp / planned_sp",
			unknown: "No points are due yet.",
			field:   func(i *Indicators) any { return &i.SPI }, term: explainer.spi,
		},
		{
			name: "tcpi", unit: RatioUnit, needsBudget: true, needsCost: true,
			words:   "The cost performance that the rest needs to end on budget.",
			symbols: "tcpi = (bac − ev) / (bac − ac_total)",
			unknown: "Exactly the whole budget is spent.",
			field:   func(i *Indicators) any { return &i.TCPI }, term: explainer.tcpi,
		},
		{
			name: "eac", unit: MoneyUnit, needsBudget: true, needsCost: true,
			words: "Estimate at completion: all cost so far, and what the rest will cost.", symbols: "eac = ac_total + etc",
			unknown: "Work is left, and cpi is unknown or 0.",
			field:   func(i *Indicators) any { return &i.EAC }, term: explainer.eac,
		},
		{
			name: "etc", unit: MoneyUnit, needsBudget: true, needsCost: true,
			words:   "Estimate to complete: the value not yet earned, at the cost performance so far; 0 when all is earned.",
			symbols: "etc = (bac − ev) / cpi",
			unknown: "Work is left, and cpi is unknown or 0.",
			field:   func(i *Indicators) any { return &i.ETC }, term: explainer.etc,
		},
		{
			name: "vac", unit: MoneyUnit, needsBudget: true, needsCost: true,
			words: "Variance at completion: what will be left of the budget; negative when it will not do.", symbols: "vac = bac − eac",
			unknown: "Work is left, and cpi is unknown or 0.",
			field:   func(i *Indicators) any { return &i.VAC }, term: explainer.vac,
		},
		{
			name: "cv", unit: MoneyUnit, needsBudget: true, needsCost: true,
			words: "Cost variance: the value earned, less its cost.", symbols: "cv = ev − ac",
			field: func(i *Indicators) any { return &i.CV }, term: explainer.cv,
		},
		{
			name: "sv", unit: MoneyUnit, needsBudget: true,
			words: "Schedule variance: the value earned, less the value planned.", symbols: "sv = ev − pv",
			field: func(i *Indicators) any { return &i.SV }, term: explainer.sv,
		},
	}
}

func pointFormulas() []formula {
	return []formula{
		{
			name: "total_sp", unit: PointsUnit,
			words:   "The points of all tickets, rounded to an integer to print; ratios use the exact sum.",
			symbols: "total_sp = round(Σ points)",
			field:   func(i *Indicators) any { return &i.TotalSP }, term: explainer.totalRounded,
		},
		{
			name: "done_sp", unit: PointsUnit,
			words: "The points of all done tickets, in sprints or not.", symbols: "done_sp = Σ points of done tickets",
			field: func(i *Indicators) any { return &i.DoneSP }, term: explainer.done,
		},
		{
			name: "earned_sp", unit: PointsUnit,
			words:   "The points done in each sprint, but no more than it committed to, over all sprints.",
			symbols: "earned_sp = Σ min(done, committed) over sprints",
			field:   func(i *Indicators) any { return &i.EarnedSP }, term: explainer.earned,
		},
		{
			name: "planned_sp", unit: PointsUnit,
			words: "The points due by now: of each dated sprint the share of its days gone by; a ticket carried over counts once, " +
				"by the sprint that asks most of it; in all no more than there are points.",
			symbols: "planned_sp = min(total, Σ max(committed × days gone / days))",
			field:   func(i *Indicators) any { return &i.PlannedSP }, term: explainer.planned,
		},
		{
			name: "undated_sp", unit: PointsUnit,
			words:   "The points committed in sprints without dates: they can be earned, but never become due.",
			symbols: "undated_sp = Σ committed over sprints without dates",
			field:   func(i *Indicators) any { return &i.UndatedSP }, term: explainer.undated,
		},
		{
			name: "progress_pct", unit: PercentUnit,
			words: "The share of all points that is earned; 0 when there are none.", symbols: "progress_pct = 100 × earned_sp / total",
			field: func(i *Indicators) any { return &i.ProgressPct }, term: explainer.progress,
		},
		{
			name: "planned_pct", unit: PercentUnit,
			words: "The share of all points that is due by now; 0 when there are none.", symbols: "planned_pct = 100 × planned_sp / total",
			field: func(i *Indicators) any { return &i.PlannedPct }, term: explainer.plannedShare,
		},
	}
}
