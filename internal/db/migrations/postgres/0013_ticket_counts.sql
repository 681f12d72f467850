-- The twin of this file is ../sqlite/0013_ticket_counts.sql: same column, same table, and triggers that do the same.

-- The commitments to a ticket as text, in the order of their sprints: 'sprint:points,sprint:points'. Triggers keep it equal to
-- the rows of commitments, which are only ever inserted and deleted.
ALTER TABLE tickets ADD COLUMN committed TEXT COLLATE "C" NOT NULL DEFAULT '';

-- How many tickets of a project earned value cannot tell apart, so that it never has to read single tickets: tickets in the same
-- sprint (0 means none) and state ('open', 'done' or 'deleted'), with the same points and commitments. Triggers maintain the
-- numbers whenever a ticket changes, but not while the rows of a deleted project are being removed.
CREATE TABLE ticket_counts (
  project_id BIGINT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  sprint_id  BIGINT NOT NULL,
  state      TEXT COLLATE "C" NOT NULL,
  points     DOUBLE PRECISION NOT NULL,
  committed  TEXT COLLATE "C" NOT NULL,
  tickets    BIGINT NOT NULL
);
-- In place of a primary key: a row of an index cannot be longer than 2.7 kB, which the commitments to a ticket may exceed.
CREATE UNIQUE INDEX ticket_counts_key ON ticket_counts (project_id, sprint_id, state, points, md5(committed));

CREATE FUNCTION ticket_state(deleted_at BIGINT, done_at BIGINT) RETURNS TEXT LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN deleted_at IS NOT NULL THEN 'deleted' WHEN done_at IS NOT NULL THEN 'done' ELSE 'open' END
$$;

CREATE FUNCTION committed_to(ticket BIGINT) RETURNS TEXT LANGUAGE sql STABLE
SET search_path FROM CURRENT SET extra_float_digits = 1 AS $$
  SELECT COALESCE(string_agg(c.sprint_id || ':' || c.points, ',' ORDER BY c.sprint_id), '') FROM commitments c WHERE c.ticket_id = ticket
$$;

UPDATE tickets SET committed = committed_to(id) WHERE id IN (SELECT ticket_id FROM commitments);

INSERT INTO ticket_counts (project_id, sprint_id, state, points, committed, tickets)
SELECT t.project_id, COALESCE(t.sprint_id, 0), ticket_state(t.deleted_at, t.done_at), t.story_points, t.committed, COUNT(*)
FROM tickets t
GROUP BY 1, 2, 3, 4, 5;

-- The triggers run once for each statement, not for each row: a row that is updated a thousand times in one transaction leaves a
-- thousand dead versions, through which every later update has to search.

CREATE FUNCTION commitments_changed() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE tickets SET committed = committed_to(id)
    WHERE id IN (SELECT c.ticket_id FROM added c) AND committed <> committed_to(id);
  ELSE
    UPDATE tickets SET committed = committed_to(id)
    WHERE id IN (SELECT c.ticket_id FROM removed c JOIN projects p ON p.id = c.project_id WHERE p.deleted_at IS NULL)
      AND committed <> committed_to(id);
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER commitments_added AFTER INSERT ON commitments
REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION commitments_changed();
CREATE TRIGGER commitments_removed AFTER DELETE ON commitments
REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION commitments_changed();

CREATE FUNCTION add_to_ticket_counts(project BIGINT, sprint BIGINT, kind TEXT, size DOUBLE PRECISION, commitments TEXT, n BIGINT)
RETURNS VOID LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF n > 0 THEN
    INSERT INTO ticket_counts (project_id, sprint_id, state, points, committed, tickets)
    VALUES (project, sprint, kind, size, commitments, n)
    ON CONFLICT (project_id, sprint_id, state, points, md5(committed)) DO UPDATE SET tickets = ticket_counts.tickets + excluded.tickets;
    RETURN;
  END IF;
  UPDATE ticket_counts c SET tickets = c.tickets + n
  WHERE c.project_id = project AND c.sprint_id = sprint AND c.state = kind AND c.points = size AND md5(c.committed) = md5(commitments)
    AND c.tickets + n > 0;
  IF NOT FOUND THEN
    DELETE FROM ticket_counts c
    WHERE c.project_id = project AND c.sprint_id = sprint AND c.state = kind AND c.points = size AND md5(c.committed) = md5(commitments);
  END IF;
END
$$;

CREATE FUNCTION tickets_changed() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM add_to_ticket_counts(k.project_id, k.sprint_id, k.state, k.story_points, k.committed, k.n)
    FROM (
      SELECT t.project_id, COALESCE(t.sprint_id, 0) AS sprint_id, ticket_state(t.deleted_at, t.done_at) AS state, t.story_points, t.committed,
             COUNT(*) AS n
      FROM added t
      GROUP BY 1, 2, 3, 4, 5
    ) k;
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM add_to_ticket_counts(k.project_id, k.sprint_id, k.state, k.story_points, k.committed, k.n)
    FROM (
      SELECT t.project_id, COALESCE(t.sprint_id, 0) AS sprint_id, ticket_state(t.deleted_at, t.done_at) AS state, t.story_points, t.committed,
             -COUNT(*) AS n
      FROM removed t
      JOIN projects p ON p.id = t.project_id
      WHERE p.deleted_at IS NULL
      GROUP BY 1, 2, 3, 4, 5
    ) k;
  ELSE
    PERFORM add_to_ticket_counts(k.project_id, k.sprint_id, k.state, k.story_points, k.committed, k.n)
    FROM (
      SELECT t.project_id, COALESCE(t.sprint_id, 0) AS sprint_id, ticket_state(t.deleted_at, t.done_at) AS state, t.story_points, t.committed,
             CAST(SUM(t.n) AS BIGINT) AS n
      FROM (SELECT *, 1 AS n FROM added UNION ALL SELECT *, -1 FROM removed) t
      GROUP BY 1, 2, 3, 4, 5
      HAVING SUM(t.n) <> 0
    ) k;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER tickets_added AFTER INSERT ON tickets
REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tickets_changed();
CREATE TRIGGER tickets_removed AFTER DELETE ON tickets
REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION tickets_changed();
CREATE TRIGGER tickets_changed AFTER UPDATE ON tickets
REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tickets_changed();
