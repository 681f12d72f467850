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

// takeUntil gives a connection whose statements are interrupted when the context ends. The caller puts it back.
func (r *sqliteReaders) takeUntil(ctx context.Context) (*sqliteQuerier, error) {
	q, err := r.take(ctx)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	q.conn.SetInterrupt(ctx.Done())
	r.mu.Lock()
	defer r.mu.Unlock()
	r.busy[q] = cancel
	return q, nil
}

// take gives a connection for a short read; the context only bounds the wait for it. The caller puts it back.
func (r *sqliteReaders) take(ctx context.Context) (*sqliteQuerier, error) {
	select {
	case <-r.closed:
		return nil, errClosed
	default:
	}
	select {
	case r.turns <- struct{}{}:
		return r.pop()
	default:
	}
	select {
	case r.turns <- struct{}{}:
		return r.pop()
	case <-r.closed:
		return nil, errClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// pop gives the connection that was put back last, or a new one, to whoever has a turn. On an error it gives the turn back.
func (r *sqliteReaders) pop() (*sqliteQuerier, error) {
	r.mu.Lock()
	if n := len(r.free); n > 0 {
		q := r.free[n-1]
		r.free = r.free[:n-1]
		r.mu.Unlock()
		return q, nil
	}
	r.mu.Unlock()
	q, err := r.open()
	if err != nil {
		<-r.turns
	}
	return q, err
}

func (r *sqliteReaders) open() (*sqliteQuerier, error) {
	conn, err := sqlite.OpenConn(r.path, sqlite.OpenReadWrite)
	if err != nil {
		return nil, err
	}
	if err := prepareSQLite(conn, "PRAGMA query_only=ON"); err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	return newQuerier(conn), nil
}

// put takes back a connection of takeUntil.
func (r *sqliteReaders) put(q *sqliteQuerier) {
	if text := q.conn.CheckReset(); text != "" {
		panic("a statement was left open: " + text)
	}
	q.conn.SetInterrupt(nil)
	r.mu.Lock()
	r.busy[q]()
	delete(r.busy, q)
	r.mu.Unlock()
	r.release(q)
}

// release takes back a connection of take.
func (r *sqliteReaders) release(q *sqliteQuerier) {
	r.mu.Lock()
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
