package store

import (
	"context"
	"slices"
	"strings"

	"earnest/internal/db"
)

// uuidChunk is the number of uuids in one statement.
const uuidChunk = 500

// TakenUUIDs returns those of the given uuids that are already in use.
func TakenUUIDs(ctx context.Context, tx *db.Tx, uuids []string) (map[string]bool, error) {
	text := takenText(tx.In(1))
	taken := map[string]bool{}
	for chunk := range slices.Chunk(uuids, uuidChunk) {
		found := db.Each(ctx, tx, db.NewQuery(text, db.List(tx, chunk)), func(rows db.Rows) (uuid string, err error) {
			err = rows.Scan(&uuid)
			return uuid, err
		})
		for uuid, err := range found {
			if err != nil {
				return nil, err
			}
			taken[uuid] = true
		}
	}
	return taken, nil
}

// takenText queries every table that has uuids.
func takenText(in string) db.Text {
	tables := strings.Fields("users projects members ticket_types tags super_epics epics sprints tickets subtasks comments attachments " +
		"time_entries milestones links")
	parts := make([]string, 0, len(tables))
	for _, t := range tables {
		parts = append(parts, "SELECT uuid FROM "+t+" WHERE uuid"+in)
	}
	return db.Text(strings.Join(parts, " UNION ALL "))
}
