package db

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgconn/ctxwatch"
)

// abandoned marks a connection whose caller went away while it was in use.
const abandoned = "earnest.abandoned"

// cancelHandler cancels a connection's work when its caller goes away, as the driver does by default, and marks the connection so
// that it is not reused. The driver would reuse a connection whose statement finished at that very moment. But if sending was slow,
// the driver is still reading in the background, and the cancellation meant for one caller would make the database appear
// unavailable to the next.
type cancelHandler struct {
	pgconn.DeadlineContextWatcherHandler

	conn *pgconn.PgConn
}

func newCancelHandler(conn *pgconn.PgConn) ctxwatch.Handler {
	return &cancelHandler{pgconn.DeadlineContextWatcherHandler{Conn: conn.Conn()}, conn}
}

// HandleCancel runs before the connection is returned to the pool, because the driver waits for it.
func (l *cancelHandler) HandleCancel(ctx context.Context) {
	l.conn.CustomData()[abandoned] = true
	l.DeadlineContextWatcherHandler.HandleCancel(ctx)
}

// reusable reports whether a connection may be reused.
func reusable(conn *pgx.Conn) bool { return conn.PgConn().CustomData()[abandoned] == nil }
