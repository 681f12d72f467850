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

// inProjects searches firstBatch projects, and then nextBatches times as many each time.
const (
	firstBatch  = 1
	nextBatches = 8
)

// titlesFirst is the number of projects whose titles are searched before any texts: those of the first two batches. Most people are in no more.
const titlesFirst = firstBatch + firstBatch*nextBatches

// SearchTickets returns the ids of up to limit tickets in the given projects that contain all the words: first the latest with all
// of them in the title, then the latest with all of them in the title and the description, and then those with the latest
// comments that contain all of them. The first projects are searched first.
func SearchTickets(ctx context.Context, tx *db.Tx, projectIDs []int64, words []string, limit int) ([]int64, error) {
	titles := ticketSearch(tx, db.InTitle)
	first := min(titlesFirst, len(projectIDs))
	found, err := titles.inProjects(ctx, tx, projectIDs[:first], words, limit)
	if err != nil || len(found) == limit {
		return found, err
	}
	texts, err := ticketSearch(tx, db.InText).inProjects(ctx, tx, projectIDs, words, limit)
	if err != nil {
		return nil, err
	}
	rest := projectIDs[first:]
	if len(texts) < limit { // these are all, and words in a title are also in the text, so other projects have no such title
		if rest, err = projectsOf(ctx, tx, rest, texts); err != nil {
			return nil, err
		}
	}
	more, err := titles.inProjects(ctx, tx, rest, words, limit-len(found))
	if err != nil {
		return nil, err
	}
	found = withNew(append(found, more...), texts, limit)
	if len(found) == limit {
		return found, nil
	}
	comments, err := commentSearch(tx).inProjects(ctx, tx, projectIDs, words, limit)
	return withNew(found, comments, limit), err
}

// withNew adds those ids to a list that it does not contain, up to limit in all.
func withNew(list, ids []int64, limit int) []int64 {
	for _, id := range ids {
		if !slices.Contains(list, id) && len(list) < limit {
			list = append(list, id)
		}
	}
	return list
}

// projectsOf returns those of the projects that have one of the tickets, in the same order.
func projectsOf(ctx context.Context, tx *db.Tx, projectIDs, ticketIDs []int64) ([]int64, error) {
	if len(projectIDs) == 0 || len(ticketIDs) == 0 {
		return nil, nil
	}
	ids, err := tx.IDs(ctx, db.NewQuery(`SELECT DISTINCT project_id FROM tickets WHERE id`+db.Text(tx.In(1)), db.List(tx, ticketIDs)))
	return slices.DeleteFunc(slices.Clone(projectIDs), func(id int64) bool { return !slices.Contains(ids, id) }), err
}

// search is a way to find tickets. Its statements take a list of queries and a limit; the one for the latest texts, on PostgreSQL, uses only the first query,
// and also takes the projects and the number of texts.
type search struct {
	in     db.WordsIn
	all    db.Text
	latest db.Text
}

// latestFirst returns a statement that looks at the latest texts, and at all texts if too few of these match. PostgreSQL does not run what the condition on
// their number excludes.
func (s search) latestFirst() db.Text {
	return `
WITH latest (id) AS (` + s.latest + `)
SELECT id FROM latest WHERE (SELECT COUNT(*) FROM latest) >= $2
UNION ALL
SELECT a.id FROM (` + s.all + `) a (id) WHERE (SELECT COUNT(*) FROM latest) < $2`
}

// firstQuery is the first query in the list parameter of a statement for the latest texts.
const firstQuery db.Text = `search_query((CAST($1 AS TEXT[]))[1])`

func ticketSearch(tx *db.Tx, in db.WordsIn) search {
	return search{
		in:  in,
		all: `SELECT m.id FROM ` + tx.Matching(`ticket_words`, 1) + ` m ORDER BY m.id DESC LIMIT $2`,
		latest: `
SELECT x.id
FROM (
  SELECT t.id
  FROM unnest(CAST($3 AS BIGINT[])) p (id)
  CROSS JOIN LATERAL (SELECT o.id FROM tickets o WHERE o.project_id = p.id AND o.deleted_at IS NULL ORDER BY o.id DESC LIMIT $4) t
  ORDER BY t.id DESC
  LIMIT $4
) x
JOIN ticket_words w ON w.rowid = x.id
WHERE w.words @@ ` + firstQuery + `
ORDER BY x.id DESC
LIMIT $2`,
	}
}

// commentSearch reads the latest thousand matching comments at most, since a word can be in millions. A ticket that only older ones mention is not found.
func commentSearch(tx *db.Tx) search {
	return search{
		in: db.InText,
		all: `
SELECT c.ticket_id
FROM (SELECT m.id FROM ` + tx.Matching(`comment_words`, 1) + ` m ORDER BY m.id DESC LIMIT 1000) x
JOIN comments c ON c.id = x.id
JOIN tickets t ON t.id = c.ticket_id
WHERE t.deleted_at IS NULL
GROUP BY c.ticket_id
ORDER BY MAX(c.id) DESC
LIMIT $2`,
		latest: `
SELECT c.ticket_id
FROM (
  SELECT m.id
  FROM unnest(CAST($3 AS BIGINT[])) p (id)
  CROSS JOIN LATERAL (SELECT o.id FROM comments o WHERE o.project_id = p.id ORDER BY o.id DESC LIMIT $4) m
  ORDER BY m.id DESC
  LIMIT $4
) x
JOIN comment_words w ON w.rowid = x.id
JOIN comments c ON c.id = x.id
JOIN tickets t ON t.id = c.ticket_id
WHERE w.words @@ ` + firstQuery + ` AND t.deleted_at IS NULL
GROUP BY c.ticket_id
ORDER BY MAX(c.id) DESC
LIMIT $2`,
	}
}

// inProjects searches one project, then more and more of them at a time, until it has found enough. In this way, the cost of a
// word that is common in all of them does not depend on how many there are.
func (s search) inProjects(ctx context.Context, tx *db.Tx, projectIDs []int64, words []string, limit int) ([]int64, error) {
	var found []int64
	for n := firstBatch; len(projectIDs) > 0 && len(found) < limit; n *= nextBatches {
		n = min(n, len(projectIDs))
		ids, err := s.among(ctx, tx, projectIDs[:n], words, limit-len(found))
		if err != nil {
			return nil, err
		}
		found, projectIDs = append(found, ids...), projectIDs[n:]
	}
	return found, nil
}

// among searches the given projects together. On PostgreSQL, the index finds a common word in no particular order, so all the texts with that word would
// have to be read to find the latest. In a few projects, it therefore looks at their latest texts first, where a common word is found often enough.
func (s search) among(ctx context.Context, tx *db.Tx, projectIDs []int64, words []string, limit int) ([]int64, error) {
	const looked = 100 // latest texts of all the projects together
	queries := tx.MatchWords(projectIDs, s.in, words)
	if tx.Engine() == db.Postgres && len(projectIDs) <= nextBatches {
		return tx.IDs(ctx, db.NewQuery(s.latestFirst(), db.List(tx, queries), limit, db.List(tx, projectIDs), looked))
	}
	return tx.IDs(ctx, db.NewQuery(s.all, db.List(tx, queries), limit))
}

// FoundTickets returns the tickets with the given ids as a search shows them, in the same order.
func FoundTickets(ctx context.Context, tx *db.Tx, ids []int64) ([]FoundTicket, error) {
	text := `SELECT t.id, t.uuid, ` + ticketKey + `, t.title, t.status, p.uuid FROM tickets t JOIN projects p ON p.id = t.project_id WHERE t.id` + tx.In(1)
	known := make(map[int64]FoundTicket, len(ids))
	err := tx.ForEach(ctx, text, db.List(tx, ids), func(rows db.Rows) error {
		var id int64
		var f FoundTicket
		err := rows.Scan(&id, &f.UUID, &f.Key, &f.Title, &f.Status, &f.ProjectUUID)
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
