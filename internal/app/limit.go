package app

import (
	"context"

	"earnest/internal/domain"
)

// room refuses one more thing of a kind when the project holds as many as it may. The project is locked, so that two who ask at the
// same time cannot both get the last place.
func (c *change) room(ctx context.Context, limit domain.Limit, count func(context.Context, int64) (int, error)) error {
	n, err := count(ctx, c.project.ProjectID)
	if err != nil {
		return err
	}
	return limit.Check(n)
}
