package db

import (
	"crypto/tls"
	"errors"
	"net"
	"os"
	"slices"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// forget takes a connection off the list, and notes its session if the server may not hear of its end; w is locked. What was given
// up shortly before the server counted as away belongs to it.
func (w *postgresWatch) forget(c *watchedConn) {
	away := w.away.Load()
	if _, known := w.conns[c]; known && c.session != 0 && (away || c.gaveUp.Load()) {
		w.lost = append(w.lost, lostSession{number: c.session, ours: w.moment(c.heard.Load()), at: time.Now()})
	}
	delete(w.conns, c)
	if !away {
		w.lost = slices.DeleteFunc(w.lost, func(s lostSession) bool { return time.Since(s.at) > 2*(overdue+probePatience) })
	}
}

// note learns the server's number of the session of a connection.
func (w *postgresWatch) note(conn *pgconn.PgConn) {
	wire := conn.Conn()
	if secure, ok := wire.(*tls.Conn); ok {
		wire = secure.NetConn()
	}
	if c, ok := wire.(*watchedConn); ok {
		w.mu.Lock()
		defer w.mu.Unlock()
		c.session = int32(conn.PID()) //nolint:gosec // it is one on the server
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

	watch   *postgresWatch
	session int32        // the server's number of it; guarded by the watch
	since   atomic.Int64 // as the watch counts; 0: nobody waits
	heard   atomic.Int64 // when the last word came, as the watch counts
	gaveUp  atomic.Bool  // somebody's patience ended before an answer came
}

func (c *watchedConn) Read(p []byte) (int, error) {
	c.since.Store(c.watch.now())
	defer c.since.Store(0)
	n, err := c.Conn.Read(p)
	if n > 0 {
		now := c.watch.now()
		c.heard.Store(now)
		c.watch.heard.Store(now)
	}
	if errors.Is(err, os.ErrDeadlineExceeded) {
		c.gaveUp.Store(true)
	}
	return n, err
}

// waitsLonger tells whether somebody has waited longer than that to read from it.
func (c *watchedConn) waitsLonger(than time.Duration) bool {
	since := c.since.Load()
	return since != 0 && time.Since(c.watch.moment(since)) > than
}

// Close forgets the connection.
func (c *watchedConn) Close() error {
	c.watch.mu.Lock()
	c.watch.forget(c)
	c.watch.mu.Unlock()
	return c.Conn.Close()
}
