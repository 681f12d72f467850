package db

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgconn/ctxwatch"
)

// left marks a connection whose caller went away while it was in use.
const left = "earnest.left"

// leaver ends what a connection does when its caller goes away, as the driver does by itself, and marks the connection. The driver uses one
// again whose statement was done just then. But when it had been slow to send, it still reads in the background; the end that was meant for one
// caller is then kept and told to the next, as a database that is away.
type leaver struct {
	pgconn.DeadlineContextWatcherHandler

	conn *pgconn.PgConn
}

func newLeaver(conn *pgconn.PgConn) ctxwatch.Handler {
	return &leaver{pgconn.DeadlineContextWatcherHandler{Conn: conn.Conn()}, conn}
}

// HandleCancel comes before the connection is given back: the driver waits for it.
func (l *leaver) HandleCancel(ctx context.Context) {
	l.conn.CustomData()[left] = true
	l.DeadlineContextWatcherHandler.HandleCancel(ctx)
}

// wasNotLeft tells whether a connection may be used again.
func wasNotLeft(conn *pgx.Conn) bool { return conn.PgConn().CustomData()[left] == nil }
