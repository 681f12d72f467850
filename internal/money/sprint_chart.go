package money

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"earnest/evm"
	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/money/store"
	"earnest/internal/report"
	"earnest/internal/work"
	workstore "earnest/internal/work/store"
)

// ScopeChange is a ticket that entered or left a sprint on a day, or was re-estimated; Points is the change in the sprint's points.
type ScopeChange struct {
	Day    evm.Day
	UUID   string
	Title  string
	Points float64
}

// longestCourse is the maximum length in days of a sprint that is charted. A longer sprint is probably a mistake.
const longestCourse = 1000

// SprintCourse is a sprint day by day, with the tickets that changed its scope. It is empty if the sprint has no dates or too many days.
type SprintCourse struct {
	evm.SprintChart

	Changes []ScopeChange
}

// SprintCourse charts a sprint from the change log.
func (a *Service) SprintCourse(ctx context.Context, caller domain.Caller, uuid string) (SprintCourse, error) {
	on := work.Target{Caller: caller, Access: workstore.SprintAccess, UUID: uuid}
	return work.Read(ctx, a.DB, on, func(tx *db.Tx, access domain.Access) (SprintCourse, error) {
		tickets, err := store.SprintTickets(ctx, tx, access.ProjectID, uuid)
		if err != nil {
			return SprintCourse{}, err
		}
		rows, err := store.InsightTickets(ctx, tx, access.ProjectID, domain.Some(tickets))
		if err != nil {
			return SprintCourse{}, err
		}
		sprint, changes, err := a.sprintChanges(ctx, tx, access.ProjectID, rows, tickets, uuid)
		if err != nil {
			return SprintCourse{}, err
		}
		if sprint.Start == nil || sprint.End == nil || *sprint.End-*sprint.Start >= longestCourse {
			return SprintCourse{}, nil
		}
		today := EvmDay(a.Today())
		chart, _, err := evm.ChartSprint(ctx, sprint, changes, today)
		if err != nil {
			return SprintCourse{}, err
		}
		scope, err := scopeChanges(ctx, sprint, changes, today, ticketNames(rows.Tickets))
		return SprintCourse{chart, scope}, err
	})
}

// scope maps each ticket in a sprint to its points.
type scope map[int64]float64

// scopeChanges returns, day by day, how each ticket changed the scope. It uses the same rules as the chart: it starts from the snapshot, or
// from the end of the first day if there is none, and considers only the state at the end of each day.
func scopeChanges(
	ctx context.Context, s evm.Sprint, changes []evm.TicketChange, today evm.Day, names map[int64]report.Name,
) ([]ScopeChange, error) {
	rest := slices.Clone(changes)
	slices.SortStableFunc(rest, func(a, b evm.TicketChange) int { return cmp.Compare(a.Day, b.Day) })
	now, before := scope{}, scope{}
	for _, row := range s.Committed {
		before[row.TicketID] = row.Points
	}
	if len(s.Committed) == 0 {
		rest = now.advance(rest, min(*s.Start, today))
		before = maps.Clone(now)
	}
	list := []ScopeChange{}
	for day := *s.Start; day <= min(*s.End, today); day++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		rest = now.advance(rest, day)
		for _, id := range now.differs(before) {
			change := ScopeChange{Day: day, UUID: names[id].UUID, Title: names[id].Title, Points: now[id] - before[id]}
			list = append(list, change)
		}
		before = maps.Clone(now)
	}
	return list, nil
}

// advance applies the changes up to the end of a day and returns the remaining ones.
func (s scope) advance(changes []evm.TicketChange, day evm.Day) []evm.TicketChange {
	for len(changes) > 0 && changes[0].Day <= day {
		c := changes[0]
		delete(s, c.TicketID)
		if c.InSprint {
			s[c.TicketID] = c.Points
		}
		changes = changes[1:]
	}
	return changes
}

// differs returns the tickets whose points differ from before, in creation order.
func (s scope) differs(before scope) []int64 {
	ids := []int64{}
	for id, points := range s {
		if points != before[id] {
			ids = append(ids, id)
		}
	}
	for id, points := range before {
		if _, stays := s[id]; !stays && points != 0 {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}
