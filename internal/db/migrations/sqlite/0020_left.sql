-- The twin of this file is ../postgres/0020_left.sql: the same index.

-- What left a sprint or an epic, or was deleted, is found without reading the project's whole log. A value that names a sprint or an epic is its uuid in
-- quotes; an imported log may contain longer values.
CREATE INDEX changes_left ON changes (project_id, what, substr(from_value, 1, 38)) WHERE what IN ('sprint', 'epic', 'deleted');
