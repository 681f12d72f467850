package db

import (
	"crypto/tls"
	"errors"
	"net"
	"os"
	"slices"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// forget removes a connection from the list and records its session if the server may not notice that it ended; w must be
// locked. Connections abandoned shortly before the outage was detected count as part of it.
func (w *postgresWatch) forget(c *watchedConn) {
	away := w.away.Load()
	if _, known := w.conns[c]; known && c.session != 0 && (away || c.gaveUp.Load()) {
		w.lost = append(w.lost, lostSession{number: c.session, ours: w.moment(c.heard.Load()), at: time.Now()})
	}
	delete(w.conns, c)
	if !away {
		w.lost = slices.DeleteFunc(w.lost, func(s lostSession) bool { return time.Since(s.at) > 2*(overdue+probeTimeout) })
	}
}

// note records the session number that the server assigned to a connection.
func (w *postgresWatch) note(conn *pgconn.PgConn) {
	if c, ok := wireOf(conn).(*watchedConn); ok {
		w.mu.Lock()
		defer w.mu.Unlock()
		c.session = int32(conn.PID()) //nolint:gosec // the server uses int32
	}
}

// wireOf returns the connection below any encryption.
func wireOf(conn *pgconn.PgConn) net.Conn {
	wire := conn.Conn()
	if secure, ok := wire.(*tls.Conn); ok {
		return secure.NetConn()
	}
	return wire
}

// keepAlive returns settings that detect a host that is gone for good, even if another host answers at its address.
func keepAlive() net.KeepAliveConfig {
	return net.KeepAliveConfig{Enable: true, Idle: overdue, Interval: time.Second, Count: 3}
}

func (w *postgresWatch) add(conn net.Conn) net.Conn {
	if tcp, ok := conn.(*net.TCPConn); ok {
		_ = tcp.SetKeepAliveConfig(keepAlive()) // if this fails, only the timeouts apply
	}
	c := &watchedConn{Conn: conn, watch: w}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.conns[c] = struct{}{}
	return c
}

// watchedConn records when a caller began waiting to read from it. The driver reads only when it expects a response.
type watchedConn struct {
	net.Conn

	watch   *postgresWatch
	session int32        // the server's session number; guarded by the watch
	since   atomic.Int64 // on the watch's clock; 0 means nobody is waiting
	heard   atomic.Int64 // when data last arrived, on the watch's clock
	gaveUp  atomic.Bool  // a caller timed out before a response came
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

// SyscallConn gives access to the socket, so that isQuiet can look at it.
func (c *watchedConn) SyscallConn() (syscall.RawConn, error) {
	socket, ok := c.Conn.(syscall.Conn)
	if !ok {
		return nil, errors.ErrUnsupported
	}
	return socket.SyscallConn()
}

// waitsLonger reports whether a caller has been waiting to read from the connection for longer than the given time.
func (c *watchedConn) waitsLonger(than time.Duration) bool {
	since := c.since.Load()
	return since != 0 && time.Since(c.watch.moment(since)) > than
}

// Close removes the connection from the watch.
func (c *watchedConn) Close() error {
	c.watch.mu.Lock()
	c.watch.forget(c)
	c.watch.mu.Unlock()
	return c.Conn.Close()
}
