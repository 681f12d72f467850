-- The twin of this file is ../sqlite/0009_renames.sql: same table, same indexes.

-- A person's name changed at the given moment of the project's time, and tickets and time entries that show it are still to be marked as
-- modified: those whose updated_at is before that moment. No such ticket is older than tickets_from, no such entry older than entries_from.
CREATE TABLE renames (
  project_id   BIGINT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  user_id      BIGINT NOT NULL REFERENCES users (id),
  at           BIGINT NOT NULL,
  tickets_from BIGINT NOT NULL,
  entries_from BIGINT NOT NULL,
  PRIMARY KEY (project_id, user_id)
);

-- Which projects show a person's name, without reading their tickets and comments.
CREATE INDEX tickets_assignee ON tickets (assignee_id, project_id) WHERE assignee_id IS NOT NULL;
CREATE INDEX subtasks_assignee ON subtasks (assignee_id, project_id, ticket_id) WHERE assignee_id IS NOT NULL;
CREATE INDEX comments_author ON comments (author_id, project_id);
