-- The twin of this file is ../sqlite/0013_ticket_counts.sql: same column, same table, and triggers that do the same.

-- The commitments to a ticket as text, in the order of their sprints: 'sprint:points,sprint:points'. Triggers keep it equal to
-- the rows of commitments.
ALTER TABLE tickets ADD COLUMN committed TEXT COLLATE "C" NOT NULL DEFAULT '';

-- How many tickets of a project earned value cannot tell apart, so that it never has to read single tickets. A ticket counts
-- under its sprint (0 means none), its points and its commitments, as 'open' or 'done'. A deleted ticket counts only if a sprint
-- committed to it: as 'deleted', in no sprint and without points. Triggers maintain the numbers whenever a ticket changes,
-- but not while the rows of a deleted project are being removed.
CREATE TABLE ticket_counts (
  project_id BIGINT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  sprint_id  BIGINT NOT NULL,
  state      TEXT COLLATE "C" NOT NULL,
  points     DOUBLE PRECISION NOT NULL,
  committed  TEXT COLLATE "C" NOT NULL,
  tickets    BIGINT NOT NULL,
  PRIMARY KEY (project_id, sprint_id, state, points, committed)
);

CREATE FUNCTION committed_to(ticket BIGINT) RETURNS TEXT LANGUAGE sql STABLE AS $$
  SELECT COALESCE(string_agg(c.sprint_id || ':' || c.points, ',' ORDER BY c.sprint_id), '') FROM commitments c WHERE c.ticket_id = ticket
$$;

UPDATE tickets SET committed = committed_to(id) WHERE id IN (SELECT ticket_id FROM commitments);

INSERT INTO ticket_counts (project_id, sprint_id, state, points, committed, tickets)
SELECT project_id, COALESCE(sprint_id, 0), CASE WHEN done_at IS NULL THEN 'open' ELSE 'done' END, story_points, committed, COUNT(*)
FROM tickets
WHERE deleted_at IS NULL
GROUP BY 1, 2, 3, 4, 5;

INSERT INTO ticket_counts (project_id, sprint_id, state, points, committed, tickets)
SELECT project_id, 0, 'deleted', 0, committed, COUNT(*)
FROM tickets
WHERE deleted_at IS NOT NULL AND committed <> ''
GROUP BY 1, 5;

CREATE FUNCTION commitments_changed() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE tickets SET committed = committed_to(NEW.ticket_id) WHERE id = NEW.ticket_id;
  ELSIF EXISTS (SELECT 1 FROM projects WHERE id = OLD.project_id AND deleted_at IS NULL) THEN
    UPDATE tickets SET committed = committed_to(OLD.ticket_id) WHERE id = OLD.ticket_id;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER commitments_changed AFTER INSERT OR DELETE ON commitments FOR EACH ROW EXECUTE FUNCTION commitments_changed();

-- Adds a ticket to its count (1) or takes it away (-1).
CREATE FUNCTION count_ticket(t tickets, change BIGINT) RETURNS VOID LANGUAGE plpgsql AS $$
DECLARE
  live BOOLEAN := t.deleted_at IS NULL;
  sprint BIGINT := CASE WHEN live THEN COALESCE(t.sprint_id, 0) ELSE 0 END;
  kind TEXT := CASE WHEN NOT live THEN 'deleted' WHEN t.done_at IS NOT NULL THEN 'done' ELSE 'open' END;
  size DOUBLE PRECISION := CASE WHEN live THEN t.story_points ELSE 0 END;
BEGIN
  IF NOT live AND t.committed = '' THEN
    RETURN;
  END IF;
  IF change > 0 THEN
    INSERT INTO ticket_counts (project_id, sprint_id, state, points, committed, tickets)
    VALUES (t.project_id, sprint, kind, size, t.committed, 1)
    ON CONFLICT (project_id, sprint_id, state, points, committed) DO UPDATE SET tickets = ticket_counts.tickets + 1;
    RETURN;
  END IF;
  UPDATE ticket_counts c SET tickets = c.tickets - 1
  WHERE c.project_id = t.project_id AND c.sprint_id = sprint AND c.state = kind AND c.points = size AND c.committed = t.committed;
  DELETE FROM ticket_counts c
  WHERE c.project_id = t.project_id AND c.sprint_id = sprint AND c.state = kind AND c.points = size AND c.committed = t.committed
    AND c.tickets = 0;
END
$$;

CREATE FUNCTION tickets_changed() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' OR TG_OP = 'DELETE' AND EXISTS (SELECT 1 FROM projects WHERE id = OLD.project_id AND deleted_at IS NULL) THEN
    PERFORM count_ticket(OLD, -1);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM count_ticket(NEW, 1);
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER tickets_added AFTER INSERT ON tickets FOR EACH ROW EXECUTE FUNCTION tickets_changed();
CREATE TRIGGER tickets_removed AFTER DELETE ON tickets FOR EACH ROW EXECUTE FUNCTION tickets_changed();
CREATE TRIGGER tickets_changed AFTER UPDATE ON tickets FOR EACH ROW
WHEN (OLD.sprint_id IS DISTINCT FROM NEW.sprint_id
  OR OLD.story_points <> NEW.story_points
  OR (OLD.done_at IS NULL) <> (NEW.done_at IS NULL)
  OR (OLD.deleted_at IS NULL) <> (NEW.deleted_at IS NULL)
  OR OLD.committed <> NEW.committed)
EXECUTE FUNCTION tickets_changed();
