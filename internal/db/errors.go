package db

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"

	"github.com/jackc/pgx/v5/pgconn"
	"zombiezen.com/go/sqlite"

	"earnest/internal/domain"
)

// ErrNoRows is returned when a statement that must return a row returns none.
var ErrNoRows = errors.New("no rows")

// UnavailableError means that the database could not be reached, was busy for too long or had no space. Nothing was changed, and
// the same call may succeed later.
type UnavailableError struct{ cause error }

func (e *UnavailableError) Error() string { return fmt.Sprintf("database unavailable: %v", e.cause) }
func (e *UnavailableError) Unwrap() error { return e.cause }

// UncertainError means that a commit was sent but never acknowledged. The write may or may not have been stored, so repeating it
// could apply it twice.
type UncertainError struct{ cause error }

func (e *UncertainError) Error() string {
	return fmt.Sprintf("outcome of the commit unknown: %v", e.cause)
}
func (e *UncertainError) Unwrap() error { return e.cause }

// IsUncertain reports whether err means that the write may or may not have been stored.
func IsUncertain(err error) bool {
	_, ok := errors.AsType[*UncertainError](err)
	return ok
}

// IsUnavailable reports whether err means that the database is temporarily unavailable.
func IsUnavailable(err error) bool {
	_, ok := errors.AsType[*UnavailableError](err)
	return ok
}

// IsUnique reports whether err is caused by a violated uniqueness constraint.
func IsUnique(err error) bool {
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok {
		return pg.Code == "23505"
	}
	code := sqlite.ErrCode(err)
	return code == sqlite.ResultConstraintUnique || code == sqlite.ResultConstraintPrimaryKey
}

// classify marks driver errors that are temporary and leaves every other error as it is. It must be given only driver errors,
// never an error from the function that runs in the transaction, because a client's broken socket must not be mistaken for a
// broken database.
func classify(err error) error {
	if err == nil || IsUnavailable(err) {
		return err
	}
	if unavailablePostgres(err) || unavailableSQLite(err) {
		return &UnavailableError{cause: err}
	}
	return err
}

func unavailableSQLite(err error) bool {
	switch sqlite.ErrCode(err).ToPrimary() {
	case sqlite.ResultBusy, sqlite.ResultLocked, sqlite.ResultFull, sqlite.ResultIOErr, sqlite.ResultReadOnly, sqlite.ResultCantOpen:
		return true
	default:
		return false
	}
}

func unavailablePostgres(err error) bool {
	var connect *pgconn.ConnectError
	var network net.Error
	if errors.As(err, &connect) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, net.ErrClosed) {
		return true
	}
	if errors.As(err, &network) && !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded) {
		return true
	}
	var pg *pgconn.PgError
	if !errors.As(err, &pg) || len(pg.Code) != 5 {
		return pgconn.SafeToRetry(err)
	}
	switch pg.Code[:2] {
	case "08", "53", "57": // connection, resources, operator intervention
		return pg.Code != "57014" // the caller's own cancellation
	case "25":
		return pg.Code == "25006" || pg.Code == "25P03" // a standby, which is read-only until promoted; a session that the server ended
	case "40":
		return isConflict(err) // repeatedly rolled back in favour of other transactions
	default:
		return false
	}
}

// domainError converts "unavailable" and "uncertain" to the domain's error kinds and returns every other error unchanged.
func domainError(err error) error {
	switch {
	case IsUncertain(err):
		return domain.Wrap(domain.Uncertain, err,
			"the connection to the database broke while it stored the change: look whether it is there before you send it again")
	case IsUnavailable(err):
		return domain.Wrap(domain.Unavailable, err, "the database is not available; try again in a moment")
	default:
		return err
	}
}
