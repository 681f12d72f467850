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

// Effort sums the minutes of a project for both roll-ups before they are stored.
type Effort struct {
	days  map[effortKey]int64
	rates map[effortKey]int64
}

// effortKey identifies a row of a roll-up; day is the day of the work, or the first day of the rate at which it is priced.
type effortKey struct {
	scope  workstore.Scope
	userID int64
	day    domain.Date
}

// Add counts a user's minutes on a day; rates are the user's daily rates in order of their first days.
func (e *Effort) Add(scope workstore.Scope, userID int64, day domain.Date, minutes int64, rates []domain.Rate) {
	if e.days == nil {
		e.days, e.rates = map[effortKey]int64{}, map[effortKey]int64{}
	}
	rate, _ := domain.RateOn(rates, day)
	e.days[effortKey{scope, userID, day}] += minutes
	e.rates[effortKey{scope, userID, rate.From}] += minutes
}

func copyEffort(ctx context.Context, tx *db.Tx, projectID int64, e *Effort) error {
	if err := copySums(ctx, tx, "effort_days", "day", projectID, e.days); err != nil {
		return err
	}
	return copySums(ctx, tx, "effort_rates", "rate_from", projectID, e.rates)
}

func copySums(ctx context.Context, tx *db.Tx, name, day string, projectID int64, sums map[effortKey]int64) error {
	return db.CopyInto(ctx, tx, db.Columns[effortKey]{
		Name: name, Columns: "project_id sprint_id epic_id user_id " + day + " minutes",
		Values: func(k effortKey) []any {
			return []any{projectID, k.scope.SprintID, k.scope.EpicID, k.userID, string(k.day), sums[k]}
		},
	}, slices.SortedFunc(maps.Keys(sums), effortKey.compare))
}

func (k effortKey) compare(other effortKey) int {
	return cmp.Or(
		cmp.Compare(k.scope.SprintID, other.scope.SprintID),
		cmp.Compare(k.scope.EpicID, other.scope.EpicID),
		cmp.Compare(k.userID, other.userID),
		cmp.Compare(k.day, other.day),
	)
}
