-- The twin of this file is ../sqlite/0007_fewer_indexes.sql: same indexes.

-- A deleted ticket has neither epic nor sprint, so that one index of each does for all. That of the sprint also holds what is added
-- up for every page of the project.
DROP INDEX tickets_epic;
DROP INDEX tickets_any_epic;
CREATE INDEX tickets_epic ON tickets (epic_id, id);
DROP INDEX tickets_sprint;
DROP INDEX tickets_any_sprint;
CREATE INDEX tickets_sprint ON tickets (sprint_id, id, deleted_at, done_at, story_points);
