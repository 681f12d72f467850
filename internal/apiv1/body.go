package apiv1

import (
	"io"

	"earnest/internal/domain"
	"earnest/internal/input"
)

// MaxBody is the most that a request body may hold; no front reads more.
const MaxBody = input.MaxBody

// drain is how much of an oversized body is still accepted, so that its sender reads our answer instead
// of a broken connection.
const drain = 16 << 20

// object reads the body of a request. While its sender is slow, the request is not at work: neither its place nor its time counts.
// A body that says it is too large is not waited for.
func (r *request) object() (o input.Object, err error) {
	if r.ContentLength > MaxBody {
		return nil, input.TooLarge()
	}
	in := r.pass.Wait(r.ctx, func() {
		defer r.limit.pause()()
		if o, err = input.ReadObject(r.pass.Hold(r.Body)); err != nil {
			_, _ = io.CopyN(io.Discard, r.Body, drain) // best effort: the answer is known already
		}
	})
	if in != nil {
		return nil, busy(in)
	}
	return o, busy(err)
}

// patch reads the body of an update. What is wrong with it is told only to who may update at all.
func patch[B, P any](r *request, convert func(B) P) domain.Input[P] {
	o, err := r.object()
	if err != nil {
		return domain.Unreadable[P](err)
	}
	body, err := input.Patch[B](o)
	return domain.NewInput(convert(body), err)
}

// create reads the body of a create in a parent, which is named by one of its members: a body or a
// parent that cannot be read is refused at once, the rest once the caller's right is known.
func create[B, P any](r *request, parent, rule string, convert func(B) P) (uuid string, in domain.Input[P], err error) {
	o, err := r.object()
	if err != nil {
		return "", in, err
	}
	if uuid, err = input.UUID(o, parent, rule); err != nil {
		return "", in, err
	}
	body, err := input.Create[B](o)
	return uuid, domain.NewInput(convert(body), err), nil
}
