-- The twin of this file is ../sqlite/0026_ticket_sorts.sql: same indexes.

-- Each order in which the tickets of a project are listed, so that a page is found without reading and sorting all the others.
DROP INDEX tickets_updated;
CREATE INDEX tickets_updated ON tickets (project_id, updated_at, id) WHERE deleted_at IS NULL;
CREATE INDEX tickets_created ON tickets (project_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX tickets_rank ON tickets (
  project_id,
  (CASE priority WHEN 'critique' THEN 0 WHEN 'haute' THEN 1 WHEN 'normale' THEN 2 ELSE 3 END),
  id
) WHERE deleted_at IS NULL;
CREATE INDEX tickets_points ON tickets (project_id, story_points, id) WHERE deleted_at IS NULL;
