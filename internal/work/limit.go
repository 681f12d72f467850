package work

import (
	"context"

	"earnest/internal/db"
	"earnest/internal/domain"
)

// room refuses to add an item if the project has reached its limit. The project is locked, so two concurrent requests cannot both take the
// last slot.
func (c *Change) room(ctx context.Context, limit domain.Limit, count func(context.Context, *db.Tx, int64) (int, error)) error {
	n, err := count(ctx, c.Tx, c.Project.ProjectID)
	if err != nil {
		return err
	}
	return limit.Check(n)
}
