package db

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"zombiezen.com/go/sqlite"
)

// sqliteReaders is a pool of read connections. The most recently used connection is used next, since its pages and statements
// are still cached. This also means that a server with little concurrency opens few connections.
type sqliteReaders struct {
	path   string
	turns  chan struct{} // contains one value for each connection in use
	closed chan struct{}
	waits  atomic.Int64 // how often take had to wait
	waited atomic.Int64 // all of these waits together, in nanoseconds

	mu   sync.Mutex
	free []*sqliteQuerier
	busy map[*sqliteQuerier]context.CancelFunc
}

var errClosed = errors.New("the database is closed")

func newReaders(path string, n int) *sqliteReaders {
	return &sqliteReaders{path: path, turns: make(chan struct{}, n), closed: make(chan struct{}), busy: map[*sqliteQuerier]context.CancelFunc{}}
}

// takeUntil returns a connection whose statements are interrupted when the context is done. The caller returns it with put.
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

// take returns a connection for a short read; the context only limits the wait for it. The caller returns it with release.
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
	began := time.Now()
	select {
	case r.turns <- struct{}{}:
		r.waits.Add(1)
		r.waited.Add(int64(time.Since(began)))
		return r.pop()
	case <-r.closed:
		return nil, errClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// pop returns the most recently used connection, or a new one, to a caller that holds a turn. If that fails, it gives the turn
// back.
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

// put returns a connection from takeUntil to the pool.
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

// release returns a connection from take to the pool.
func (r *sqliteReaders) release(q *sqliteQuerier) {
	r.mu.Lock()
	r.free = append(r.free, q)
	r.mu.Unlock()
	<-r.turns
}

// close interrupts running reads, waits for them and closes every connection.
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
		_ = q.conn.Close() // it was only used for reading
	}
}
