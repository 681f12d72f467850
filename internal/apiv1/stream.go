package apiv1

import (
	"cmp"
	"errors"
	"net/http"
	"os"

	"earnest/internal/front"
)

// streamer is a result that is written while it is read. It may run twice, as long as nothing has been sent.
type streamer interface{ stream(w *writer) error }

// unsentError means that the client did not accept a piece. It hides the network error, which inside a transaction would look like a
// database error.
type unsentError struct{ cause error }

func (e unsentError) Error() string {
	return "the client did not accept the answer: " + e.cause.Error()
}

// stream writes a list: a short one after reading it, a long one while reading it.
func (w *writer) stream(s streamer) {
	err := w.read(s)
	switch {
	case err == nil && w.head:
		_ = w.flush(http.StatusOK) // the length of a list that was not read is unknown
	case err == nil:
		w.finish(http.StatusOK)
	case !w.Begun:
		w.fail(err)
	case w.gone(err):
		w.abandon(err)
	default:
		w.log.ErrorContext(w.ctx, "a list broke off", "error", err)
		panic(http.ErrAbortHandler) // the client must not mistake a truncated list for a complete one
	}
}

// read runs a streamer. If its list turns out to be long and no turn is free, it releases the database reader, waits for a turn and starts
// again.
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

// spill sends the first part of a list that is still being read.
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

// gone reports whether an error only means that the client disconnected or reads too slowly.
func (w *writer) gone(err error) bool {
	_, unsent := errors.AsType[unsentError](err)
	return unsent || front.Gone(w.ctx, err)
}

// abandon aborts a request whose client has disconnected or reads too slowly.
func (w *writer) abandon(err error) {
	why := "the client disconnected before it received the response"
	if unsent, ok := errors.AsType[unsentError](err); ok && errors.Is(unsent.cause, os.ErrDeadlineExceeded) {
		why = "the client read the response too slowly and was cut off"
	}
	front.Abandon(w.ctx, w.log, why, err)
}
