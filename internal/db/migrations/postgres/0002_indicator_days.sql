-- The twin of this file is ../sqlite/0002_indicator_days.sql: same tables, same columns.

-- One row a project and day: every indicator as it was reported when the day was over, as a JSON object. A row is
-- never changed. caught_up marks a row that was made too late to be what anybody saw that day.
CREATE TABLE indicator_days (
  project_id  BIGINT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  day         TEXT COLLATE "C" NOT NULL,
  indicators  TEXT NOT NULL,
  reported_at BIGINT NOT NULL,
  caught_up   BOOLEAN NOT NULL,
  PRIMARY KEY (project_id, day)
);

-- A task that one node at a time may do, who does it, and until when that holds without being renewed.
CREATE TABLE leases (
  name       TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  holder     TEXT NOT NULL,
  held_until BIGINT NOT NULL
);
