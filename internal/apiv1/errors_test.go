package apiv1

import (
	"context"
	"errors"
	"testing"

	"earnest/internal/domain"
)

// "Try again" is only said where nothing can have happened.
func TestOnlyWhatChangedNothingIsToldToTryAgain(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		err    error
		status int
		says   string
	}{
		{context.DeadlineExceeded, 503, "the request took too long; try again in a moment"},
		{domain.Wrap(domain.Unavailable, context.DeadlineExceeded, "away"), 503, "the request took too long; try again in a moment"},
		{domain.Wrap(domain.Uncertain, context.DeadlineExceeded, "look first"), 500, "look first"},
		{domain.Wrap(domain.Invalid, context.DeadlineExceeded, "cut short"), 422, "cut short"},
		{errors.New("a secret"), 500, codes()[domain.Internal].Example},
	} {
		if c, message := wireError(tc.err); c.Status != tc.status || message != tc.says {
			t.Errorf("%v: %d %s", tc.err, c.Status, message)
		}
	}
}
