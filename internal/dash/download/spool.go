package download

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"time"

	"earnest/internal/domain"
	"earnest/internal/gate"
)

const (
	spoolsAtOnce = 3                // files written at the same time; each holds a database reader
	spoolsKept   = 20               // files being written or sent
	userSpools   = 2                // the same, per user
	spoolWait    = 5 * time.Second  // how long a file waits for its turn
	sendTime     = 20 * time.Minute // time for the client to read a file
)

// Spools makes temporary files that are written in full before they are sent, so that errors are found before the response begins and a
// slow client does not tie up the database. It limits how many are written simultaneously and how many are on disk.
type Spools struct {
	turns   chan struct{}
	limit   *gate.Limit
	folders []string
	room    func(folder string) bool
}

// NewSpools returns Spools that use the first folder that has room and is writable.
func NewSpools(folders []string, room func(folder string) bool) *Spools {
	return &Spools{turns: make(chan struct{}, spoolsAtOnce), limit: gate.NewLimit(spoolsKept, userSpools), folders: folders, room: room}
}

// Spool is a temporary file that will be sent to a client. Where the system allows it, the file is unlinked immediately, so that nothing is
// left behind whatever happens.
type Spool struct {
	*os.File

	turn    chan struct{} // nil once the file is written
	release func()
}

// Open creates a file for a user, waiting a little for its turn. Call Discard when it is no longer needed.
func (s *Spools) Open(ctx context.Context, user int64) (*Spool, error) {
	release, ok := s.limit.Take(user)
	if !ok {
		return nil, domain.Errorf(domain.Unavailable, "too many files are being made or downloaded; wait until one of them is there")
	}
	file, err := s.take(ctx)
	if err != nil {
		release()
		return nil, err
	}
	_ = os.Remove(file.Name()) // where an open file cannot be removed, Discard removes it
	return &Spool{file, s.turns, release}, nil
}

// take waits for a turn and creates the file; if that fails, it releases the turn.
func (s *Spools) take(ctx context.Context) (*os.File, error) {
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

// create creates the file. If a folder was skipped because its disk is full, the error says so.
func (s *Spools) create() (*os.File, error) {
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
		fault = fmt.Errorf("create a file to be sent: %w", err)
	}
	return nil, cmp.Or(full, fault)
}

// written releases the turn, because sending the file does not need the database.
func (s *Spool) written() {
	if s.turn != nil {
		<-s.turn
		s.turn = nil
	}
}

// Discard removes the file.
func (s *Spool) Discard() {
	s.written()
	_ = s.Close()
	_ = os.Remove(s.Name())
	s.release()
}

// Send sends the file. It returns an error only if nothing has been sent yet. After that, it stops quietly if the client no longer reads,
// and aborts the connection after sendTime. The writer must support write deadlines.
func (s *Spool) Send(w http.ResponseWriter) error {
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
	pieces, end := NewPieces(w), time.Now().Add(sendTime)
	for time.Now().Before(end) {
		if _, err := io.CopyN(pieces, s, pieceBytes); err != nil {
			return nil //nolint:nilerr // end of file, or the client has disconnected
		}
	}
	panic(http.ErrAbortHandler) // the client must not mistake a truncated file for a complete one
}
