-- The twin of this file is ../postgres/0028_ticket_numbers.sql: the same columns, tables and indexes.

-- The key of a project, such as TIC, and the number that its next ticket gets. Projects that exist already get their keys in ../project_keys.go.
ALTER TABLE projects ADD COLUMN key TEXT NOT NULL DEFAULT '';
ALTER TABLE projects ADD COLUMN next_number INTEGER NOT NULL DEFAULT 1;

-- Every key that a project has or had. No other project can have it until the project is gone.
CREATE TABLE project_keys (
  key        TEXT NOT NULL PRIMARY KEY,
  project_id INTEGER NOT NULL REFERENCES projects (id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX project_keys_project ON project_keys (project_id);

-- A project's key changed at the given moment of the project's time, and its tickets are still to be marked as modified: those whose updated_at is
-- before that moment. None of them is older than tickets_from.
CREATE TABLE rekeys (
  project_id   INTEGER NOT NULL PRIMARY KEY REFERENCES projects (id) ON DELETE CASCADE,
  at           INTEGER NOT NULL,
  tickets_from INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Tickets that exist already are numbered in order of creation. A deleted ticket has a number too, since it may be restored.
ALTER TABLE tickets ADD COLUMN number INTEGER NOT NULL DEFAULT 0;
UPDATE tickets SET number = n.number
FROM (SELECT id, ROW_NUMBER() OVER (PARTITION BY project_id ORDER BY id) AS number FROM tickets) n
WHERE n.id = tickets.id;
UPDATE projects SET next_number = 1 + (SELECT COUNT(*) FROM tickets t WHERE t.project_id = projects.id);
CREATE UNIQUE INDEX tickets_number ON tickets (project_id, number);
