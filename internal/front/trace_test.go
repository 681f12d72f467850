package front_test

import (
	"testing"

	"earnest/internal/front"
)

func TestATraceIsSharedByAllWhoHoldItsContext(t *testing.T) {
	t.Parallel()
	ctx := front.WithTrace(t.Context())
	front.TraceOf(ctx).UserID = 7
	if got := front.TraceOf(ctx).UserID; got != 7 {
		t.Errorf("%d", got)
	}
	front.TraceOf(t.Context()).UserID = 8 // without a server, nobody reads it
	if got := front.TraceOf(t.Context()).UserID; got != 0 {
		t.Errorf("%d", got)
	}
}
