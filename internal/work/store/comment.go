package store

import (
	"context"
	"iter"

	"earnest/internal/db"
	"earnest/internal/domain"
)

const CommentColumns = `
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

func ScanComment(rows db.Rows) (domain.Comment, error) {
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
		db.JSONList[int64]{To: &c.Mentions},
		db.Moment{To: &c.CreatedAt},
		db.Moment{To: &c.UpdatedAt},
	)
	return c, err
}

// Comment returns the comment with that uuid.
func Comment(ctx context.Context, tx *db.Tx, uuid string) (domain.Comment, error) {
	return db.One(ctx, tx, "comment", db.NewQuery(CommentColumns+`WHERE c.uuid = $1 AND t.deleted_at IS NULL`, uuid), ScanComment)
}

// Comments returns a page of the comments on a ticket in creation order.
func Comments(ctx context.Context, tx *db.Tx, ticketID int64, p domain.Page) iter.Seq2[domain.Comment, error] {
	return db.Each(ctx, tx, commentList(ticketID, p), ScanComment)
}

func commentList(ticketID int64, p domain.Page) db.Query {
	q := db.NewQuery(CommentColumns+`WHERE c.ticket_id = $1`, ticketID)
	q.Sort(p, `c.id`)
	return q
}

// LastComments returns up to limit of the latest comments on a ticket, in creation order.
func LastComments(ctx context.Context, tx *db.Tx, ticketID int64, limit int) iter.Seq2[domain.Comment, error] {
	const text = CommentColumns + `
WHERE c.id IN (SELECT x.id FROM comments x WHERE x.ticket_id = $1 ORDER BY x.id DESC LIMIT $2)
ORDER BY c.id`
	return db.Each(ctx, tx, db.NewQuery(text, ticketID, limit), ScanComment)
}

// CountComments counts the comments on a ticket.
func CountComments(ctx context.Context, tx *db.Tx, ticketID int64) (int, error) {
	return tx.Count(ctx, db.NewQuery(`SELECT COUNT(*) FROM comments WHERE ticket_id = $1`, ticketID))
}

// InsertComment stores a new comment.
func InsertComment(ctx context.Context, tx *db.Tx, c domain.Comment) error {
	return tx.Add(ctx, db.Insert{
		Table:   `comments`,
		Columns: `uuid, project_id, ticket_id, author_id, content, mentions, created_at, updated_at`,
		Types:   `text,bigint,bigint,bigint,text,text,bigint,bigint`,
	},
		c.UUID,
		c.ProjectID,
		c.TicketID,
		c.AuthorID,
		c.Content,
		db.AsJSON(c.Mentions),
		db.Micros(c.CreatedAt),
		db.Micros(c.UpdatedAt),
	)
}

// UpdateComment stores a changed comment.
func UpdateComment(ctx context.Context, tx *db.Tx, c domain.Comment) error {
	return tx.Run(ctx, `UPDATE comments SET content = $2, mentions = $3, updated_at = $4 WHERE id = $1`,
		c.ID,
		c.Content,
		db.AsJSON(c.Mentions),
		db.Micros(c.UpdatedAt),
	)
}

// DeleteComment removes a comment.
func DeleteComment(ctx context.Context, tx *db.Tx, id int64) error {
	return tx.Run(ctx, `DELETE FROM comments WHERE id = $1`, id)
}

// Commentable is a ticket on which a user comments, with the name of the author and the mentioned users who are in the project's team.
type Commentable struct {
	ID                  int64
	Firstname, Lastname string
	Team                []int64
}

// Lookups returns the statements that fill in c for a user who comments on the ticket with that uuid. The id stays 0 if there is no such ticket.
func (c *Commentable) Lookups(tx *db.Tx, projectID int64, ticket string, userID int64, mentions []int64) []db.Statement {
	statements := []db.Statement{{
		SQL:  `SELECT t.id, u.firstname, u.lastname FROM tickets t JOIN users u ON u.id = $2 WHERE t.uuid = $1 AND t.deleted_at IS NULL`,
		Args: []any{ticket, userID},
		Row:  func(rows db.Rows) error { return rows.Scan(&c.ID, &c.Firstname, &c.Lastname) },
	}}
	if len(mentions) > 0 {
		team := amongMembers(tx, projectID, mentions)
		statements = append(statements, db.Statement{SQL: team.Text, Args: team.Args, Row: func(rows db.Rows) error {
			id, err := scanID(rows)
			c.Team = append(c.Team, id)
			return err
		}})
	}
	return statements
}

// AmongMembers returns the ids of the given users who are in a project's team, whatever their status.
func AmongMembers(ctx context.Context, tx *db.Tx, projectID int64, userIDs []int64) ([]int64, error) {
	return tx.IDs(ctx, amongMembers(tx, projectID, userIDs))
}

func amongMembers(tx *db.Tx, projectID int64, userIDs []int64) db.Query {
	text := db.Text(`SELECT user_id FROM members WHERE project_id = $1 AND user_id` + tx.In(2) + ` ORDER BY user_id`)
	return db.NewQuery(text, projectID, db.List(tx, userIDs))
}
