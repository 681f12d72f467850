package apiv1

import (
	"context"

	"earnest/internal/domain"
	"earnest/internal/work"
)

// ofOneProject is a use case that lists things of one project.
type ofOneProject[T any] func(ctx context.Context, caller domain.Caller, project string, out work.List[T]) error

// projectList is the list that a use case returns for the project in the query.
func projectList[T, W any](r *request, list ofOneProject[T], convert func(T) W) (*listing[T, W], error) {
	project, err := r.query().Need("project", "project")
	if err != nil {
		return nil, err
	}
	return listingOf(r, project, list, convert), nil
}

// listingOf is the list that a use case returns for a project.
func listingOf[T, W any](r *request, project string, list ofOneProject[T], convert func(T) W) *listing[T, W] {
	return newListing(func(out work.List[T]) error { return list(r.ctx, r.caller, project, out) }, convert)
}
