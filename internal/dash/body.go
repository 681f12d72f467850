package dash

import (
	"io"

	"earnest/internal/domain"
	"earnest/internal/input"
)

// drain is how much of an oversized body is still accepted, so that its sender reads our answer instead of a
// broken connection.
const drain = 16 << 20

// object reads the body of a request; no body is an empty object. While its sender is slow, the request keeps no place. A body that says
// it is too large is not waited for.
func (r *request) object() (o input.Object, err error) {
	if r.ContentLength == 0 {
		return input.Object{}, nil
	}
	if r.ContentLength > input.MaxBody {
		return nil, input.TooLarge()
	}
	in := r.pass.Wait(r.ctx, func() {
		if o, err = input.ReadObject(r.pass.Hold(r.Body)); err != nil {
			_, _ = io.CopyN(io.Discard, r.Body, drain) // best effort: the answer is known already
		}
	})
	if in != nil {
		return nil, busy(in)
	}
	return o, busy(err)
}

// body reads a body whose needed members must be there. What is wrong with it is told at once: use it where
// everybody at the door may send it.
func body[B any](r *request) (B, error) {
	o, err := r.object()
	if err != nil {
		var none B
		return none, err
	}
	return input.Create[B](o)
}

// create reads the body of a create. What is wrong with it is told only to who may create at all.
func create[B, P any](r *request, convert func(B) P) domain.Input[P] {
	b, err := body[B](r)
	return domain.NewInput(convert(b), err)
}

// patch reads the body of an update: what is absent stays.
func patch[B, P any](r *request, convert func(B) P) domain.Input[P] {
	o, err := r.object()
	if err != nil {
		return domain.Unreadable[P](err)
	}
	b, err := input.Patch[B](o)
	return domain.NewInput(convert(b), err)
}
