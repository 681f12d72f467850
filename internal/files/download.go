package files

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/files/store"
	"earnest/internal/work"
	workstore "earnest/internal/work/store"
)

// openTime is how long an S3-compatible store may take to begin to send a file that somebody waits for.
const openTime = 10 * time.Second

// Find returns an attachment.
func (s *Service) Find(ctx context.Context, caller domain.Caller, uuid string) (domain.Attachment, error) {
	target := work.Target{Caller: caller, Access: workstore.AttachmentAccess, UUID: uuid}
	return work.Read(ctx, s.DB, target, func(tx *db.Tx, _ domain.Access) (domain.Attachment, error) {
		return store.Attachment(ctx, tx, uuid)
	})
}

// Open returns the content of an attachment that Find returned. It must be closed. The context must end with the request. Nothing is read yet.
func (s *Service) Open(ctx context.Context, caller domain.Caller, a domain.Attachment) (*Reader, error) {
	release, ok := s.downloads.Take(caller.UserID)
	if !ok {
		return nil, busy()
	}
	r := s.read(ctx, a.Content, openTime)
	r.release = release
	return r, nil
}

// read returns a reader of a content. An S3-compatible store must begin its answer to each request in the given time.
func (s *Service) read(ctx context.Context, c domain.FileContent, open time.Duration) *Reader {
	r := &Reader{content: c, release: func() {}}
	if c.Object == "" {
		r.source = &chunks{ctx: ctx, db: s.DB, content: c, number: -1}
	} else {
		r.source = &object{ctx: ctx, bucket: s.bucket, content: c, patience: open}
	}
	return r
}

// Reader reads a content. It holds no connection to the database between two reads.
type Reader struct {
	content domain.FileContent
	at      int64 // where the next read begins
	source  source
	release func()
	failed  error // why the content could not be read
}

// source reads the bytes of a content, of which some are left at the given position.
type source interface {
	readAt(p []byte, at int64) (int, error)
	close()
}

// Close ends the use of the reader.
func (r *Reader) Close() error {
	r.source.close()
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

// Read reads some bytes. Once that has failed, nothing more is tried.
func (r *Reader) Read(p []byte) (int, error) {
	if r.failed != nil {
		return 0, r.failed
	}
	if r.at >= r.content.Size {
		return 0, io.EOF
	}
	n, err := r.source.readAt(p, r.at)
	r.at += int64(n)
	if err != nil {
		r.failed = err
	}
	return n, err
}

// chunks reads a content from the database, one piece at a time.
type chunks struct {
	ctx     context.Context //nolint:containedctx // io.Reader has no room for it
	db      *db.DB
	content domain.FileContent
	number  int64  // of the piece in memory, or -1
	piece   []byte // the piece in memory
}

func (k *chunks) close() {}

// readAt reads from one piece.
func (k *chunks) readAt(p []byte, at int64) (int, error) {
	if number := at / domain.ChunkSize; number != k.number {
		if err := k.load(number); err != nil {
			return 0, err
		}
	}
	return copy(p, k.piece[at%domain.ChunkSize:]), nil
}

// load reads a piece into memory.
func (k *chunks) load(number int64) error {
	ctx, cancel := context.WithTimeout(k.ctx, storeTime)
	defer cancel()
	piece, err := db.Read(ctx, k.db, func(tx *db.Tx) ([]byte, error) { return store.Chunk(ctx, tx, k.content.ID, number) })
	if err != nil {
		return fmt.Errorf("read piece %d of content %d: %w", number, k.content.ID, err)
	}
	if want := min(domain.ChunkSize, k.content.Size-number*domain.ChunkSize); int64(len(piece)) != want {
		return fmt.Errorf("piece %d of content %d has %d bytes instead of %d", number, k.content.ID, len(piece), want)
	}
	k.number, k.piece = number, piece
	return nil
}
