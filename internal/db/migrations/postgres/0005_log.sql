-- The twin of this file is ../sqlite/0005_log.sql: same indexes.

-- The whole log is read by administrators, the latest first: of everything, of a project, of a person, of a kind of
-- thing. What belongs to no project (accounts, sign-ins, keys, backups) has the project 0.
CREATE INDEX changes_at ON changes (at, id);
CREATE INDEX changes_project_at ON changes (project_id, at, id);
CREATE INDEX changes_user_at ON changes (user_id, at, id);
CREATE INDEX changes_noun_at ON changes (noun, at, id);
