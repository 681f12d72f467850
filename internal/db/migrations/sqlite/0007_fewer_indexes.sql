-- The twin of this file is ../postgres/0007_fewer_indexes.sql: same indexes.

-- A deleted ticket has neither epic nor sprint, so that one index of each does for all. That of the sprint also holds what is added
-- up for every page of the project.
DROP INDEX tickets_epic;
DROP INDEX tickets_any_epic;
CREATE INDEX tickets_epic ON tickets (epic_id, id);
DROP INDEX tickets_sprint;
DROP INDEX tickets_any_sprint;
CREATE INDEX tickets_sprint ON tickets (sprint_id, id, deleted_at, done_at, story_points);

-- With each new row SQLite looks for the table's last id in this table, from its beginning: those with the most writes come first.
-- PostgreSQL has a sequence for each.
INSERT INTO sqlite_sequence (name, seq)
SELECT t.name, 0 FROM (SELECT 'changes' AS name UNION ALL SELECT 'time_entries' UNION ALL SELECT 'tickets') t
WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence s WHERE s.name = t.name);
UPDATE sqlite_sequence SET rowid = -3 WHERE name = 'changes';
UPDATE sqlite_sequence SET rowid = -2 WHERE name = 'time_entries';
UPDATE sqlite_sequence SET rowid = -1 WHERE name = 'tickets';
