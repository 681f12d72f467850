package store

import (
	"context"
	"iter"

	"earnest/internal/domain"
	"earnest/internal/store/db"
)

const commentColumns = `
SELECT c.id,
       c.uuid,
       c.project_id,
       c.ticket_id,
       t.uuid,
       c.author_id,
       u.firstname,
       u.lastname,
       c.content,
       c.mentions,
       c.created_at,
       c.updated_at
FROM comments c
JOIN tickets t ON t.id = c.ticket_id
JOIN users u ON u.id = c.author_id `

func scanComment(rows db.Rows) (domain.Comment, error) {
	var c domain.Comment
	err := rows.Scan(
		&c.ID,
		&c.UUID,
		&c.ProjectID,
		&c.TicketID,
		&c.TicketUUID,
		&c.AuthorID,
		&c.AuthorFirstname,
		&c.AuthorLastname,
		&c.Content,
		jsonList[int64]{&c.Mentions},
		moment{&c.CreatedAt},
		moment{&c.UpdatedAt},
	)
	return c, err
}

// Comment gives the comment of that uuid.
func (tx *Tx) Comment(ctx context.Context, uuid string) (domain.Comment, error) {
	return one(ctx, tx, "comment", query{commentColumns + `WHERE c.uuid = $1 AND t.deleted_at IS NULL`, []any{uuid}}, scanComment)
}

// Comments gives the comments of a ticket in the order of their creation.
func (tx *Tx) Comments(ctx context.Context, ticketID int64) iter.Seq2[domain.Comment, error] {
	const text = commentColumns + `WHERE c.ticket_id = $1 ORDER BY c.id`
	return each(ctx, tx, query{text, []any{ticketID}}, scanComment)
}

// CountComments counts what Comments gives.
func (tx *Tx) CountComments(ctx context.Context, ticketID int64) (int, error) {
	return tx.count(ctx, query{`SELECT COUNT(*) FROM comments WHERE ticket_id = $1`, []any{ticketID}})
}

// InsertComment stores a new comment and gives its id.
func (tx *Tx) InsertComment(ctx context.Context, c domain.Comment) (int64, error) {
	return tx.insert(ctx, `
INSERT INTO comments (uuid, project_id, ticket_id, author_id, content, mentions, created_at, updated_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
		c.UUID,
		c.ProjectID,
		c.TicketID,
		c.AuthorID,
		c.Content,
		asJSON(c.Mentions),
		micros(c.CreatedAt),
		micros(c.UpdatedAt),
	)
}

// UpdateComment stores a changed comment.
func (tx *Tx) UpdateComment(ctx context.Context, c domain.Comment) error {
	return tx.run(ctx, `UPDATE comments SET content = $2, mentions = $3, updated_at = $4 WHERE id = $1`,
		c.ID,
		c.Content,
		asJSON(c.Mentions),
		micros(c.UpdatedAt),
	)
}

// DeleteComment removes a comment.
func (tx *Tx) DeleteComment(ctx context.Context, id int64) error {
	return tx.run(ctx, `DELETE FROM comments WHERE id = $1`, id)
}

// AmongMembers gives those of the users who are in a project's team, whatever the member's status.
func (tx *Tx) AmongMembers(ctx context.Context, projectID int64, userIDs []int64) ([]int64, error) {
	text := sqlText(`SELECT user_id FROM members WHERE project_id = $1 AND user_id` + tx.In(2) + ` ORDER BY user_id`)
	return Collect(each(ctx, tx, query{text, []any{projectID, db.List(tx.Tx, userIDs)}}, func(rows db.Rows) (int64, error) {
		var id int64
		err := rows.Scan(&id)
		return id, err
	}))
}
