package store

import (
	"context"
	"iter"

	"earnest/internal/db"
	"earnest/internal/domain"
)

// AttachmentColumns reads attachments.
const AttachmentColumns = `
SELECT a.id,
       a.uuid,
       a.project_id,
       a.ticket_id,
       t.uuid,
       a.author_id,
       u.firstname,
       u.lastname,
       a.name,
       c.id,
       c.sha256,
       c.size,
       c.media_type,
       COALESCE(o.key, ''),
       a.created_at
FROM attachments a
JOIN contents c ON c.id = a.content_id
LEFT JOIN content_objects o ON o.content_id = c.id
JOIN tickets t ON t.id = a.ticket_id
JOIN users u ON u.id = a.author_id `

// ScanAttachment scans a row of AttachmentColumns.
func ScanAttachment(rows db.Rows) (domain.Attachment, error) {
	var a domain.Attachment
	err := rows.Scan(
		&a.ID,
		&a.UUID,
		&a.ProjectID,
		&a.TicketID,
		&a.TicketUUID,
		&a.AuthorID,
		&a.AuthorFirstname,
		&a.AuthorLastname,
		&a.Name,
		&a.Content.ID,
		&a.Content.SHA256,
		&a.Content.Size,
		&a.Content.MediaType,
		&a.Content.Object,
		db.Moment{To: &a.CreatedAt},
	)
	return a, err
}

// Attachment returns the attachment with that uuid.
func Attachment(ctx context.Context, tx *db.Tx, uuid string) (domain.Attachment, error) {
	return db.One(ctx, tx, "attachment", db.NewQuery(AttachmentColumns+`WHERE a.uuid = $1 AND t.deleted_at IS NULL`, uuid), ScanAttachment)
}

// Attachments returns a page of the attachments of a ticket in the order in which they were attached.
func Attachments(ctx context.Context, tx *db.Tx, ticketID int64, p domain.Page) iter.Seq2[domain.Attachment, error] {
	q := db.NewQuery(AttachmentColumns+`WHERE a.ticket_id = $1`, ticketID)
	q.Sort(p, `a.id`)
	return db.Each(ctx, tx, q, ScanAttachment)
}

// LastAttachments returns up to limit of the latest attachments of a ticket, in the order in which they were attached.
func LastAttachments(ctx context.Context, tx *db.Tx, ticketID int64, limit int) iter.Seq2[domain.Attachment, error] {
	const text = AttachmentColumns + `
WHERE a.id IN (SELECT x.id FROM attachments x WHERE x.ticket_id = $1 ORDER BY x.id DESC LIMIT $2)
ORDER BY a.id`
	return db.Each(ctx, tx, db.NewQuery(text, ticketID, limit), ScanAttachment)
}

// CountAttachments counts the attachments of a ticket.
func CountAttachments(ctx context.Context, tx *db.Tx, ticketID int64) (int, error) {
	return tx.Count(ctx, db.NewQuery(`SELECT COUNT(*) FROM attachments WHERE ticket_id = $1`, ticketID))
}

// Attachable is a ticket to which a user attaches a file, with the name of the user.
type Attachable struct {
	ID                  int64
	Firstname, Lastname string
}

// Lookups returns the statements that fill in a. The id stays 0 if there is no such ticket.
func (a *Attachable) Lookups(ticket string, userID int64) []db.Statement {
	return []db.Statement{{
		SQL:  `SELECT t.id, u.firstname, u.lastname FROM tickets t JOIN users u ON u.id = $2 WHERE t.uuid = $1 AND t.deleted_at IS NULL`,
		Args: []any{ticket, userID},
		Row:  func(rows db.Rows) error { return rows.Scan(&a.ID, &a.Firstname, &a.Lastname) },
	}}
}

// InsertAttachment stores a new attachment, and returns its id.
func InsertAttachment(ctx context.Context, tx *db.Tx, a domain.Attachment) (int64, error) {
	const text = `INSERT INTO attachments (uuid, project_id, ticket_id, content_id, author_id, name, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7)`
	return tx.Insert(ctx, text, a.UUID, a.ProjectID, a.TicketID, a.Content.ID, a.AuthorID, a.Name, db.Micros(a.CreatedAt))
}

// DeleteAttachment removes an attachment; see Release.
func DeleteAttachment(ctx context.Context, tx *db.Tx, id int64) error {
	return tx.Run(ctx, `DELETE FROM attachments WHERE id = $1`, id)
}
