package app

import (
	"context"
	"slices"
	"strings"

	"earnest/evm"
	"earnest/internal/domain"
	"earnest/internal/report"
	"earnest/internal/store"
)

// explainedEntries is the most time entries that an explanation shows one by one. Beyond it, the time of a
// member on a day is one line: nobody reads more, and memory stays bounded.
const explainedEntries = 50_000

// What a reader should know of how deep an explanation goes.
const (
	noteDays  = "There are too many time entries to show: a line is the time of one member on one day in one sprint and epic."
	noteRates = "Daily rates are shown to the project's owner and admins only, so the cost is not taken further apart."
)

// ExplainQuery names a number of a project.
type ExplainQuery struct {
	Project   string
	Indicator string
	AsOf      *domain.Date // nil: today
}

// Explain takes an indicator of a project apart. A member who may not see daily rates gets the cost as it
// is, without the people behind it.
func (a *App) Explain(ctx context.Context, who Reader, q ExplainQuery) (report.Explanation, error) {
	if !slices.Contains(evm.IndicatorNames(), q.Indicator) {
		return report.Explanation{}, domain.Invalidf("the indicator must be one of %s, not %q",
			strings.Join(evm.IndicatorNames(), ", "), q.Indicator)
	}
	return read(ctx, a, func(tx *store.Tx) (report.Explanation, error) {
		access, err := who.project(ctx, tx, q.Project)
		if err != nil {
			return report.Explanation{}, err
		}
		if err := a.checkDay(who.seesRates(access), q.AsOf); err != nil {
			return report.Explanation{}, err
		}
		rows, err := tx.Insight(ctx, access.ProjectID)
		if err != nil {
			return report.Explanation{}, err
		}
		lines, whole, err := entryEffort(ctx, tx, access.ProjectID, rows)
		if err != nil {
			return report.Explanation{}, err
		}
		x := a.insightOf(rows, lines, q.AsOf).explain(q.Indicator)
		if !whole {
			x.Note = noteDays
		}
		if !who.seesRates(access) {
			x.Term = foldCosts(x.Term)
			x.Note = noteRates
		}
		return x, nil
	})
}

func (in Insight) explain(indicator string) report.Explanation {
	x, _ := evm.Explain(in.project, in.Today, indicator)
	return report.Explanation{Explanation: x, Project: in.project.Name, Today: in.Today, Names: in.names}
}

// entryEffort gives the single time entries; whole is false when there are too many, and days stand in.
func entryEffort(ctx context.Context, tx *store.Tx, projectID int64, rows *store.Insight) (lines []evm.Effort, whole bool, err error) {
	rate := pricing(rows.Rates)
	for entry, err := range tx.EntryLines(ctx, projectID, explainedEntries+1) {
		if err != nil {
			return nil, false, err
		}
		lines = append(lines, effortLine(entry.EffortDay, entry.TicketID, rate))
	}
	if len(lines) > explainedEntries {
		return dayEffort(rows), false, nil
	}
	return lines, true, nil
}

// foldCosts leaves out what is behind each cost.
func foldCosts(t evm.Term) evm.Term {
	if t.Kind == evm.IndicatorTerm && slices.Contains([]string{"ac", "no_sprint_cost", "engaged_charge"}, t.Name) {
		t.Op, t.Terms = evm.OpGiven, nil
		return t
	}
	t.Terms = slices.Clone(t.Terms)
	for i := range t.Terms {
		t.Terms[i] = foldCosts(t.Terms[i])
	}
	return t
}
