-- The twin of this file is ../postgres/0023_commentaries.sql: same tables, same columns.

-- What those who manage a project have to say about its state on a day. A day without a row has no commentary.
CREATE TABLE commentaries (
  project_id INTEGER NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  day        TEXT NOT NULL,
  content    TEXT NOT NULL,
  author_id  INTEGER NOT NULL REFERENCES users (id),
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (project_id, day)
) STRICT, WITHOUT ROWID;
