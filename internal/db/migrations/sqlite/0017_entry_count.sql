-- The twin of this file is ../postgres/0017_entry_count.sql: same column.

-- The number of time entries of a project, so that a list does not have to read all of them to say how many there are.
ALTER TABLE projects ADD COLUMN entry_count INTEGER NOT NULL DEFAULT 0;
UPDATE projects SET entry_count = (SELECT COUNT(*) FROM time_entries e WHERE e.project_id = projects.id);
