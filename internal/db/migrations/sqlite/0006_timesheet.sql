-- The twin of this file is ../postgres/0006_timesheet.sql: same index.

-- The weeks of a person, and the last tickets they worked on.
CREATE INDEX time_entries_user ON time_entries (user_id, logged_at, id);
