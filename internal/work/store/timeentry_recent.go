package store

import (
	"context"

	"earnest/internal/db"
	"earnest/internal/domain"
)

const workTicketColumns = `SELECT t.uuid, ` + ticketKey + `, t.title, t.status, p.uuid, p.name, p.color `

// mayLog selects the tickets of projects in which a user ($1) may log time. It is a subquery with one result, so that neither engine starts with the
// projects of the user, who may be in very many.
const mayLog = ` AND (SELECT m.role FROM members m WHERE m.project_id = t.project_id AND m.user_id = $1 AND m.status = 'active') <> 'viewer' `

// lookBack is the number of a user's latest time entries that are read to find their recent tickets.
const lookBack = 200

// LoggedLast returns the tickets on which a user most recently logged time and may still log time, latest first.
func LoggedLast(ctx context.Context, tx *db.Tx, userID int64, limit int) ([]domain.WorkTicket, error) {
	ids, err := loggedLast(ctx, tx, userID)
	if err != nil || len(ids) == 0 {
		return nil, err
	}
	found := map[int64]domain.WorkTicket{}
	for t, err := range db.Each(ctx, tx, loggedTickets(tx, userID, ids), scanLogged) {
		if err != nil {
			return nil, err
		}
		found[t.id] = t.WorkTicket
	}
	list := []domain.WorkTicket{}
	for _, id := range ids {
		if t, ok := found[id]; ok && len(list) < limit {
			list = append(list, t)
		}
	}
	return list, nil
}

// loggedTickets returns the query for those of the tickets on which a user may log time.
func loggedTickets(tx *db.Tx, userID int64, ids []int64) db.Query {
	q := db.NewQuery(workTicketColumns+`, t.id FROM tickets t JOIN projects p ON p.id = t.project_id WHERE t.deleted_at IS NULL`+mayLog, userID)
	q.In(tx, ` AND t.id`, db.List(tx, ids))
	return q
}

type loggedTicket struct {
	domain.WorkTicket

	id int64
}

func scanLogged(rows db.Rows) (loggedTicket, error) {
	var t loggedTicket
	err := rows.Scan(&t.UUID, &t.Key, &t.Title, &t.Status, &t.ProjectUUID, &t.ProjectName, &t.ProjectColor, &t.id)
	return t, err
}

// loggedLast returns the distinct ticket ids in a user's latest time entries, latest first.
func loggedLast(ctx context.Context, tx *db.Tx, userID int64) ([]int64, error) {
	ids, seen := []int64{}, map[int64]bool{}
	for row, err := range db.Each(ctx, tx, lastEntries(userID), scanIDs) {
		if err != nil {
			return nil, err
		}
		if !seen[row[0]] {
			seen[row[0]] = true
			ids = append(ids, row[0])
		}
	}
	return ids, nil
}

func lastEntries(userID int64) db.Query {
	return db.NewQuery(`
SELECT ticket_id, id FROM time_entries WHERE user_id = $1 AND project_id NOT IN `+DeletedProjects+`
ORDER BY logged_at DESC, id DESC LIMIT $2`, userID, lookBack)
}

// AssignedTo returns the open tickets assigned to a user: those in active sprints first, and within each group the most recently changed
// first.
func AssignedTo(ctx context.Context, tx *db.Tx, userID int64, limit int) ([]domain.WorkTicket, error) {
	return workTickets(ctx, tx, assignedTo(userID, limit))
}

func assignedTo(userID int64, limit int) db.Query {
	return db.NewQuery(workTicketColumns+`
FROM tickets t
JOIN projects p ON p.id = t.project_id
LEFT JOIN sprints s ON s.id = t.sprint_id
WHERE t.assignee_id = $1 AND t.deleted_at IS NULL AND t.done_at IS NULL`+mayLog+`
ORDER BY CASE WHEN s.status = 'active' THEN 0 ELSE 1 END, t.updated_at DESC, t.id DESC
LIMIT $2`, userID, limit)
}

func workTickets(ctx context.Context, tx *db.Tx, q db.Query) ([]domain.WorkTicket, error) {
	return db.Collect(db.Each(ctx, tx, q, func(rows db.Rows) (domain.WorkTicket, error) {
		var t domain.WorkTicket
		err := rows.Scan(&t.UUID, &t.Key, &t.Title, &t.Status, &t.ProjectUUID, &t.ProjectName, &t.ProjectColor)
		return t, err
	}))
}
