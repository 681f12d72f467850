package store

import (
	"context"
	"fmt"
	"slices"

	"earnest/internal/db"
)

// StatusEffect is the data about a project before and after the tickets of a status become done, or not done.
type StatusEffect struct {
	Before, After *Finance
	Tickets       int       // in the status
	Points        []float64 // of each of them
}

// EffectOfStatus returns what earned value needs to know about a project as it is, and as it would be if the tickets of a status were done or not done. It
// changes nothing. Only the tickets of the status are read, merged like the rows of ticket_counts in which the others are counted.
func EffectOfStatus(ctx context.Context, tx *db.Tx, projectID int64, status string, done bool) (StatusEffect, error) {
	base, err := finance(ctx, tx, projectID, financeProjects, financeSprints, financeEffort)
	if err != nil {
		return StatusEffect{}, err
	}
	counts, err := allCounts(ctx, tx, projectID)
	if err != nil {
		return StatusEffect{}, err
	}
	out := StatusEffect{}
	if out.Before, err = base.counting(counts); err != nil {
		return out, err
	}
	moved, err := ticketsByCount(ctx, tx, projectID, status)
	if err != nil {
		return out, err
	}
	for key, m := range moved {
		out.Tickets += int(m.open + m.done)
		out.Points = append(out.Points, slices.Repeat([]float64{key.points}, int(m.open+m.done))...)
		if counts[key], err = counts[key].withDone(m, done); err != nil {
			return out, err
		}
	}
	out.After, err = base.counting(counts)
	return out, err
}

// withDone returns the counts with some of the tickets done or not done instead.
func (c ticketCount) withDone(some ticketCount, done bool) (ticketCount, error) {
	if c.open < some.open || c.done < some.done {
		return c, fmt.Errorf("%d open and %d done tickets are counted, but there are more; run earnest doctor", c.open, c.done)
	}
	if done {
		c.open, c.done = c.open-some.open, c.done+some.open
	} else {
		c.open, c.done = c.open+some.done, c.done-some.done
	}
	return c, nil
}

// countKey is what the tickets of a row of ticket_counts have in common.
type countKey struct {
	sprintID  int64
	points    float64
	committed string
}

// allCounts returns the rows of ticket_counts of a project.
func allCounts(ctx context.Context, tx *db.Tx, projectID int64) (map[countKey]ticketCount, error) {
	return countsOf(ctx, tx, db.NewQuery(`
SELECT sprint_id, points, committed, open_tickets, done_tickets, deleted_tickets
FROM ticket_counts
WHERE project_id = $1`, projectID))
}

// ticketsByCount counts the tickets of a status that are not deleted like the rows of ticket_counts.
func ticketsByCount(ctx context.Context, tx *db.Tx, projectID int64, status string) (map[countKey]ticketCount, error) {
	return countsOf(ctx, tx, db.NewQuery(`
SELECT COALESCE(sprint_id, 0), story_points, committed, COUNT(CASE WHEN done_at IS NULL THEN 1 END), COUNT(done_at), 0
FROM tickets
WHERE project_id = $1 AND status = $2 AND deleted_at IS NULL
GROUP BY 1, 2, 3`, projectID, status))
}

func countsOf(ctx context.Context, tx *db.Tx, q db.Query) (map[countKey]ticketCount, error) {
	counts := map[countKey]ticketCount{}
	for c, err := range db.Each(ctx, tx, q, scanStates) {
		if err != nil {
			return nil, err
		}
		counts[countKey{c.sprintID, c.points, c.committed}] = c
	}
	return counts, nil
}

func scanStates(rows db.Rows) (c ticketCount, err error) {
	if err = rows.Scan(&c.sprintID, &c.points, &c.committed, &c.open, &c.done, &c.deleted); err == nil {
		err = c.check()
	}
	return c, err
}

// counting returns the data with the tickets of a project as they are counted.
func (f *Finance) counting(counts map[countKey]ticketCount) (*Finance, error) {
	out := *f
	for _, c := range counts {
		if err := out.addCount(&c); err != nil {
			return nil, err
		}
	}
	out.Sprints = slices.Clone(f.Sprints)
	for i, s := range out.Sprints {
		out.Sprints[i].Committed = out.committed[s.ID]
	}
	return &out, nil
}
