-- The twin of this file is ../sqlite/0031_ticket_dates.sql: the same columns and tables.

-- The days on which work on a ticket is to begin and to be finished.
ALTER TABLE tickets ADD COLUMN start_date TEXT COLLATE "C";
ALTER TABLE tickets ADD COLUMN due_date TEXT COLLATE "C";

-- A new name of a ticket type shows on the tickets of that type, as a new key of a project does on all its tickets: those have a type_id of 0 here. A row
-- outlives its type, and is then about no ticket.
ALTER TABLE rekeys ADD COLUMN type_id BIGINT NOT NULL DEFAULT 0;
ALTER TABLE rekeys DROP CONSTRAINT rekeys_pkey;
ALTER TABLE rekeys ADD PRIMARY KEY (project_id, type_id);
