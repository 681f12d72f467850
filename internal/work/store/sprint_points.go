package store

// Summed is the condition that the points of the tickets in a row c of ticket_counts are part of the sums in sprint_points. The triggers and the index of
// migration 0038 have copies of it.
const Summed = `(c.points = CAST(c.points AS BIGINT) AND (c.committed = '' OR c.points > 0 AND ` +
	`c.committed = CAST(c.sprint_id AS TEXT) || ':' || CAST(CAST(c.points AS BIGINT) AS TEXT)))`
