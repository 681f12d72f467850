-- The twin of this file is ../sqlite/0010_deleted_projects.sql: same column, same index.

-- When a project was deleted. From then on nobody finds it or anything in it; its rows are removed in the background, its own at last.
ALTER TABLE projects ADD COLUMN deleted_at BIGINT;
CREATE INDEX projects_deleted ON projects (deleted_at) WHERE deleted_at IS NOT NULL;
