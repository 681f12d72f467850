-- The twin of this file is ../sqlite/0023_commentaries.sql: same tables, same columns.

-- What those who manage a project have to say about its state on a day. A day without a row has no commentary.
CREATE TABLE commentaries (
  project_id BIGINT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  day        TEXT COLLATE "C" NOT NULL,
  content    TEXT COLLATE "C" NOT NULL,
  author_id  BIGINT NOT NULL REFERENCES users (id),
  updated_at BIGINT NOT NULL,
  PRIMARY KEY (project_id, day)
);
