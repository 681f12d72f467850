-- The twin of this file is ../postgres/0002_indicator_days.sql: same tables, same columns.

-- One row a project and day: every indicator as it was reported when the day was over, as a JSON object. A row is
-- never changed. caught_up marks a row that was made too late to be what anybody saw that day.
CREATE TABLE indicator_days (
  project_id  INTEGER NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  day         TEXT NOT NULL,
  indicators  TEXT NOT NULL,
  reported_at INTEGER NOT NULL,
  caught_up   INTEGER NOT NULL,
  PRIMARY KEY (project_id, day)
) STRICT, WITHOUT ROWID;

-- A task that one node at a time may do, who does it, and until when that holds without being renewed.
CREATE TABLE leases (
  name       TEXT NOT NULL PRIMARY KEY,
  holder     TEXT NOT NULL,
  held_until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
