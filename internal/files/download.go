package files

import (
	"context"
	"errors"
	"fmt"
	"io"

	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/files/store"
	"earnest/internal/work"
	workstore "earnest/internal/work/store"
)

// Find returns an attachment.
func (s *Service) Find(ctx context.Context, caller domain.Caller, uuid string) (domain.Attachment, error) {
	target := work.Target{Caller: caller, Access: workstore.AttachmentAccess, UUID: uuid}
	return work.Read(ctx, s.DB, target, func(tx *db.Tx, _ domain.Access) (domain.Attachment, error) {
		return store.Attachment(ctx, tx, uuid)
	})
}

// Open returns the content of an attachment that Find returned. It must be closed. The context must end with the request.
func (s *Service) Open(ctx context.Context, caller domain.Caller, a domain.Attachment) (*Reader, error) {
	release, ok := s.downloads.Take(caller.UserID)
	if !ok {
		return nil, busy()
	}
	return &Reader{ctx: ctx, db: s.DB, content: a.Content, number: -1, release: release}, nil
}

// Reader reads a content, one piece at a time. It holds no connection to the database between two pieces.
type Reader struct {
	ctx     context.Context //nolint:containedctx // io.Reader has no room for it
	db      *db.DB
	content domain.FileContent
	at      int64  // where the next read begins
	number  int64  // of the piece in memory, or -1
	piece   []byte // the piece in memory
	release func()
}

// Close ends the use of the reader.
func (r *Reader) Close() error {
	r.release()
	return nil
}

// Seek sets where the next read begins.
func (r *Reader) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += r.at
	case io.SeekEnd:
		offset += r.content.Size
	}
	if offset < 0 {
		return 0, errors.New("a file has nothing before its beginning")
	}
	r.at = offset
	return offset, nil
}

// Read reads from one piece.
func (r *Reader) Read(p []byte) (int, error) {
	if r.at >= r.content.Size {
		return 0, io.EOF
	}
	if number := r.at / domain.ChunkSize; number != r.number {
		if err := r.load(number); err != nil {
			return 0, err
		}
	}
	n := copy(p, r.piece[r.at%domain.ChunkSize:])
	r.at += int64(n)
	return n, nil
}

// load reads a piece into memory.
func (r *Reader) load(number int64) error {
	ctx, cancel := context.WithTimeout(r.ctx, storeTime)
	defer cancel()
	piece, err := db.Read(ctx, r.db, func(tx *db.Tx) ([]byte, error) { return store.Chunk(ctx, tx, r.content.ID, number) })
	if err != nil {
		return fmt.Errorf("read piece %d of content %d: %w", number, r.content.ID, err)
	}
	if want := min(domain.ChunkSize, r.content.Size-number*domain.ChunkSize); int64(len(piece)) != want {
		return fmt.Errorf("piece %d of content %d has %d bytes instead of %d", number, r.content.ID, len(piece), want)
	}
	r.number, r.piece = number, piece
	return nil
}
