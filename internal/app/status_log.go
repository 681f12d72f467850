package app

import (
	"encoding/json"
	"fmt"
	"slices"

	"earnest/internal/domain"
)

// doneStatuses is which statuses of a project mean done at a point of its log.
type doneStatuses map[string]bool

// statusesAtStart is what the statuses meant where the log begins: what they mean now, with every row of the log that
// tells of them undone. So the past stays as it was when a status is removed or begins to mean something else.
func statusesAtStart(now []domain.Status, log []domain.Change) (doneStatuses, error) {
	done := doneStatuses{}
	for _, s := range now {
		done[s.Key] = s.IsDone
	}
	for _, row := range slices.Backward(log) {
		row.From, row.To = row.To, row.From
		switch row.What {
		case domain.Created:
			row.What = domain.Deleted
		case domain.Deleted:
			row.What = domain.Created
		}
		if err := done.follow(row); err != nil {
			return nil, err
		}
	}
	return done, nil
}

// follow takes in one row of the log.
func (d doneStatuses) follow(row domain.Change) error {
	var err error
	switch row.What {
	case domain.Created:
		made := struct {
			IsDone bool `json:"is_done"`
		}{}
		err = json.Unmarshal([]byte(row.To), &made)
		d[row.NounUUID] = made.IsDone
	case domain.Deleted:
		delete(d, row.NounUUID)
	default:
		var is bool
		err = json.Unmarshal([]byte(row.To), &is)
		d[row.NounUUID] = is
	}
	if err != nil {
		return fmt.Errorf("the log of the status %s: %w", row.NounUUID, err)
	}
	return nil
}
