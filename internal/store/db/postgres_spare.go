package db

import (
	"context"
	"errors"
	"net"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

const (
	// sparePause is the time between two connections that are tried while the server takes none.
	sparePause = 200 * time.Millisecond
	// startingUp is PostgreSQL's code for a server that takes no connection yet, or no more.
	startingUp = "57P03"
)

// errRefused is why nobody else tries to connect to a server that refused somebody.
var errRefused = errors.New("the server takes no connection")

// spare keeps connections from a server that takes none: it is not there, or it starts, and has enough to do without hundreds of
// them a second. One is tried now and then, and everybody else is told at once, until one gets through.
type spare struct {
	tried atomic.Int64 // when the last was tried, in microseconds; 0: none was refused
}

// heed learns from the refusals of a single server. Where there are several, the driver asks them in turn, and one that refuses
// tells nothing of the others.
func (s *spare) heed(config *pgx.ConnConfig) {
	for _, f := range config.Fallbacks {
		if f.Host != config.Host || f.Port != config.Port {
			return
		}
	}
	dial := config.DialFunc
	config.DialFunc = func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := dial(ctx, network, address)
		if err != nil && ctx.Err() == nil {
			s.refused()
		}
		return conn, err
	}
	onError := config.OnPgError
	config.OnPgError = func(conn *pgconn.PgConn, err *pgconn.PgError) bool {
		if err.Code == startingUp {
			s.refused()
		}
		return onError(conn, err)
	}
}

func (s *spare) refused() { s.tried.Store(time.Now().UnixMicro()) }

// over says that a connection got through.
func (s *spare) over() { s.tried.Store(0) }

// admit lets a connection be tried.
func (s *spare) admit() error {
	tried, now := s.tried.Load(), time.Now().UnixMicro()
	if tried == 0 || now-tried >= sparePause.Microseconds() && s.tried.CompareAndSwap(tried, now) {
		return nil
	}
	return &UnavailableError{cause: errRefused}
}
