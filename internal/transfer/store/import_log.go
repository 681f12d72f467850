package store

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"earnest/internal/db"
	"earnest/internal/domain"
	workstore "earnest/internal/work/store"
)

func copyChanges(ctx context.Context, tx *db.Tx, projectID int64, changes []domain.Change) error {
	return db.CopyInto(ctx, tx, db.Columns[domain.Change]{
		Name:    "changes",
		Columns: "project_id revision at user_id key_id noun noun_uuid what from_value to_value",
		Values: func(c domain.Change) []any {
			return []any{
				projectID, c.Revision, db.Micros(c.At), c.UserID, c.KeyID, c.Noun, c.NounUUID, c.What, workstore.OrNull(c.From), workstore.OrNull(c.To),
			}
		},
	}, changes)
}

// Effort sums the minutes of a project by day before they are stored.
type Effort map[effortKey]int64

// effortKey identifies the scope, the user and the day that minutes count towards.
type effortKey struct {
	scope  workstore.Scope
	userID int64
	day    domain.Date
}

// Add adds a user's minutes on a day to a scope.
func (e *Effort) Add(scope workstore.Scope, userID int64, day domain.Date, minutes int64) {
	if *e == nil {
		*e = Effort{}
	}
	(*e)[effortKey{scope, userID, day}] += minutes
}

// copyEffort stores the minutes in both roll-ups. The project's epics and rates must have been stored.
func copyEffort(ctx context.Context, tx *db.Tx, projectID int64, e Effort) error {
	err := db.CopyInto(ctx, tx, db.Columns[effortKey]{
		Name: "effort_days", Columns: "project_id sprint_id epic_id user_id day minutes",
		Values: func(k effortKey) []any {
			return []any{projectID, k.scope.SprintID, k.scope.EpicID, k.userID, string(k.day), e[k]}
		},
	}, slices.SortedFunc(maps.Keys(e), effortKey.compare))
	if err != nil {
		return err
	}
	return workstore.PriceEffort(ctx, tx, projectID, 0)
}

func (k effortKey) compare(other effortKey) int {
	return cmp.Or(
		cmp.Compare(k.scope.SprintID, other.scope.SprintID),
		cmp.Compare(k.scope.EpicID, other.scope.EpicID),
		cmp.Compare(k.userID, other.userID),
		cmp.Compare(k.day, other.day),
	)
}
