-- The twin of this file is ../postgres/0013_ticket_counts.sql: same column, same table, and triggers that do the same.

-- The commitments to a ticket as text, in the order of their sprints: 'sprint:points,sprint:points'. Triggers keep it equal to
-- the rows of commitments, which are only ever inserted and deleted. A whole number is written without a decimal point, as PostgreSQL does.
ALTER TABLE tickets ADD COLUMN committed TEXT NOT NULL DEFAULT '';

-- How many tickets of a project earned value cannot tell apart, so that it never has to read single tickets: tickets in the same
-- sprint (0 means none) and state ('open', 'done' or 'deleted'), with the same points and commitments. Triggers maintain the
-- numbers whenever a ticket changes, but not while the rows of a deleted project are being removed.
CREATE TABLE ticket_counts (
  project_id INTEGER NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  sprint_id  INTEGER NOT NULL,
  state      TEXT NOT NULL,
  points     REAL NOT NULL,
  committed  TEXT NOT NULL,
  tickets    INTEGER NOT NULL,
  PRIMARY KEY (project_id, sprint_id, state, points, committed)
) STRICT, WITHOUT ROWID;

UPDATE tickets
SET committed = (
  SELECT group_concat(one.text, ',')
  FROM (
    SELECT c.sprint_id || ':' ||
           CASE WHEN c.points = CAST(c.points AS INTEGER) THEN CAST(c.points AS INTEGER) ELSE quote(c.points) END AS text
    FROM commitments c
    WHERE c.ticket_id = tickets.id
    ORDER BY c.sprint_id
  ) one
)
WHERE id IN (SELECT ticket_id FROM commitments);

INSERT INTO ticket_counts (project_id, sprint_id, state, points, committed, tickets)
SELECT project_id, COALESCE(sprint_id, 0), CASE WHEN deleted_at IS NOT NULL THEN 'deleted' WHEN done_at IS NOT NULL THEN 'done' ELSE 'open' END, story_points,
       committed, COUNT(*)
FROM tickets
GROUP BY 1, 2, 3, 4, 5;

-- The triggers below repeat two expressions, because SQLite has no functions of our own: the text of a ticket's commitments, and
-- the key of its count. All copies must be the same. SQLite before 3.44 could not read the schema if it contained string_agg.

CREATE TRIGGER commitments_added AFTER INSERT ON commitments
BEGIN
  UPDATE tickets
  SET committed = (
    SELECT group_concat(one.text, ',')
    FROM (
      SELECT c.sprint_id || ':' ||
             CASE WHEN c.points = CAST(c.points AS INTEGER) THEN CAST(c.points AS INTEGER) ELSE quote(c.points) END AS text
      FROM commitments c
      WHERE c.ticket_id = NEW.ticket_id
      ORDER BY c.sprint_id
    ) one
  )
  WHERE id = NEW.ticket_id;
END;

CREATE TRIGGER commitments_removed AFTER DELETE ON commitments
WHEN EXISTS (SELECT 1 FROM projects WHERE id = OLD.project_id AND deleted_at IS NULL)
BEGIN
  UPDATE tickets
  SET committed = COALESCE((
    SELECT group_concat(one.text, ',')
    FROM (
      SELECT c.sprint_id || ':' ||
             CASE WHEN c.points = CAST(c.points AS INTEGER) THEN CAST(c.points AS INTEGER) ELSE quote(c.points) END AS text
      FROM commitments c
      WHERE c.ticket_id = OLD.ticket_id
      ORDER BY c.sprint_id
    ) one
  ), '')
  WHERE id = OLD.ticket_id;
END;

CREATE TRIGGER tickets_added AFTER INSERT ON tickets
BEGIN
  INSERT INTO ticket_counts (project_id, sprint_id, state, points, committed, tickets)
  VALUES (
    NEW.project_id,
    COALESCE(NEW.sprint_id, 0),
    CASE WHEN NEW.deleted_at IS NOT NULL THEN 'deleted' WHEN NEW.done_at IS NOT NULL THEN 'done' ELSE 'open' END,
    NEW.story_points,
    NEW.committed,
    1)
  ON CONFLICT (project_id, sprint_id, state, points, committed) DO UPDATE SET tickets = ticket_counts.tickets + 1;
END;

CREATE TRIGGER tickets_removed AFTER DELETE ON tickets
WHEN EXISTS (SELECT 1 FROM projects WHERE id = OLD.project_id AND deleted_at IS NULL)
BEGIN
  UPDATE ticket_counts SET tickets = tickets - 1
  WHERE project_id = OLD.project_id
    AND sprint_id = COALESCE(OLD.sprint_id, 0)
    AND state = CASE WHEN OLD.deleted_at IS NOT NULL THEN 'deleted' WHEN OLD.done_at IS NOT NULL THEN 'done' ELSE 'open' END
    AND points = OLD.story_points
    AND committed = OLD.committed;
  DELETE FROM ticket_counts
  WHERE project_id = OLD.project_id
    AND sprint_id = COALESCE(OLD.sprint_id, 0)
    AND state = CASE WHEN OLD.deleted_at IS NOT NULL THEN 'deleted' WHEN OLD.done_at IS NOT NULL THEN 'done' ELSE 'open' END
    AND points = OLD.story_points
    AND committed = OLD.committed
    AND tickets = 0;
END;

CREATE TRIGGER tickets_changed AFTER UPDATE OF sprint_id, story_points, done_at, deleted_at, committed ON tickets
WHEN OLD.sprint_id IS NOT NEW.sprint_id
  OR OLD.story_points <> NEW.story_points
  OR (OLD.done_at IS NULL) <> (NEW.done_at IS NULL)
  OR (OLD.deleted_at IS NULL) <> (NEW.deleted_at IS NULL)
  OR OLD.committed <> NEW.committed
BEGIN
  UPDATE ticket_counts SET tickets = tickets - 1
  WHERE project_id = OLD.project_id
    AND sprint_id = COALESCE(OLD.sprint_id, 0)
    AND state = CASE WHEN OLD.deleted_at IS NOT NULL THEN 'deleted' WHEN OLD.done_at IS NOT NULL THEN 'done' ELSE 'open' END
    AND points = OLD.story_points
    AND committed = OLD.committed;
  DELETE FROM ticket_counts
  WHERE project_id = OLD.project_id
    AND sprint_id = COALESCE(OLD.sprint_id, 0)
    AND state = CASE WHEN OLD.deleted_at IS NOT NULL THEN 'deleted' WHEN OLD.done_at IS NOT NULL THEN 'done' ELSE 'open' END
    AND points = OLD.story_points
    AND committed = OLD.committed
    AND tickets = 0;
  INSERT INTO ticket_counts (project_id, sprint_id, state, points, committed, tickets)
  VALUES (
    NEW.project_id,
    COALESCE(NEW.sprint_id, 0),
    CASE WHEN NEW.deleted_at IS NOT NULL THEN 'deleted' WHEN NEW.done_at IS NOT NULL THEN 'done' ELSE 'open' END,
    NEW.story_points,
    NEW.committed,
    1)
  ON CONFLICT (project_id, sprint_id, state, points, committed) DO UPDATE SET tickets = ticket_counts.tickets + 1;
END;
