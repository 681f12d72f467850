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
	// overdue is how long an answer may take before somebody asks whether the server is there at all.
	overdue = 2 * time.Second
	// probePatience is how long that question may take.
	probePatience = 3 * time.Second
	// watchPause is the time between two looks.
	watchPause = 250 * time.Millisecond
	// welcomePause is the time between two questions to a server that is away, and welcomePatience how long one may take: on a machine
	// that can hardly cope, many short ones would only keep each other from being answered.
	welcomePause    = 500 * time.Millisecond
	welcomePatience = 6 * time.Second
)

// errSilent is why nobody is let through to a server that is away.
var errSilent = errors.New("the server does not answer")

// postgresWatch finds out that a server went silent. A network that swallows packets, or a server that hangs, closes no
// connection: whoever waits on one would wait until their own patience ends, and keep it from everybody else. So when an answer
// is overdue and nobody else gets one either, a connection of its own is tried. If that gets through, the statement is merely slow and
// is left alone. If not, the database is away: who waits is told, and who comes is told at once, until a connection gets through again.
//
// The server cannot know that we gave up: for hours it may keep sessions, with their locks, for connections whose end it never heard
// of. So once it is there again, the sessions that were given up are ended.
type postgresWatch struct {
	config *pgx.ConnConfig // of the watch's own connections
	back   func()          // told when the server is there again
	away   atomic.Bool
	began  time.Time
	heard  atomic.Int64 // when any connection last got a word, as now counts
	stop   context.CancelFunc
	ended  sync.WaitGroup

	mu    sync.Mutex
	conns map[*watchedConn]struct{}
	lost  []lostSession
	owed  []lostSession // those of absences that are over, still to be ended
}

// lostSession is one whose connection was given up without an answer.
type lostSession struct {
	number int32     // the server's
	ours   time.Time // when it was last known to be ours
	at     time.Time // when it was given up
}

// watchPostgres watches every connection that config makes from now on.
func watchPostgres(config *pgx.ConnConfig, back func()) *postgresWatch {
	ctx, stop := context.WithCancel(context.Background())
	w := &postgresWatch{config: config.Copy(), back: back, stop: stop, conns: map[*watchedConn]struct{}{}}
	w.began = time.Now().Add(-overdue) // nobody has heard anything yet
	dial := config.DialFunc
	config.DialFunc = func(ctx context.Context, network, address string) (net.Conn, error) {
		if err := w.admit(); err != nil { // the driver dials to cancel a statement too, and keeps a place in the pool until that is done
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

// now counts microseconds since the watch began: a clock that is set back does not count.
func (w *postgresWatch) now() int64 { return time.Since(w.began).Microseconds() }

// moment is the moment at which now was that.
func (w *postgresWatch) moment(now int64) time.Time {
	return w.began.Add(time.Duration(now) * time.Microsecond)
}

// close ends the watch. It may be called twice.
func (w *postgresWatch) close() {
	w.stop()
	w.ended.Wait()
}

// admit refuses new work while the server is away.
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
			w.cut() // who was let through a moment before
			if time.Since(asked) >= welcomePause {
				asked = time.Now()
				w.ended.Go(func() { w.welcome(ctx) }) // a question that was swallowed must not hold up the next
			}
		case w.waits() && w.silent(ctx):
			w.away.Store(true)
			w.cut()
		case w.owes() && time.Since(asked) >= welcomePause:
			asked = time.Now()
			w.ended.Go(func() { w.remember(ctx) })
		}
	}
}

// welcome lets work through again if the server is there.
func (w *postgresWatch) welcome(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, welcomePatience)
	defer cancel()
	conn, ok := w.probe(ctx)
	if ok && w.resume() {
		w.back()
		w.settle(ctx, conn)
	}
	hangUp(ctx, conn)
}

// resume ends the absence, once. What was asked of the server that went away is not answered by the one that came.
func (w *postgresWatch) resume() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.away.Load() {
		return false
	}
	w.cutWaiting() // while it counts as away: the sessions are noted
	w.owed, w.lost = append(w.owed, w.lost...), nil
	w.away.Store(false)
	return true
}

// remember settles what could not be settled when the server came back, because it took no further connection then, or broke off again.
func (w *postgresWatch) remember(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, welcomePatience)
	defer cancel()
	conn, _ := w.probe(ctx)
	w.settle(ctx, conn)
	hangUp(ctx, conn)
}

// settle ends the sessions that are owed, or leaves them for later. A pooler may refuse to: then the server's own patience ends them.
func (w *postgresWatch) settle(ctx context.Context, conn *pgx.Conn) {
	if conn == nil {
		return
	}
	w.mu.Lock()
	owed := w.owed
	w.owed = nil
	w.mu.Unlock()
	_, err := endLost(ctx, conn, owed)
	if _, refused := errors.AsType[*pgconn.PgError](err); err != nil && !refused {
		w.mu.Lock()
		w.owed = append(w.owed, owed...)
		w.mu.Unlock()
	}
}

func (w *postgresWatch) owes() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.owed) > 0
}

// silent tells whether neither a new connection gets through nor any other hears a word meanwhile: a server with too much to do is
// not away.
func (w *postgresWatch) silent(ctx context.Context) bool {
	began := w.now()
	limited, cancel := context.WithTimeout(ctx, probePatience)
	defer cancel()
	conn, ok := w.probe(limited)
	hangUp(limited, conn)
	return !ok && w.heard.Load() < began && ctx.Err() == nil
}

// probe tries a new connection. What the server itself refuses is an answer too, but gives no connection.
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
		_ = conn.Close(ctx) // it has told all it was asked
	}
}

// endLost ends the sessions that were given up, if they are still there: a server that was started again may have given their numbers
// to others, which began later. Where a pooler is in between the numbers are its own, and name nobody. It tells how many it ended.
func endLost(ctx context.Context, conn *pgx.Conn, all []lostSession) (ended int64, err error) {
	var lost []int32
	var ago []float64 // in seconds: the clocks of the two machines may differ
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

// waits tells whether an answer is overdue and nobody else got one lately.
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

// cut closes the connections on which somebody waits: of a server that is away, nobody gets an answer. It may have come back a moment ago.
func (w *postgresWatch) cut() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.away.Load() {
		w.cutWaiting()
	}
}

func (w *postgresWatch) cutWaiting() {
	for c := range w.conns {
		if c.since.Load() != 0 {
			w.forget(c)
			_ = c.Conn.Close() // whoever reads from it is told
		}
	}
}
