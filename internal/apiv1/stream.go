package apiv1

import (
	"cmp"
	"errors"
	"net/http"
	"os"

	"earnest/internal/front"
)

// streamer is a result that writes itself while it is read. It may be asked twice, unless it has spilt.
type streamer interface{ stream(w *writer) error }

// unsentError is a piece that the client did not accept. It hides the network's error, which inside a
// transaction would look like one of the database.
type unsentError struct{ cause error }

func (e unsentError) Error() string {
	return "the client did not accept the answer: " + e.cause.Error()
}

// stream writes a list: a short one once it is read, a long one while it is read.
func (w *writer) stream(s streamer) {
	err := w.read(s)
	switch {
	case err == nil && w.head:
		_ = w.flush(http.StatusOK) // a list that was not read has no length
	case err == nil:
		w.finish(http.StatusOK)
	case !w.Begun:
		w.fail(err)
	case w.gone(err):
		w.abandon(err)
	default:
		w.log.ErrorContext(w.ctx, "a list broke off", "error", err)
		panic(http.ErrAbortHandler) // the client must not take a torn list for a whole one
	}
}

// read lets a list write itself. One that turns out long while no turn is free gives its reader of the
// database back, waits for a turn and starts again.
func (w *writer) read(s streamer) error {
	defer w.endTurn()
	err := s.stream(w)
	if !errors.Is(err, errNoTurn) {
		return err
	}
	if err := w.awaitTurn(); err != nil {
		return err
	}
	return s.stream(w)
}

// awaitTurn waits for a turn without holding a slot at the gate.
func (w *writer) awaitTurn() error {
	var none error
	in := w.Pass.Wait(w.limit, func() {
		none = w.streams.await(w.limit, w.user)
		w.turn = none == nil
	})
	return cmp.Or(none, front.Busy(in))
}

func (w *writer) endTurn() {
	if w.turn {
		w.turn = false
		w.streams.leave(w.user)
	}
}

// spill sends the first part of a list whose rest is still to be read.
func (w *writer) spill() error {
	if !w.turn {
		if w.turn, _ = w.streams.try(w.user); !w.turn {
			return errNoTurn
		}
	}
	if !w.Begun {
		if err := w.limit.Lift(); err != nil {
			return err
		}
	}
	return w.flush(http.StatusOK)
}

// gone reports whether an error only means that the client went away, or reads too slowly to be waited for.
func (w *writer) gone(err error) bool {
	_, unsent := errors.AsType[unsentError](err)
	return unsent || front.Gone(w.ctx, err)
}

// abandon ends a request whose client is gone.
func (w *writer) abandon(err error) {
	why := "the client went away before it had its answer"
	if unsent, ok := errors.AsType[unsentError](err); ok && errors.Is(unsent.cause, os.ErrDeadlineExceeded) {
		why = "the client read its answer too slowly and was cut off"
	}
	front.Abandon(w.ctx, w.log, why, err)
}
