-- The twin of this file is ../postgres/0012_tag_ends.sql: same table, same indexes.

-- A tag was deleted, or merged into another, and things still carry it. From then on nobody finds it in a list or by its uuid; a background job
-- takes it from what is left, in the name of the user who ended it, and removes it at last.
CREATE TABLE tag_ends (
  tag_id     INTEGER NOT NULL REFERENCES tags (id) ON DELETE CASCADE,
  project_id INTEGER NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  into_id    INTEGER REFERENCES tags (id),
  user_id    INTEGER NOT NULL REFERENCES users (id),
  key_id     INTEGER,
  PRIMARY KEY (tag_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX tag_ends_project ON tag_ends (project_id);
CREATE INDEX tag_ends_into ON tag_ends (into_id);
