-- The twin of this file is ../sqlite/0035_file_sizes.sql: the same indexes.

-- The quota of a project is checked at every upload. These indexes have the sizes of its contents, so that no row of contents is read, and find its
-- deleted tickets, whose files do not count.
CREATE INDEX contents_attached_sizes ON contents (project_id, size) WHERE sha256 IS NOT NULL;
CREATE INDEX contents_staged_sizes ON contents (project_id, size) WHERE sha256 IS NULL;
CREATE INDEX tickets_deleted ON tickets (project_id, id) WHERE deleted_at IS NOT NULL;
