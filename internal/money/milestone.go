package money

import (
	"context"
	"encoding/json"

	"earnest/evm"
	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/money/store"
	"earnest/internal/report"
	workstore "earnest/internal/work/store"
)

// milestones returns a project's milestones with the dates that they had at the end of a day, and the dates that they were first given.
func (a *Service) milestones(ctx context.Context, tx *db.Tx, projectID int64, on evm.Day) ([]report.Milestone, error) {
	list, err := db.Collect(workstore.Milestones(ctx, tx, projectID, domain.Page{}))
	if err != nil || len(list) == 0 {
		return nil, err
	}
	first, then := map[string]evm.Day{}, map[string]evm.Day{}
	for m, err := range store.MilestoneMoves(ctx, tx, projectID) {
		if err != nil {
			return nil, err
		}
		day, ok := movedFrom(m)
		if !ok {
			continue
		}
		if _, known := first[m.UUID]; !known {
			first[m.UUID] = day
		}
		if _, known := then[m.UUID]; !known && a.dayAt(m.At) > on {
			then[m.UUID] = day
		}
	}
	out := make([]report.Milestone, 0, len(list))
	for _, m := range list {
		row := report.Milestone{UUID: m.UUID, Name: m.Name, Date: EvmDay(m.Date), First: EvmDay(m.Date)}
		if day, moved := then[m.UUID]; moved {
			row.Date = day
		}
		if day, moved := first[m.UUID]; moved {
			row.First = day
		}
		out = append(out, row)
	}
	return out, nil
}

// movedFrom returns the date that a milestone had before a change; ok is false if an imported log has no date there.
func movedFrom(m store.MilestoneMove) (day evm.Day, ok bool) {
	var text string
	if json.Unmarshal([]byte(m.From), &text) != nil {
		return 0, false
	}
	date, ok := domain.ParseDate(text)
	if !ok {
		return 0, false
	}
	return EvmDay(date), true
}
