package db

import (
	"context"
	"errors"
	"sync"

	"zombiezen.com/go/sqlite"
)

// sqliteReaders is a pool of connections that read. The one that was used last is used next: its pages and statements are still
// at hand, and a server that is seldom asked two things at once opens few.
type sqliteReaders struct {
	path   string
	turns  chan struct{} // one for each connection that may be in use
	closed chan struct{}

	mu   sync.Mutex
	free []*sqliteQuerier
	busy map[*sqliteQuerier]context.CancelFunc
}

var errClosed = errors.New("the database is closed")

func newReaders(path string, n int) *sqliteReaders {
	return &sqliteReaders{path: path, turns: make(chan struct{}, n), closed: make(chan struct{}), busy: map[*sqliteQuerier]context.CancelFunc{}}
}

// take gives a connection whose statements end with the context. Who takes one puts it back.
func (r *sqliteReaders) take(ctx context.Context) (*sqliteQuerier, error) {
	select {
	case <-r.closed:
		return nil, errClosed
	default:
	}
	select {
	case r.turns <- struct{}{}:
	case <-r.closed:
		return nil, errClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	q, err := r.pop()
	if err != nil {
		<-r.turns
		return nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	q.conn.SetInterrupt(ctx.Done())
	r.mu.Lock()
	defer r.mu.Unlock()
	r.busy[q] = cancel
	return q, nil
}

// pop gives the connection that was put back last, or a new one.
func (r *sqliteReaders) pop() (*sqliteQuerier, error) {
	r.mu.Lock()
	if n := len(r.free); n > 0 {
		q := r.free[n-1]
		r.free = r.free[:n-1]
		r.mu.Unlock()
		return q, nil
	}
	r.mu.Unlock()
	conn, err := sqlite.OpenConn(r.path, sqlite.OpenReadWrite)
	if err != nil {
		return nil, err
	}
	if err := prepareSQLite(conn, "PRAGMA query_only=ON"); err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	return newQuerier(conn, nil), nil
}

func (r *sqliteReaders) put(q *sqliteQuerier) {
	if text := q.conn.CheckReset(); text != "" {
		panic("a statement was left open: " + text)
	}
	q.conn.SetInterrupt(nil)
	r.mu.Lock()
	r.busy[q]()
	delete(r.busy, q)
	r.free = append(r.free, q)
	r.mu.Unlock()
	<-r.turns
}

// close ends what is being read, waits for it and closes every connection.
func (r *sqliteReaders) close() {
	close(r.closed)
	r.mu.Lock()
	for _, cancel := range r.busy {
		cancel()
	}
	r.mu.Unlock()
	for range cap(r.turns) {
		r.turns <- struct{}{}
	}
	for _, q := range r.free {
		_ = q.conn.Close() // it only read
	}
}
