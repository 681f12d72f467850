-- The twin of this file is ../postgres/0031_ticket_dates.sql: the same columns and tables.

-- The days on which work on a ticket is to begin and to be finished.
ALTER TABLE tickets ADD COLUMN start_date TEXT;
ALTER TABLE tickets ADD COLUMN due_date TEXT;

-- A new name of a ticket type shows on the tickets of that type, as a new key of a project does on all its tickets: those have a type_id of 0 here. A row
-- outlives its type, and is then about no ticket.
ALTER TABLE rekeys RENAME TO old_rekeys;
CREATE TABLE rekeys (
  project_id   INTEGER NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  type_id      INTEGER NOT NULL DEFAULT 0,
  at           INTEGER NOT NULL,
  tickets_from INTEGER NOT NULL,
  PRIMARY KEY (project_id, type_id)
) STRICT, WITHOUT ROWID;
INSERT INTO rekeys (project_id, at, tickets_from) SELECT project_id, at, tickets_from FROM old_rekeys;
DROP TABLE old_rekeys;
