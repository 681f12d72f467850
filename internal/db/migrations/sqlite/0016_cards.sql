-- The twin of this file is ../postgres/0016_cards.sql: same index.

-- The tickets of a project by status, most urgent first, with what boards and backlogs filter and add up, so that a column's first cards
-- are found without reading the others, and the others are counted without reading their rows. Both engines count that way only if the index
-- contains deleted_at as well.
CREATE INDEX tickets_cards ON tickets (
  project_id,
  status,
  CASE priority WHEN 'critique' THEN 0 WHEN 'haute' THEN 1 WHEN 'normale' THEN 2 ELSE 3 END,
  id,
  sprint_id,
  done_at,
  story_points,
  deleted_at
) WHERE deleted_at IS NULL;
