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
	// watchPause is the time between two looks, and between two questions to a server that is away.
	watchPause = 250 * time.Millisecond
)

// errSilent is why nobody is let through to a server that is away.
var errSilent = errors.New("the server does not answer")

// postgresWatch finds out that a server went silent. A network that swallows packets, or a server that hangs, closes no
// connection: whoever waits on one would wait until their own patience ends, and keep it from everybody else. So when an answer
// is overdue, a connection of its own is tried. If that gets through, the statement is merely slow and is left alone. If not, the
// database is away: who waits is told, and who comes is told at once, until a connection gets through again.
type postgresWatch struct {
	config *pgx.ConnConfig // of the watch's own connections
	back   func()          // told when the server is there again
	away   atomic.Bool
	stop   context.CancelFunc
	ended  sync.WaitGroup

	mu    sync.Mutex
	conns map[*watchedConn]struct{}
}

// watchPostgres watches every connection that config makes from now on.
func watchPostgres(config *pgx.ConnConfig, back func()) *postgresWatch {
	ctx, stop := context.WithCancel(context.Background())
	w := &postgresWatch{config: config.Copy(), back: back, stop: stop, conns: map[*watchedConn]struct{}{}}
	dial := config.DialFunc
	config.DialFunc = func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := dial(ctx, network, address)
		if err != nil {
			return nil, err
		}
		return w.add(conn), nil
	}
	w.ended.Go(func() { w.run(ctx) })
	return w
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
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		switch {
		case w.away.Load():
			w.cut()
			w.ended.Go(func() { w.welcome(ctx) }) // a question that was swallowed must not hold up the next
		case w.waits() && !w.answers(ctx) && ctx.Err() == nil:
			w.away.Store(true)
			w.cut()
		}
	}
}

// welcome lets work through again if the server is there.
func (w *postgresWatch) welcome(ctx context.Context) {
	if w.answers(ctx) && w.away.CompareAndSwap(true, false) {
		w.back()
	}
}

// answers tells whether a new connection gets through. What the server itself refuses is an answer too.
func (w *postgresWatch) answers(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, probePatience)
	defer cancel()
	conn, err := pgx.ConnectConfig(ctx, w.config.Copy())
	if err == nil {
		err = conn.Ping(ctx)
		_ = conn.Close(ctx) // it has told all it was asked
	}
	_, refused := errors.AsType[*pgconn.PgError](err)
	return err == nil || refused
}

// waits tells whether an answer is overdue.
func (w *postgresWatch) waits() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	for c := range w.conns {
		if c.overdue() {
			return true
		}
	}
	return false
}

// cut closes the connections whose answer is overdue.
func (w *postgresWatch) cut() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for c := range w.conns {
		if c.overdue() {
			_ = c.Conn.Close() // whoever reads from it is told
		}
	}
}

// aliveEvery finds out about a host that is gone for good while another answers at its address.
func aliveEvery() net.KeepAliveConfig {
	return net.KeepAliveConfig{Enable: true, Idle: overdue, Interval: time.Second, Count: 3}
}

func (w *postgresWatch) add(conn net.Conn) net.Conn {
	if tcp, ok := conn.(*net.TCPConn); ok {
		_ = tcp.SetKeepAliveConfig(aliveEvery()) // without it, only patience ends
	}
	c := &watchedConn{Conn: conn, watch: w}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.conns[c] = struct{}{}
	return c
}

// watchedConn knows since when somebody waits to read from it. The driver reads only when it expects an answer.
type watchedConn struct {
	net.Conn

	watch *postgresWatch
	since atomic.Int64 // in microseconds; 0: nobody waits
}

func (c *watchedConn) Read(p []byte) (int, error) {
	c.since.Store(time.Now().UnixMicro())
	defer c.since.Store(0)
	return c.Conn.Read(p)
}

func (c *watchedConn) overdue() bool {
	since := c.since.Load()
	return since != 0 && time.Since(time.UnixMicro(since)) > overdue
}

// Close forgets the connection.
func (c *watchedConn) Close() error {
	c.watch.mu.Lock()
	delete(c.watch.conns, c)
	c.watch.mu.Unlock()
	return c.Conn.Close()
}
