package dash

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"time"

	"earnest/internal/domain"
)

const (
	spoolsAtOnce = 3                // how many files are written at the same time: each holds a reader of the database
	sheetTime    = 2 * time.Minute  // for a file to be written
	spoolWait    = 5 * time.Second  // how long one waits for its turn
	pieceBytes   = 64 << 10         // how much of a file is sent at once
	pieceTime    = 30 * time.Second // for the reader to take a piece
	sendTime     = 20 * time.Minute // for the reader to take the file
)

// spools makes files to be sent: in the first of the folders that takes one, and no more at the same time than there are
// turns.
type spools struct {
	turns   chan struct{}
	folders []string
}

// spool is a file on its way to somebody: written first, then sent. It has no name on the disk where the system allows
// that, so that nothing is left of it whatever happens.
type spool struct {
	*os.File

	turn chan struct{} // nil once the file is written
}

// open begins a file, and waits for its turn a little.
func (s *spools) open(ctx context.Context) (*spool, error) {
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
		return nil, err
	}
	_ = os.Remove(file.Name()) // where a file in use cannot be removed, close does it
	return &spool{file, s.turns}, nil
}

func (s *spools) create() (file *os.File, err error) {
	for _, folder := range s.folders {
		if file, err = os.CreateTemp(folder, ".earnest-export-*"); err == nil {
			return file, nil
		}
	}
	return nil, fmt.Errorf("no place for a file that is to be sent: %w", err)
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
