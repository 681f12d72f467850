-- The twin of this file is ../postgres/0004_calendar.sql: same tables, same columns.

-- The private address of a project's calendar, one a member: who holds it reads milestones and sprints without signing
-- in. Only the hash of its token is kept. It ends with the membership.
CREATE TABLE calendars (
  member_id  INTEGER NOT NULL PRIMARY KEY REFERENCES members (id) ON DELETE CASCADE,
  token_hash BLOB NOT NULL UNIQUE,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
