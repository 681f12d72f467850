package work

import (
	"encoding/json"
	"fmt"
	"slices"

	"earnest/internal/domain"
)

// DoneStatuses records, by key, whether each status of a project means done at a given point in the project's log.
type DoneStatuses map[string]bool

// StatusesAtStart returns which statuses meant done at the start of the log. It starts from their current meanings and undoes every logged
// change, so that past results stay the same when a status is deleted or its meaning changes.
func StatusesAtStart(now []domain.Status, log []domain.Change) (DoneStatuses, error) {
	done := DoneStatuses{}
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
		if err := done.Follow(row); err != nil {
			return nil, err
		}
	}
	return done, nil
}

// Follow updates d with one row of the log.
func (d DoneStatuses) Follow(row domain.Change) error {
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
