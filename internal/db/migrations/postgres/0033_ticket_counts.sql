-- The twin of this file is ../sqlite/0033_ticket_counts.sql: same table, and triggers that do the same.

-- How many tickets of a project earned value cannot tell apart, apart from their state: tickets in the same sprint (0 means none), with the same
-- points and commitments. Triggers maintain the numbers whenever a ticket changes, but not while the rows of a deleted project are being removed.
-- One row for all states halves the rows that earned value has to read.
ALTER TABLE ticket_counts RENAME TO old_ticket_counts;
DROP FUNCTION add_to_ticket_counts;

CREATE TABLE ticket_counts (
  project_id      BIGINT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  sprint_id       BIGINT NOT NULL,
  points          DOUBLE PRECISION NOT NULL,
  committed       TEXT COLLATE "C" NOT NULL,
  open_tickets    BIGINT NOT NULL,
  done_tickets    BIGINT NOT NULL,
  deleted_tickets BIGINT NOT NULL
);

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
CREATE UNIQUE INDEX ticket_counts_key ON ticket_counts (project_id, sprint_id, points, committed_key(committed));

-- Only triggers whose own settings include the search path call this function, so it needs none.
CREATE FUNCTION add_to_ticket_counts(
  project BIGINT, sprint BIGINT, size DOUBLE PRECISION, commitments TEXT, opened BIGINT, finished BIGINT, gone BIGINT
) RETURNS VOID LANGUAGE plpgsql AS $$
BEGIN
  IF opened + finished + gone > 0 THEN
    INSERT INTO ticket_counts AS c (project_id, sprint_id, points, committed, open_tickets, done_tickets, deleted_tickets)
    VALUES (project, sprint, size, commitments, opened, finished, gone)
    ON CONFLICT (project_id, sprint_id, points, committed_key(committed)) DO UPDATE
    SET open_tickets = c.open_tickets + excluded.open_tickets,
        done_tickets = c.done_tickets + excluded.done_tickets,
        deleted_tickets = c.deleted_tickets + excluded.deleted_tickets;
    RETURN;
  END IF;
  UPDATE ticket_counts c
  SET open_tickets = c.open_tickets + opened, done_tickets = c.done_tickets + finished, deleted_tickets = c.deleted_tickets + gone
  WHERE c.project_id = project AND c.sprint_id = sprint AND c.points = size AND committed_key(c.committed) = committed_key(commitments)
    AND c.open_tickets + c.done_tickets + c.deleted_tickets + opened + finished + gone > 0;
  IF NOT FOUND THEN
    DELETE FROM ticket_counts c
    WHERE c.project_id = project AND c.sprint_id = sprint AND c.points = size AND committed_key(c.committed) = committed_key(commitments);
  END IF;
END
$$;

CREATE OR REPLACE FUNCTION tickets_added() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO ticket_counts AS c (project_id, sprint_id, points, committed, open_tickets, done_tickets, deleted_tickets)
  SELECT t.project_id,
         COALESCE(t.sprint_id, 0),
         t.story_points,
         t.committed,
         COUNT(*) FILTER (WHERE t.deleted_at IS NULL AND t.done_at IS NULL),
         COUNT(*) FILTER (WHERE t.deleted_at IS NULL AND t.done_at IS NOT NULL),
         COUNT(*) FILTER (WHERE t.deleted_at IS NOT NULL)
  FROM added t
  GROUP BY 1, 2, 3, 4
  ON CONFLICT (project_id, sprint_id, points, committed_key(committed)) DO UPDATE
  SET open_tickets = c.open_tickets + excluded.open_tickets,
      done_tickets = c.done_tickets + excluded.done_tickets,
      deleted_tickets = c.deleted_tickets + excluded.deleted_tickets;
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION tickets_changed() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM add_to_ticket_counts(k.project_id, k.sprint_id, k.story_points, k.committed, -k.opened, -k.finished, -k.gone)
    FROM (
      SELECT t.project_id,
             COALESCE(t.sprint_id, 0) AS sprint_id,
             t.story_points,
             t.committed,
             COUNT(*) FILTER (WHERE t.deleted_at IS NULL AND t.done_at IS NULL) AS opened,
             COUNT(*) FILTER (WHERE t.deleted_at IS NULL AND t.done_at IS NOT NULL) AS finished,
             COUNT(*) FILTER (WHERE t.deleted_at IS NOT NULL) AS gone
      FROM removed t
      JOIN projects p ON p.id = t.project_id
      WHERE p.deleted_at IS NULL
      GROUP BY 1, 2, 3, 4
    ) k;
  ELSE
    PERFORM add_to_ticket_counts(k.project_id, k.sprint_id, k.story_points, k.committed, k.opened, k.finished, k.gone)
    FROM (
      SELECT t.project_id,
             COALESCE(t.sprint_id, 0) AS sprint_id,
             t.story_points,
             t.committed,
             CAST(COALESCE(SUM(t.n) FILTER (WHERE t.deleted_at IS NULL AND t.done_at IS NULL), 0) AS BIGINT) AS opened,
             CAST(COALESCE(SUM(t.n) FILTER (WHERE t.deleted_at IS NULL AND t.done_at IS NOT NULL), 0) AS BIGINT) AS finished,
             CAST(COALESCE(SUM(t.n) FILTER (WHERE t.deleted_at IS NOT NULL), 0) AS BIGINT) AS gone
      FROM (SELECT *, 1 AS n FROM added UNION ALL SELECT *, -1 FROM removed) t
      GROUP BY 1, 2, 3, 4
    ) k
    WHERE k.opened <> 0 OR k.finished <> 0 OR k.gone <> 0;
  END IF;
  RETURN NULL;
END
$$;

DROP FUNCTION ticket_state;
