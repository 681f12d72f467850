package files

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"time"

	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/files/store"
	"earnest/internal/work"
	workstore "earnest/internal/work/store"
)

// storeTime is how long storing or reading one piece may take.
const storeTime = 30 * time.Second

// Staged is a file that has been received in full, but is not attached yet.
type Staged struct {
	domain.FileContent

	Name      string
	projectID int64
}

// Stage is like Receive, for a file of which nothing has to be read to know what it is called.
func (s *Service) Stage(ctx context.Context, caller domain.Caller, ticket string, in domain.Input[domain.NewFile], body io.Reader) (*Staged, error) {
	return s.Receive(ctx, caller, ticket, func() (domain.Input[domain.NewFile], io.Reader) { return in, body })
}

// Receive receives a file that the caller wants to attach to a ticket. open is called once it is certain that the caller may do so. Whatever goes wrong, no
// more than a staged content is left, which is swept. Memory is needed for one piece or, with an S3-compatible store, for one part. The context must end
// with the request; it may take as long as the client keeps sending.
func (s *Service) Receive(
	ctx context.Context, caller domain.Caller, ticket string, open func() (domain.Input[domain.NewFile], io.Reader),
) (*Staged, error) {
	release, ok := s.uploads.Take(caller.UserID)
	if !ok {
		return nil, busy()
	}
	defer release()
	access, err := s.mayStage(ctx, caller, ticket)
	if err != nil {
		return nil, err
	}
	in, body := open()
	file, err := in.Get()
	if err != nil {
		return nil, err
	}
	staged, err := s.beginStage(ctx, caller, access, file)
	if err != nil {
		return nil, err
	}
	if err := s.receive(ctx, staged, s.fileLimit, s.newSink(staged), body); err != nil {
		if domain.KindOf(err) != domain.Unavailable { // what cannot be reached cannot be tidied up either
			s.discard(ctx, staged)
		}
		return nil, err
	}
	return staged, nil
}

// mayStage checks everything that can be checked before anything of the file is read. Whether the file fits is only known once it has been received: the
// project may have its content already. If the same request has attached it before, it need not fit.
func (s *Service) mayStage(ctx context.Context, caller domain.Caller, ticket string) (domain.Access, error) {
	ctx, cancel := context.WithTimeout(ctx, storeTime)
	defer cancel()
	return db.Read(ctx, s.DB, func(tx *db.Tx) (domain.Access, error) {
		access, err := work.Target{Caller: caller, Access: workstore.TicketAccess, UUID: ticket}.Authorize(ctx, tx, domain.WriteWork)
		if err != nil {
			return access, err
		}
		err = s.checkRoom(ctx, tx, access.ProjectID, 1)
		if domain.KindOf(err) != domain.Full {
			return access, err
		}
		answered, failed := work.IsAnswered(ctx, tx, caller)
		if answered || failed != nil {
			return access, failed
		}
		return access, err
	})
}

// beginStage begins a content.
func (s *Service) beginStage(ctx context.Context, caller domain.Caller, access domain.Access, file domain.NewFile) (*Staged, error) {
	ctx, cancel := context.WithTimeout(ctx, storeTime)
	defer cancel()
	if file.Length > s.fileLimit {
		return nil, s.TooLarge()
	}
	staged := &Staged{Name: file.Name, projectID: access.ProjectID}
	if s.bucket != nil {
		staged.Object = newKey(access.ProjectUUID)
	}
	var err error
	staged.ID, err = db.Write(ctx, s.DB, func(tx *db.Tx) (int64, error) {
		id, err := store.InsertStaged(ctx, tx, staged.projectID, caller.UserID, s.Now())
		if err != nil || staged.Object == "" {
			return id, err
		}
		return id, store.InsertObject(ctx, tx, staged.Object, id, s.Now())
	})
	return staged, err
}

// receive stores a body of at most limit bytes piece by piece, and fills in what is known about it at the end.
func (s *Service) receive(ctx context.Context, staged *Staged, limit int64, to sink, body io.Reader) error {
	piece, sum := make([]byte, domain.ChunkSize), sha256.New()
	for number := int64(0); ; number++ {
		n, end, err := fill(body, piece)
		if err != nil {
			return err
		}
		if number == 0 {
			staged.MediaType = domain.MediaType(piece[:min(n, domain.HeadBytes)])
		}
		if n > 0 {
			if staged.Size += int64(n); staged.Size > limit {
				return s.TooLarge()
			}
			_, _ = sum.Write(piece[:n]) // never fails
			if err := within(ctx, func(ctx context.Context) error { return to.add(ctx, number, piece[:n]) }); err != nil {
				return err
			}
		}
		if end {
			staged.SHA256 = hex.EncodeToString(sum.Sum(nil))
			return within(ctx, to.finish)
		}
	}
}

// fill reads a piece of a body. end is true if nothing follows. Unlike io.ReadFull, it tells the end of a body from one that breaks off.
func fill(body io.Reader, piece []byte) (n int, end bool, err error) {
	for n < len(piece) {
		more, err := body.Read(piece[n:])
		n += more
		if err == io.EOF { // the end itself, not an error that was caused by it
			return n, true, nil
		}
		if err != nil {
			return n, false, err
		}
	}
	return n, false, nil
}

// within gives a step of storing a file its time.
func within(ctx context.Context, do func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, storeTime)
	defer cancel()
	return do(ctx)
}

// discard deletes a file that will not be attached, as far as that is possible now; the sweep deletes what is left. It leaves a content alone that
// has been attached.
func (s *Service) discard(ctx context.Context, staged *Staged) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), storeTime)
	defer cancel()
	if err := errors.Join(s.deleteStaged(ctx, staged.ID), s.dropObject(ctx, staged.Object)); err != nil {
		s.Log.InfoContext(ctx, "a file that was not attached could not be deleted yet", "error", err)
	}
}
