package store

import (
	"context"
	"slices"
	"strings"

	"earnest/internal/store/db"
)

// uuidChunk is how many uuids one statement looks for.
const uuidChunk = 500

// TakenUUIDs gives those of the uuids that name something already, of whatever kind.
func (tx *Tx) TakenUUIDs(ctx context.Context, uuids []string) ([]string, error) {
	text := takenText(tx.In(1))
	var taken []string
	for chunk := range slices.Chunk(uuids, uuidChunk) {
		found, err := Collect(each(ctx, tx, query{text, []any{db.List(tx.Tx, chunk)}}, func(rows db.Rows) (string, error) {
			var uuid string
			err := rows.Scan(&uuid)
			return uuid, err
		}))
		if err != nil {
			return nil, err
		}
		taken = append(taken, found...)
	}
	return taken, nil
}

// IsTaken tells whether err says that something which must be unique exists already.
func IsTaken(err error) bool { return db.IsUnique(err) }

// takenText asks every table that has uuids.
func takenText(in string) sqlText {
	tables := strings.Fields("users projects members ticket_types tags super_epics epics sprints tickets subtasks comments time_entries milestones links")
	parts := make([]string, 0, len(tables))
	for _, t := range tables {
		parts = append(parts, "SELECT uuid FROM "+t+" WHERE uuid"+in)
	}
	return sqlText(strings.Join(parts, " UNION ALL "))
}
