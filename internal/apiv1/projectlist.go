package apiv1

import (
	"context"

	"earnest/internal/domain"
	"earnest/internal/work"
)

// ofOneProject is a use case that lists items of one project.
type ofOneProject[T any] func(ctx context.Context, caller domain.Caller, project string, in domain.Input[domain.Page], out work.List[T]) error

// projectList returns a use case's list for the project in the query.
func projectList[T, W any](r *request, list ofOneProject[T], convert func(T) W, position func(T) domain.Position) (*listing[T, W], error) {
	q := r.query()
	project, err := q.Need("project", "project")
	if err != nil {
		return nil, err
	}
	return listingOf(r, q, project, list, convert, position), nil
}

// listingOf returns a use case's list for the given project.
func listingOf[T, W any](
	r *request, q *query, project string, list ofOneProject[T], convert func(T) W, position func(T) domain.Position,
) *listing[T, W] {
	return newListing(r, q, convert, position, func(in domain.Input[domain.Page], out work.List[T]) error {
		return list(r.ctx, r.caller, project, in, out)
	})
}
