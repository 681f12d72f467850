-- The twin of this file is ../sqlite/0032_content_objects.sql: the same tables and indexes.

-- The objects in an S3-compatible store that hold contents; contents without one are in content_chunks. The row is stored before its object, and
-- deleted after it, so that no object is forgotten. An object without a content is being imported, or is of no use any more.
CREATE TABLE content_objects (
  key        TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  content_id BIGINT UNIQUE REFERENCES contents (id) ON DELETE SET NULL,
  created_at BIGINT NOT NULL
);
CREATE INDEX content_objects_unused ON content_objects (created_at) WHERE content_id IS NULL;
