package dash

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"time"

	"earnest/internal/app"
	"earnest/internal/domain"
	"earnest/internal/transfer"
)

const (
	spoolsAtOnce = 3               // how many files are written at the same time: each holds a reader of the database
	sheetTime    = 2 * time.Minute // for a file to be written
	spoolsKept   = 20              // how many files are being written or sent, and of one user
	userSpools   = 2
	spoolWait    = 5 * time.Second  // how long one waits for its turn
	pieceBytes   = 64 << 10         // how much of a file is sent at once
	pieceTime    = 30 * time.Second // for the reader to take a piece
	sendTime     = 20 * time.Minute // for the reader to take the file
)

// spools makes files to be sent: in the first of the folders that has room and takes one. No more are written at the same
// time than there are turns, and no more lie on the disk than there are places: a reader may take long.
type spools struct {
	turns   chan struct{}
	places  *places
	folders []string
	room    func(folder string) bool
}

func newSpools(a *app.App) *spools {
	return &spools{
		turns:   make(chan struct{}, spoolsAtOnce),
		places:  newPlaces(spoolsKept, userSpools, "too many files are being made or downloaded; wait until one of them is there"),
		folders: a.Transfer.Folders(),
		room:    transfer.HasSpace,
	}
}

// spool is a file on its way to somebody: written first, then sent. It has no name on the disk where the system allows
// that, so that nothing is left of it whatever happens.
type spool struct {
	*os.File

	turn  chan struct{} // nil once the file is written
	leave func()        // gives the place back
}

// open begins a file for a user, and waits for its turn a little.
func (s *spools) open(ctx context.Context, user int64) (*spool, error) {
	leave, err := s.places.enter(user)
	if err != nil {
		return nil, err
	}
	file, err := s.take(ctx)
	if err != nil {
		leave()
		return nil, err
	}
	_ = os.Remove(file.Name()) // where a file in use cannot be removed, close does it
	return &spool{file, s.turns, leave}, nil
}

// take waits for a turn and makes the file; who gets none has no turn either.
func (s *spools) take(ctx context.Context) (*os.File, error) {
	wait := time.NewTimer(spoolWait)
	defer wait.Stop()
	select {
	case s.turns <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-wait.C:
		return nil, domain.Errorf(domain.Unavailable, "too many files are being made; try again in a moment")
	}
	file, err := s.create()
	if err != nil {
		<-s.turns
	}
	return file, err
}

// create makes the file. Where a folder was passed over because its disk is full, that is what people are told.
func (s *spools) create() (*os.File, error) {
	var fault, full error
	for _, folder := range s.folders {
		if !s.room(folder) {
			full = domain.Errorf(domain.Unavailable, "the disk of the server is too full for a file; ask an administrator to make room")
			continue
		}
		file, err := os.CreateTemp(folder, ".earnest-export-*")
		if err == nil {
			return file, nil
		}
		fault = fmt.Errorf("no place for a file that is to be sent: %w", err)
	}
	return nil, cmp.Or(full, fault)
}

// written gives the turn back: the rest needs no database.
func (s *spool) written() {
	if s.turn != nil {
		<-s.turn
		s.turn = nil
	}
}

func (s *spool) close() {
	s.written()
	_ = s.Close()
	_ = os.Remove(s.Name())
	s.leave()
}

// send gives the file to its reader. An error comes before the first byte; who stops reading gets no more.
func (s *spool) send(w http.ResponseWriter) error {
	s.written()
	size, err := s.Seek(0, io.SeekEnd)
	if err == nil {
		_, err = s.Seek(0, io.SeekStart)
	}
	if err != nil {
		return err
	}
	w.Header().Set("Content-Length", strconv.FormatInt(size, 10))
	w.WriteHeader(http.StatusOK)
	out, end := http.NewResponseController(w), time.Now().Add(sendTime)
	for time.Now().Before(end) {
		_ = out.SetWriteDeadline(time.Now().Add(pieceTime)) // getExport set one before, so that it can
		if _, err := io.CopyN(w, s, pieceBytes); err != nil {
			return nil //nolint:nilerr // the end of the file, or a client that went away and needs no answer
		}
	}
	panic(http.ErrAbortHandler) // a part must not be taken for the whole
}
