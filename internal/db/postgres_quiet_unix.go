//go:build linux || darwin || freebsd

package db

import (
	"errors"
	"syscall"

	"github.com/jackc/pgx/v5"
)

// isQuiet reports whether nothing has arrived on an idle connection. If something has, the server has closed the connection or is about to, for
// example because it was restarted, so the connection must not be used. Nothing is sent, and nothing is waited for.
func isQuiet(conn *pgx.Conn) bool {
	wire, ok := wireOf(conn.PgConn()).(syscall.Conn)
	if !ok {
		return true
	}
	raw, err := wire.SyscallConn()
	if err != nil {
		return errors.Is(err, errors.ErrUnsupported)
	}
	quiet := false
	// Read instead of Control would wait for the driver, which may still be reading in the background.
	err = raw.Control(func(fd uintptr) {
		var one [1]byte
		_, _, err := syscall.Recvfrom(int(fd), one[:], syscall.MSG_PEEK|syscall.MSG_DONTWAIT)
		quiet = err == syscall.EAGAIN || err == syscall.EWOULDBLOCK || err == syscall.EINTR
	})
	return err == nil && quiet
}
