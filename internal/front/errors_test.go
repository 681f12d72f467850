package front_test

import (
	"context"
	"errors"
	"testing"

	"earnest/internal/domain"
	"earnest/internal/front"
)

func TestTryAgainIsSuggestedOnlyIfNothingWasStored(t *testing.T) {
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
		{errors.New("a secret"), 500, front.Fault},
	} {
		for name, got := range map[string]front.Failure{"API": front.APIFailure(tc.err), "page": front.PageFailure(tc.err)} {
			if got.Status != tc.status || got.Message != tc.says {
				t.Errorf("%s, %v: %d %s", name, tc.err, got.Status, got.Message)
			}
		}
	}
}

func TestAnErrorWithoutACodeIsAnsweredAsInternal(t *testing.T) {
	t.Parallel()
	for kind, code := range front.Codes() {
		err := domain.Errorf(kind, "a sentence")
		for name, tc := range map[string]struct {
			got  front.Failure
			text string
		}{"API": {front.APIFailure(err), code.API}, "page": {front.PageFailure(err), code.Page}} {
			status := code.Status
			if tc.text == "" {
				status = 500
			}
			if tc.got.Status != status || tc.text != "" && tc.got.Code != tc.text || tc.got.Code == "" {
				t.Errorf("%s, kind %d: %d %s", name, kind, tc.got.Status, tc.got.Code)
			}
		}
	}
}
