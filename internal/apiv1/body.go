package apiv1

import (
	"earnest/internal/domain"
	"earnest/internal/front"
	"earnest/internal/input"
)

// MaxBody is the maximum size of a request body in every front.
const MaxBody = input.MaxBody

// patch reads the body of an update.
func patch[B, P any](r *request, convert func(B) P) domain.Input[P] {
	return front.Patch(r.Object, convert)
}

// create reads the body of a create request, in which one member names the parent. An unreadable body or parent is refused immediately.
// Other errors are part of the input and are reported only to callers who may create the object.
func create[B, P any](r *request, parent, rule string, convert func(B) P) (uuid string, in domain.Input[P], err error) {
	o, err := r.Object()
	if err != nil {
		return "", in, err
	}
	body, wrong := input.Create[B](o)
	if uuid, err = input.UUID(o, parent, rule); err != nil {
		return "", in, domain.Join(err, wrong)
	}
	return uuid, domain.NewInput(convert(body), wrong), nil
}
