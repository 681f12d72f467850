-- The twin of this file is ../sqlite/0012_tag_ends.sql: same table, same indexes.

-- A tag was deleted, or merged into another, and things still carry it. From then on nobody finds it in a list or by its uuid; a background job
-- takes it from what is left, in the name of the user who ended it, and removes it at last.
CREATE TABLE tag_ends (
  tag_id     BIGINT NOT NULL REFERENCES tags (id) ON DELETE CASCADE,
  project_id BIGINT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  into_id    BIGINT REFERENCES tags (id),
  user_id    BIGINT NOT NULL REFERENCES users (id),
  key_id     BIGINT,
  PRIMARY KEY (tag_id)
);
CREATE INDEX tag_ends_project ON tag_ends (project_id);
CREATE INDEX tag_ends_into ON tag_ends (into_id);
