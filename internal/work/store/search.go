package store

import (
	"context"
	"slices"

	"earnest/internal/db"
	"earnest/internal/domain"
)

// FoundTicket is a ticket that a search found.
type FoundTicket struct {
	domain.TicketLink

	ProjectUUID string
}

// SearchTickets returns the ids of up to limit tickets in the given projects that contain all the words: first the latest with all
// of them in the title, then the latest with all of them in the title or the description, and then those with the latest
// comments that contain all of them.
func SearchTickets(ctx context.Context, tx *db.Tx, projectIDs []int64, words []string, limit int) ([]int64, error) {
	var found []int64
	tickets := `SELECT m.id FROM ` + tx.Matching(`ticket_words`, 1) + ` m ORDER BY m.id DESC LIMIT $2`
	for _, pass := range []struct {
		in   db.WordsIn
		text db.Text
	}{
		{db.InTitle, tickets},
		{db.InText, tickets},
		{db.InText, commentedTickets(tx)},
	} {
		ids, err := inProjects(ctx, tx, pass.text, pass.in, projectIDs, words, limit)
		if err != nil {
			return nil, err
		}
		for _, id := range ids {
			if !slices.Contains(found, id) && len(found) < limit {
				found = append(found, id)
			}
		}
		if len(found) == limit {
			break
		}
	}
	return found, nil
}

// commentedTickets selects the tickets with the latest matching comments. It reads a thousand of them at most.
func commentedTickets(tx *db.Tx) db.Text {
	return `
SELECT c.ticket_id
FROM (SELECT m.id FROM ` + tx.Matching(`comment_words`, 1) + ` m ORDER BY m.id DESC LIMIT 1000) x
JOIN comments c ON c.id = x.id
JOIN tickets t ON t.id = c.ticket_id
WHERE t.deleted_at IS NULL
GROUP BY c.ticket_id
ORDER BY MAX(c.id) DESC
LIMIT $2`
}

// inProjects runs a search in a few projects, then in more and more of them, until it has found enough. In this way, the cost of
// a word that is common in all of them does not depend on how many there are.
func inProjects(
	ctx context.Context, tx *db.Tx, text db.Text, in db.WordsIn, projectIDs []int64, words []string, limit int,
) ([]int64, error) {
	var found []int64
	for n := 1; len(projectIDs) > 0 && len(found) < limit; n *= 8 {
		n = min(n, len(projectIDs))
		queries := make([]string, 0, n)
		for _, id := range projectIDs[:n] {
			queries = append(queries, tx.MatchWords(id, in, words))
		}
		ids, err := tx.IDs(ctx, db.NewQuery(text, db.List(tx, queries), limit-len(found)))
		if err != nil {
			return nil, err
		}
		found, projectIDs = append(found, ids...), projectIDs[n:]
	}
	return found, nil
}

// FoundTickets returns the tickets with the given ids as a search shows them, in the same order.
func FoundTickets(ctx context.Context, tx *db.Tx, ids []int64) ([]FoundTicket, error) {
	text := `SELECT t.id, t.uuid, t.title, t.status, p.uuid FROM tickets t JOIN projects p ON p.id = t.project_id WHERE t.id` + tx.In(1)
	known := make(map[int64]FoundTicket, len(ids))
	err := tx.ForEach(ctx, text, db.List(tx, ids), func(rows db.Rows) error {
		var id int64
		var f FoundTicket
		err := rows.Scan(&id, &f.UUID, &f.Title, &f.Status, &f.ProjectUUID)
		known[id] = f
		return err
	})
	found := make([]FoundTicket, 0, len(ids))
	for _, id := range ids {
		if f, ok := known[id]; ok {
			found = append(found, f)
		}
	}
	return found, err
}
