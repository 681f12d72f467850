package money

import (
	"context"
	"slices"
	"strings"

	"earnest/evm"
	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/money/store"
	"earnest/internal/report"
	"earnest/internal/work"
)

// explainedEntries is the maximum number of time entries that an explanation shows one by one. If there are more, each line is one member's
// time on one day, because nobody reads that many and memory must stay bounded.
const explainedEntries = 50_000

// noteDays explains to the reader why time entries are not shown one by one.
const noteDays = "There are too many time entries to show: a line is the time of one member on one day in one sprint and epic."

// ExplainQuery names an indicator of a project.
type ExplainQuery struct {
	Project   string
	Indicator string
	AsOf      *domain.Date // nil means today
}

// Explain explains an indicator of a project. An indicator that depends on cost is refused to a reader who may not see the cost.
func (a *Service) Explain(ctx context.Context, caller domain.Caller, q ExplainQuery) (report.Explanation, error) {
	if err := q.check(); err != nil {
		return report.Explanation{}, err
	}
	return work.Read(ctx, a.DB, work.OfProject(caller, q.Project), func(tx *db.Tx, access domain.Access) (report.Explanation, error) {
		if err := q.authorize(access); err != nil {
			return report.Explanation{}, err
		}
		in, whole, err := a.singleInsight(ctx, tx, access.ProjectID, access.SeesCost(), q.AsOf)
		if err != nil {
			return report.Explanation{}, err
		}
		x, err := in.on(q.AsOf).explain(ctx, q.Indicator)
		if err != nil {
			return report.Explanation{}, err
		}
		if !whole {
			x.Note = noteDays
		}
		return x, nil
	})
}

// check refuses an unknown indicator.
func (q ExplainQuery) check() error {
	if !slices.Contains(evm.Explainable(), q.Indicator) {
		return domain.Invalidf("the indicator must be one of %s, not %q", strings.Join(evm.Explainable(), ", "), q.Indicator)
	}
	return nil
}

// authorize refuses an indicator that depends on cost to a reader who may not see the cost.
func (q ExplainQuery) authorize(access domain.Access) error {
	if evm.NeedsCost(q.Indicator) {
		return access.CheckCost()
	}
	return nil
}

func (in Insight) explain(ctx context.Context, indicator string) (report.Explanation, error) {
	x, _, err := evm.Explain(ctx, in.Project, in.Today, indicator)
	return report.Explanation{
		Explanation: x, Project: in.Project.Name, Currency: in.Currency, Today: in.Today, Past: in.Past, Names: in.names,
	}, err
}

// singleInsight reads a project with single tickets and time entries, and what was edited before the end of asOf. If there are too many
// entries, it reads the minutes by day instead, and whole is false.
func (a *Service) singleInsight(
	ctx context.Context, tx *db.Tx, projectID int64, withCost bool, asOf *domain.Date,
) (in Insight, whole bool, err error) {
	rows, err := store.ReadInsight(ctx, tx, projectID, withCost)
	if err != nil {
		return in, false, err
	}
	in = a.insightOf(rows)
	if err := a.readEdits(ctx, tx, projectID, rows, asOf, &in); err != nil {
		return in, false, err
	}
	log, err := store.InsightTickets(ctx, tx, projectID, domain.Opt[[]string]{})
	if err != nil {
		return in, false, err
	}
	in.names.Tickets = ticketNames(log.Tickets)
	for _, t := range log.Tickets {
		if !t.Deleted {
			in.Project.Tickets = append(in.Project.Tickets, evm.Ticket{
				ID: t.ID, Points: t.Points, Done: t.Done, SprintID: t.SprintID, EpicID: t.EpicID, DoneDay: a.dayOf(t.DoneAt),
			})
		}
	}
	committed, err := store.Commitments(ctx, tx, projectID)
	if err != nil {
		return in, false, err
	}
	for i, s := range in.Project.Sprints {
		for _, c := range committed[s.ID] {
			in.Project.Sprints[i].Committed = append(in.Project.Sprints[i].Committed, evm.Commitment{TicketID: c.TicketID, Points: c.Points})
		}
	}
	in.Project.Effort, whole, err = entryEffort(ctx, tx, projectID, rows)
	return in, whole, err
}

// entryEffort returns the individual time entries. If there are too many, it returns the minutes by day instead, and whole is false.
func entryEffort(ctx context.Context, tx *db.Tx, projectID int64, rows *store.Insight) (lines []evm.Effort, whole bool, err error) {
	rate := Pricing(rows.Rates)
	for entry, err := range store.EntryLines(ctx, tx, projectID, explainedEntries+1) {
		if err != nil {
			return nil, false, err
		}
		lines = append(lines, effortLine(entry.EffortDay, entry.TicketID, rate))
	}
	if len(lines) > explainedEntries {
		lines, err = dayEffort(ctx, tx, projectID, rate)
		return lines, false, err
	}
	return lines, true, nil
}

// dayEffort returns the minutes of each day.
func dayEffort(ctx context.Context, tx *db.Tx, projectID int64, rate func(int64, domain.Date) *float64) (lines []evm.Effort, err error) {
	err = store.EffortDays(ctx, tx, projectID, domain.Opt[[]int64]{}, func(e store.EffortDay) { lines = append(lines, effortLine(e, 0, rate)) })
	return lines, err
}
