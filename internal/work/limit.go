package work

import (
	"context"

	"earnest/internal/db"
	"earnest/internal/domain"
)

// room refuses one more thing of a kind when the project holds as many as it may. The project is locked, so that two who ask at the
// same time cannot both get the last place.
func (c *Change) room(ctx context.Context, limit domain.Limit, count func(context.Context, *db.Tx, int64) (int, error)) error {
	n, err := count(ctx, c.Tx, c.Project.ProjectID)
	if err != nil {
		return err
	}
	return limit.Check(n)
}
