-- The twin of this file is ../postgres/0033_ticket_counts.sql: same table, and triggers that do the same.

-- How many tickets of a project earned value cannot tell apart, apart from their state: tickets in the same sprint (0 means none), with the same
-- points and commitments. Triggers maintain the numbers whenever a ticket changes, but not while the rows of a deleted project are being removed.
-- One row for all states halves the rows that earned value has to read.
DROP TRIGGER tickets_added;
DROP TRIGGER tickets_removed;
DROP TRIGGER tickets_changed;
ALTER TABLE ticket_counts RENAME TO old_ticket_counts;

CREATE TABLE ticket_counts (
  project_id      INTEGER NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  sprint_id       INTEGER NOT NULL,
  points          REAL NOT NULL,
  committed       TEXT NOT NULL,
  open_tickets    INTEGER NOT NULL,
  done_tickets    INTEGER NOT NULL,
  deleted_tickets INTEGER NOT NULL,
  PRIMARY KEY (project_id, sprint_id, points, committed)
) STRICT, WITHOUT ROWID;

INSERT INTO ticket_counts (project_id, sprint_id, points, committed, open_tickets, done_tickets, deleted_tickets)
SELECT project_id,
       sprint_id,
       points,
       committed,
       SUM(CASE state WHEN 'open' THEN tickets ELSE 0 END),
       SUM(CASE state WHEN 'done' THEN tickets ELSE 0 END),
       SUM(CASE state WHEN 'deleted' THEN tickets ELSE 0 END)
FROM old_ticket_counts
GROUP BY 1, 2, 3, 4;

DROP TABLE old_ticket_counts;

CREATE TRIGGER tickets_added AFTER INSERT ON tickets
BEGIN
  INSERT INTO ticket_counts (project_id, sprint_id, points, committed, open_tickets, done_tickets, deleted_tickets)
  VALUES (
    NEW.project_id,
    COALESCE(NEW.sprint_id, 0),
    NEW.story_points,
    NEW.committed,
    NEW.deleted_at IS NULL AND NEW.done_at IS NULL,
    NEW.deleted_at IS NULL AND NEW.done_at IS NOT NULL,
    NEW.deleted_at IS NOT NULL)
  ON CONFLICT (project_id, sprint_id, points, committed) DO UPDATE
  SET open_tickets = open_tickets + excluded.open_tickets,
      done_tickets = done_tickets + excluded.done_tickets,
      deleted_tickets = deleted_tickets + excluded.deleted_tickets;
END;

CREATE TRIGGER tickets_removed AFTER DELETE ON tickets
WHEN EXISTS (SELECT 1 FROM projects WHERE id = OLD.project_id AND deleted_at IS NULL)
BEGIN
  UPDATE ticket_counts
  SET open_tickets = open_tickets - (OLD.deleted_at IS NULL AND OLD.done_at IS NULL),
      done_tickets = done_tickets - (OLD.deleted_at IS NULL AND OLD.done_at IS NOT NULL),
      deleted_tickets = deleted_tickets - (OLD.deleted_at IS NOT NULL)
  WHERE project_id = OLD.project_id AND sprint_id = COALESCE(OLD.sprint_id, 0) AND points = OLD.story_points AND committed = OLD.committed;
  DELETE FROM ticket_counts
  WHERE project_id = OLD.project_id AND sprint_id = COALESCE(OLD.sprint_id, 0) AND points = OLD.story_points AND committed = OLD.committed
    AND open_tickets = 0 AND done_tickets = 0 AND deleted_tickets = 0;
END;

-- The new row is counted first, so that a ticket that only changes its state does not remove and add a row.
CREATE TRIGGER tickets_changed AFTER UPDATE OF sprint_id, story_points, done_at, deleted_at, committed ON tickets
WHEN OLD.sprint_id IS NOT NEW.sprint_id
  OR OLD.story_points <> NEW.story_points
  OR (OLD.done_at IS NULL) <> (NEW.done_at IS NULL)
  OR (OLD.deleted_at IS NULL) <> (NEW.deleted_at IS NULL)
  OR OLD.committed <> NEW.committed
BEGIN
  INSERT INTO ticket_counts (project_id, sprint_id, points, committed, open_tickets, done_tickets, deleted_tickets)
  VALUES (
    NEW.project_id,
    COALESCE(NEW.sprint_id, 0),
    NEW.story_points,
    NEW.committed,
    NEW.deleted_at IS NULL AND NEW.done_at IS NULL,
    NEW.deleted_at IS NULL AND NEW.done_at IS NOT NULL,
    NEW.deleted_at IS NOT NULL)
  ON CONFLICT (project_id, sprint_id, points, committed) DO UPDATE
  SET open_tickets = open_tickets + excluded.open_tickets,
      done_tickets = done_tickets + excluded.done_tickets,
      deleted_tickets = deleted_tickets + excluded.deleted_tickets;
  UPDATE ticket_counts
  SET open_tickets = open_tickets - (OLD.deleted_at IS NULL AND OLD.done_at IS NULL),
      done_tickets = done_tickets - (OLD.deleted_at IS NULL AND OLD.done_at IS NOT NULL),
      deleted_tickets = deleted_tickets - (OLD.deleted_at IS NOT NULL)
  WHERE project_id = OLD.project_id AND sprint_id = COALESCE(OLD.sprint_id, 0) AND points = OLD.story_points AND committed = OLD.committed;
  DELETE FROM ticket_counts
  WHERE project_id = OLD.project_id AND sprint_id = COALESCE(OLD.sprint_id, 0) AND points = OLD.story_points AND committed = OLD.committed
    AND open_tickets = 0 AND done_tickets = 0 AND deleted_tickets = 0;
END;
