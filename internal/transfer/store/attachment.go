package store

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"iter"
	"time"

	"earnest/internal/db"
	"earnest/internal/domain"
	filestore "earnest/internal/files/store"
)

// PageAttachments returns the attachments of a page of tickets, grouped by ticket and in the order in which they were attached.
func PageAttachments(ctx context.Context, tx *db.Tx, p TicketPage, last int64) (map[int64][]domain.Attachment, error) {
	q := p.ofPage(`a.ticket_id`, last)
	q.Text = filestore.AttachmentColumns + q.Text + ` ORDER BY a.ticket_id, a.id`
	return db.Grouped(ctx, tx, q, filestore.ScanAttachment, func(a domain.Attachment) int64 { return a.TicketID })
}

// Pieces returns the pieces of a content in order.
func Pieces(ctx context.Context, tx *db.Tx, contentID int64) iter.Seq2[[]byte, error] {
	q := db.NewQuery(`SELECT data FROM content_chunks WHERE content_id = $1 ORDER BY number`, contentID)
	return db.Each(ctx, tx, q, func(rows db.Rows) (data []byte, err error) {
		err = rows.Scan(&data)
		return data, err
	})
}

// CountFiles counts the files of live tickets in the projects with the given uuids, or in all projects if none is given.
func CountFiles(ctx context.Context, tx *db.Tx, projects []string) (int, error) {
	q := db.NewQuery(`
SELECT COUNT(*)
FROM attachments a
JOIN tickets t ON t.id = a.ticket_id AND t.deleted_at IS NULL
JOIN projects p ON p.id = a.project_id AND p.deleted_at IS NULL
WHERE TRUE`)
	q.Among(tx, ` AND p.uuid`, projects, ``)
	return tx.Count(ctx, q)
}

// AddContent stores the content of an imported file in pieces.
func AddContent(ctx context.Context, tx *db.Tx, projectID, userID int64, now time.Time, body io.Reader) (c domain.FileContent, err error) {
	if c.ID, err = filestore.InsertStaged(ctx, tx, projectID, userID, now); err != nil {
		return c, err
	}
	sum, piece := sha256.New(), make([]byte, domain.ChunkSize)
	for number := int64(0); ; number++ {
		n, err := io.ReadFull(body, piece)
		ended := errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
		if err != nil && !ended {
			return c, err
		}
		if number == 0 {
			c.MediaType = domain.MediaType(piece[:min(n, domain.HeadBytes)])
		}
		if n > 0 {
			_, _ = sum.Write(piece[:n]) // never fails
			if err := filestore.InsertChunk(ctx, tx, projectID, c.ID, number, piece[:n]); err != nil {
				return c, err
			}
			c.Size += int64(n)
		}
		if ended {
			c.SHA256 = hex.EncodeToString(sum.Sum(nil))
			return c, filestore.Publish(ctx, tx, c)
		}
	}
}

// AddObject stores a content whose bytes are an object already, and returns its id.
func AddObject(ctx context.Context, tx *db.Tx, projectID, userID int64, now time.Time, c domain.FileContent) (id int64, err error) {
	if c.ID, err = filestore.InsertStaged(ctx, tx, projectID, userID, now); err != nil {
		return 0, err
	}
	if err := filestore.AdoptObject(ctx, tx, c.Object, c.ID); err != nil {
		return 0, err
	}
	return c.ID, filestore.Publish(ctx, tx, c)
}

// AddAttachment stores an imported attachment.
func AddAttachment(ctx context.Context, tx *db.Tx, a domain.Attachment) error {
	_, err := filestore.InsertAttachment(ctx, tx, a)
	return err
}

// damagedFiles reads every content and returns a sentence for each that is not what its row says.
func damagedFiles(ctx context.Context, tx *db.Tx) ([]string, error) {
	contents, err := db.Collect(db.Each(ctx, tx, db.NewQuery(`
SELECT c.id, c.sha256, c.size, p.uuid
FROM contents c
JOIN projects p ON p.id = c.project_id AND p.deleted_at IS NULL
WHERE c.sha256 IS NOT NULL AND NOT EXISTS (SELECT 1 FROM content_objects o WHERE o.content_id = c.id)
ORDER BY c.id`), scanContentRow))
	if err != nil {
		return nil, err
	}
	var problems []string
	for _, c := range contents {
		problem, err := c.damage(ctx, tx)
		if err != nil {
			return problems, err
		}
		if problem != "" {
			problems = append(problems, fmt.Sprintf("content %d of project %s (sha256 %s) %s", c.id, c.project, c.sha256, problem))
		}
	}
	return problems, nil
}

type contentRow struct {
	id              int64
	sha256, project string
	size            int64
}

func scanContentRow(rows db.Rows) (c contentRow, err error) {
	err = rows.Scan(&c.id, &c.sha256, &c.size, &c.project)
	return c, err
}

// damage returns what is wrong with a content, or "".
func (c contentRow) damage(ctx context.Context, tx *db.Tx) (string, error) {
	sum, size := sha256.New(), int64(0)
	q := db.NewQuery(`SELECT number, data FROM content_chunks WHERE content_id = $1 ORDER BY number`, c.id)
	type chunk struct {
		number int64
		data   []byte
	}
	next := int64(0)
	for k, err := range db.Each(ctx, tx, q, func(rows db.Rows) (k chunk, err error) {
		err = rows.Scan(&k.number, &k.data)
		return k, err
	}) {
		if err != nil {
			return "", err
		}
		if k.number != next {
			return fmt.Sprintf("lacks piece %d", next), nil
		}
		_, _ = sum.Write(k.data) // never fails
		size += int64(len(k.data))
		next++
	}
	switch {
	case next < (domain.FileContent{Size: c.size}).Chunks():
		return fmt.Sprintf("lacks piece %d", next), nil
	case size != c.size:
		return fmt.Sprintf("has %d bytes instead of %d", size, c.size), nil
	case hex.EncodeToString(sum.Sum(nil)) != c.sha256:
		return "has another hash", nil
	}
	return "", nil
}

// leftoverAge is how old a staged content is that the sweep should have deleted long ago.
const leftoverAge = 24 * time.Hour

// leftovers returns a sentence if contents have been staged for more than a day.
func leftovers(now time.Time) func(context.Context, *db.Tx) ([]string, error) {
	return func(ctx context.Context, tx *db.Tx) ([]string, error) {
		q := db.NewQuery(`SELECT COUNT(*) FROM contents WHERE sha256 IS NULL AND created_at < $1`, db.Micros(now.Add(-leftoverAge)))
		n, err := tx.Count(ctx, q)
		if err != nil || n == 0 {
			return nil, err
		}
		return []string{fmt.Sprintf("%d contents of interrupted uploads or deleted files are older than a day; a running server deletes them", n)}, nil
	}
}
