package apiv1

import (
	"context"

	"earnest/internal/domain"
	"earnest/internal/work"
)

// ofOneProject is a use case that lists items of one project.
type ofOneProject[T any] func(ctx context.Context, caller domain.Caller, project string, out work.List[T]) error

// projectList returns a use case's list for the project in the query.
func projectList[T, W any](r *request, list ofOneProject[T], convert func(T) W) (*listing[T, W], error) {
	project, err := r.query().Need("project", "project")
	if err != nil {
		return nil, err
	}
	return listingOf(r, project, list, convert), nil
}

// listingOf returns a use case's list for the given project.
func listingOf[T, W any](r *request, project string, list ofOneProject[T], convert func(T) W) *listing[T, W] {
	return newListing(func(out work.List[T]) error { return list(r.ctx, r.caller, project, out) }, convert)
}
