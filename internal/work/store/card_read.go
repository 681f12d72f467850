package store

import (
	"context"

	"earnest/internal/db"
	"earnest/internal/domain"
)

// CardsByID returns the cards of the tickets with the given ids, in the same order. Deleted tickets are left out.
func CardsByID(ctx context.Context, tx *db.Tx, ids []int64) ([]domain.Card, error) {
	if len(ids) == 0 {
		return []domain.Card{}, nil
	}
	known, err := cardRows(ctx, tx, ids)
	if err != nil {
		return nil, err
	}
	for _, load := range []func(context.Context, *db.Tx, any, map[int64]*domain.Card) error{
		cardTags, cardBlocked, cardSubtasks, cardComments,
	} {
		if err := load(ctx, tx, db.List(tx, ids), known); err != nil {
			return nil, err
		}
	}
	cards := make([]domain.Card, 0, len(ids))
	for _, id := range ids {
		if c, ok := known[id]; ok {
			cards = append(cards, *c)
		}
	}
	return cards, nil
}

func cardRows(ctx context.Context, tx *db.Tx, ids []int64) (map[int64]*domain.Card, error) {
	q := db.Query{Text: `
SELECT t.id, t.uuid, ` + ticketKey + `, t.title, t.status, t.priority, t.story_points, t.due_date, t.rank, t.assignee_id, e.uuid, s.uuid, y.uuid, t.updated_at
FROM tickets t
JOIN projects p ON p.id = t.project_id
LEFT JOIN epics e ON e.id = t.epic_id
LEFT JOIN sprints s ON s.id = t.sprint_id
LEFT JOIN ticket_types y ON y.id = t.type_id
WHERE t.deleted_at IS NULL AND t.id`}
	q.In(tx, ``, db.List(tx, ids))
	cards := make(map[int64]*domain.Card, len(ids))
	for c, err := range db.Each(ctx, tx, q, scanCard) {
		if err != nil {
			return nil, err
		}
		cards[c.ID] = &c
	}
	return cards, nil
}

func scanCard(rows db.Rows) (domain.Card, error) {
	c := domain.Card{Tags: []string{}}
	err := rows.Scan(
		&c.ID,
		&c.UUID,
		&c.Key,
		&c.Title,
		&c.Status,
		&c.Priority,
		&c.StoryPoints,
		&c.DueDate,
		&c.Rank,
		&c.AssigneeID,
		&c.EpicUUID,
		&c.SprintUUID,
		&c.TypeUUID,
		db.Moment{To: &c.UpdatedAt},
	)
	return c, err
}

func cardTags(ctx context.Context, tx *db.Tx, ids any, cards map[int64]*domain.Card) error {
	text := `
SELECT g.ticket_id, x.uuid
FROM ticket_tags g
JOIN tags x ON x.id = g.tag_id
WHERE g.ticket_id` + tx.In(1) + `
ORDER BY g.ticket_id, x.id`
	return tx.ForEach(ctx, text, ids, func(rows db.Rows) error {
		var id int64
		var uuid string
		err := rows.Scan(&id, &uuid)
		if c, ok := cards[id]; ok {
			c.Tags = append(c.Tags, uuid)
		}
		return err
	})
}

// cardBlocked marks the cards of unfinished tickets that depend on another unfinished one. A ticket is unfinished if it has no done_at.
func cardBlocked(ctx context.Context, tx *db.Tx, ids any, cards map[int64]*domain.Card) error {
	text := `
SELECT DISTINCT d.ticket_id
FROM ticket_dependencies d
JOIN tickets t ON t.id = d.ticket_id
JOIN tickets x ON x.id = d.depends_on_id
WHERE t.done_at IS NULL AND x.done_at IS NULL AND d.ticket_id` + tx.In(1)
	return tx.ForEach(ctx, text, ids, func(rows db.Rows) error {
		var id int64
		err := rows.Scan(&id)
		if c, ok := cards[id]; ok {
			c.Blocked = true
		}
		return err
	})
}

func cardSubtasks(ctx context.Context, tx *db.Tx, ids any, cards map[int64]*domain.Card) error {
	text := `
SELECT b.ticket_id, COUNT(*), COUNT(CASE WHEN b.status = 'done' THEN 1 END)
FROM subtasks b
WHERE b.ticket_id` + tx.In(1) + `
GROUP BY b.ticket_id`
	return tx.ForEach(ctx, text, ids, func(rows db.Rows) error {
		var id int64
		var total, done int
		err := rows.Scan(&id, &total, &done)
		if c, ok := cards[id]; ok {
			c.SubtasksTotal, c.SubtasksDone = total, done
		}
		return err
	})
}

func cardComments(ctx context.Context, tx *db.Tx, ids any, cards map[int64]*domain.Card) error {
	text := `SELECT c.ticket_id, COUNT(*) FROM comments c WHERE c.ticket_id` + tx.In(1) + ` GROUP BY c.ticket_id`
	return tx.ForEach(ctx, text, ids, func(rows db.Rows) error {
		var id int64
		var n int
		err := rows.Scan(&id, &n)
		if c, ok := cards[id]; ok {
			c.Comments = n
		}
		return err
	})
}
