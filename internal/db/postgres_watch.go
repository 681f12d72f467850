package db

import (
	"context"
	"errors"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

const (
	// overdue is how long a response may take before the watch probes the server.
	overdue = 2 * time.Second
	// probeTimeout limits the probe.
	probeTimeout = 3 * time.Second
	// watchPause is the time between two checks.
	watchPause = 250 * time.Millisecond
	// recoveryInterval is the time between two probes of a server that is down, and recoveryTimeout is the time limit for each. The
	// limit is generous because, on an overloaded machine, many short probes would only delay each other.
	recoveryInterval = 500 * time.Millisecond
	recoveryTimeout  = 6 * time.Second
)

// errSilent is the reason why calls fail immediately while a server is down.
var errSilent = errors.New("the server does not answer")

// postgresWatch detects that a server has gone silent. A network that drops packets, or a server that hangs, closes no connection, so
// callers would wait until they time out, and would hold their connections in the meantime. Therefore, when a response is overdue and
// no other connection receives anything either, the watch opens a connection of its own. If that succeeds, the statement is merely
// slow and is left alone. If not, the database is down: waiting callers fail, and new ones fail immediately, until a connection
// succeeds again.
//
// The server cannot know that we gave up, and may keep the sessions of abandoned connections, with their locks, for hours. So the
// watch ends those sessions once the server is back.
type postgresWatch struct {
	config *pgx.ConnConfig // for the watch's own connections
	back   func()          // called when the server is back
	away   atomic.Bool
	began  time.Time
	heard  atomic.Int64 // when any connection last received data, on the watch's clock
	stop   context.CancelFunc
	ended  sync.WaitGroup

	mu      sync.Mutex
	conns   map[*watchedConn]struct{}
	lost    []lostSession
	pending []lostSession // abandoned sessions from past outages that have yet to be ended
}

// lostSession is a session whose connection was abandoned without a response.
type lostSession struct {
	number int32     // assigned by the server
	ours   time.Time // when it was last known to be ours
	at     time.Time // when it was abandoned
}

// watchPostgres watches every connection that config opens from now on.
func watchPostgres(config *pgx.ConnConfig, back func()) *postgresWatch {
	ctx, stop := context.WithCancel(context.Background())
	w := &postgresWatch{config: config.Copy(), back: back, stop: stop, conns: map[*watchedConn]struct{}{}}
	w.began = time.Now().Add(-overdue) // as if the last data had been received that long ago
	dial := config.DialFunc
	config.DialFunc = func(ctx context.Context, network, address string) (net.Conn, error) {
		if err := w.admit(); err != nil { // the driver also dials to cancel a statement, and holds a pool slot until that is done
			return nil, err
		}
		conn, err := dial(ctx, network, address)
		if err != nil {
			return nil, err
		}
		return w.add(conn), nil
	}
	w.ended.Go(func() { w.run(ctx) })
	return w
}

// now returns the microseconds since the watch began, on the monotonic clock.
func (w *postgresWatch) now() int64 { return time.Since(w.began).Microseconds() }

// moment returns the time at which now returned the given value.
func (w *postgresWatch) moment(now int64) time.Time {
	return w.began.Add(time.Duration(now) * time.Microsecond)
}

// close stops the watch. It may be called twice.
func (w *postgresWatch) close() {
	w.stop()
	w.ended.Wait()
}

// admit refuses new work while the server is down.
func (w *postgresWatch) admit() error {
	if w.away.Load() {
		return &UnavailableError{cause: errSilent}
	}
	return nil
}

func (w *postgresWatch) run(ctx context.Context) {
	tick := time.NewTicker(watchPause)
	defer tick.Stop()
	for asked := time.Now(); ; {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		switch {
		case w.away.Load():
			w.closeWaiting() // closes the connections of callers admitted just before the outage was detected
			if time.Since(asked) >= recoveryInterval {
				asked = time.Now()
				w.ended.Go(func() { w.checkRecovery(ctx) }) // an unanswered probe must not delay the next one
			}
		case w.waits() && w.silent(ctx):
			w.away.Store(true)
			w.closeWaiting()
		case w.hasPending() && time.Since(asked) >= recoveryInterval:
			asked = time.Now()
			w.ended.Go(func() { w.retryPending(ctx) })
		}
	}
}

// checkRecovery admits work again if the server is up.
func (w *postgresWatch) checkRecovery(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, recoveryTimeout)
	defer cancel()
	conn, ok := w.probe(ctx)
	if ok && w.resume() {
		w.back()
		w.endPending(ctx, conn)
	}
	hangUp(ctx, conn)
}

// resume ends the outage and reports whether there was one. Callers that are still waiting fail, because a server that has come back
// does not answer requests sent before it went down.
func (w *postgresWatch) resume() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.away.Load() {
		return false
	}
	w.closeWaitingLocked() // while the server still counts as down, so that the sessions are recorded
	w.pending, w.lost = append(w.pending, w.lost...), nil
	w.away.Store(false)
	return true
}

// retryPending tries again to end the sessions that could not be ended when the server came back, because the server accepted no
// connection or dropped the one it had accepted.
func (w *postgresWatch) retryPending(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, recoveryTimeout)
	defer cancel()
	conn, _ := w.probe(ctx)
	w.endPending(ctx, conn)
	hangUp(ctx, conn)
}

// endPending ends the pending sessions, or leaves them for later. If a pooler refuses to do so, the server's own timeout ends them.
func (w *postgresWatch) endPending(ctx context.Context, conn *pgx.Conn) {
	if conn == nil {
		return
	}
	w.mu.Lock()
	pending := w.pending
	w.pending = nil
	w.mu.Unlock()
	_, err := endLost(ctx, conn, pending)
	if _, refused := errors.AsType[*pgconn.PgError](err); err != nil && !refused {
		w.mu.Lock()
		w.pending = append(w.pending, pending...)
		w.mu.Unlock()
	}
}

func (w *postgresWatch) hasPending() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.pending) > 0
}

// silent reports whether a new connection fails and no other connection receives data in the meantime. A server that still sends data
// is overloaded, not down.
func (w *postgresWatch) silent(ctx context.Context) bool {
	began := w.now()
	limited, cancel := context.WithTimeout(ctx, probeTimeout)
	defer cancel()
	conn, ok := w.probe(limited)
	hangUp(limited, conn)
	return !ok && w.heard.Load() < began && ctx.Err() == nil
}

// probe opens a new connection. If the server refuses it, ok is true but there is no connection.
func (w *postgresWatch) probe(ctx context.Context) (conn *pgx.Conn, ok bool) {
	conn, err := pgx.ConnectConfig(ctx, w.config.Copy())
	if err == nil {
		err = conn.Ping(ctx)
	}
	_, refused := errors.AsType[*pgconn.PgError](err)
	return conn, err == nil || refused
}

func hangUp(ctx context.Context, conn *pgx.Conn) {
	if conn != nil {
		_ = conn.Close(ctx) // it has no further use
	}
}

// endLost ends the abandoned sessions that still exist and returns how many it ended. A restarted server may have assigned their
// numbers to other sessions, which began later and are left alone. Behind a pooler, the numbers are the pooler's own and match no
// session.
func endLost(ctx context.Context, conn *pgx.Conn, all []lostSession) (ended int64, err error) {
	var lost []int32
	var ago []float64 // seconds rather than times, since the clocks of the two machines may differ
	for _, s := range all {
		lost, ago = append(lost, s.number), append(ago, time.Since(s.ours).Seconds())
	}
	tag, err := conn.Exec(ctx, `
SELECT pg_terminate_backend(a.pid)
FROM unnest($1::int[], $2::float8[]) AS lost (pid, ago)
JOIN pg_stat_activity a ON a.pid = lost.pid AND a.backend_start < now() - make_interval(secs => lost.ago)
WHERE a.usename = current_user AND a.datname = current_database() AND a.pid <> pg_backend_pid()`, lost, ago)
	return tag.RowsAffected(), err
}

// waits reports whether a response is overdue and no connection has received data lately.
func (w *postgresWatch) waits() bool {
	if time.Since(w.moment(w.heard.Load())) < overdue {
		return false
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	for c := range w.conns {
		if c.waitsLonger(overdue) {
			return true
		}
	}
	return false
}

// closeWaiting closes the connections on which callers are waiting, because a server that is down answers nobody. It does nothing if
// the server has just come back.
func (w *postgresWatch) closeWaiting() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.away.Load() {
		w.closeWaitingLocked()
	}
}

func (w *postgresWatch) closeWaitingLocked() {
	for c := range w.conns {
		if c.since.Load() != 0 {
			w.forget(c)
			_ = c.Conn.Close() // its reader gets an error
		}
	}
}
