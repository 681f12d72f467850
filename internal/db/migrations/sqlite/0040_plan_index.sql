-- The twin of this file is ../postgres/0040_plan_index.sql, where a row of an index cannot be as long as the commitments to a ticket.

-- The pages with figures read what figures depend on for every ticket of a project from this index alone: a ticket's row, with its texts, is many times
-- as long.
DROP INDEX tickets_project;
CREATE INDEX tickets_project ON tickets (project_id, id, sprint_id, epic_id, story_points, done_at, committed, deleted_at) WHERE deleted_at IS NULL;
