package dash

import (
	"earnest/internal/domain"
	"earnest/internal/front"
	"earnest/internal/input"
)

// object reads the body of a request; a missing body is an empty object.
func (r *request) object() (input.Object, error) {
	if r.ContentLength == 0 {
		return input.Object{}, nil
	}
	return r.Object()
}

// body reads a body whose required members must be present. It reports errors immediately, so use it only if every caller of the route may
// send the body.
func body[B any](r *request) (B, error) {
	o, err := r.object()
	if err != nil {
		var none B
		return none, err
	}
	return input.Create[B](o)
}

// create reads the body of a create request. The use case reports errors in it only to callers who may create the object.
func create[B, P any](r *request, convert func(B) P) domain.Input[P] {
	b, err := body[B](r)
	return domain.NewInput(convert(b), err)
}

// patch reads the body of an update; absent members stay unchanged.
func patch[B, P any](r *request, convert func(B) P) domain.Input[P] {
	return front.Patch(r.object, convert)
}
