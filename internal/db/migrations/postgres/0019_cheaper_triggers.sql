-- The twin of this file is ../sqlite/0019_cheaper_triggers.sql, which changes nothing.

-- The same words as before. PostgreSQL parses and plans a function in SQL for each call, unless it can replace the call by the function's text,
-- which it could not do with these two. A function in PL/pgSQL is planned once for each connection.
CREATE OR REPLACE FUNCTION words_of_ticket(project BIGINT, title TEXT, description TEXT) RETURNS TSVECTOR LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN array_to_tsvector(array_remove(string_to_array(
    search_words(project || 't', title) || ' ' || search_words(project || 'x', title || ' ' || COALESCE(description, '')), ' '), ''));
END
$$;

CREATE OR REPLACE FUNCTION words_of_comment(project BIGINT, content TEXT) RETURNS TSVECTOR LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN array_to_tsvector(array_remove(string_to_array(search_words(project || 'x', comment_text(content)), ' '), ''));
END
$$;

-- Only long lists of commitments are hashed for the index, because MD5 takes longer than the rest of the look-up. A list that is not empty contains
-- a colon, so it never equals a hash.
CREATE FUNCTION committed_key(committed TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN octet_length(committed) < 1000 THEN committed ELSE md5(committed) END
$$;
DROP INDEX ticket_counts_key;
CREATE UNIQUE INDEX ticket_counts_key ON ticket_counts (project_id, sprint_id, state, points, committed_key(committed));

-- Only triggers whose own settings include the search path call this function, so it needs none.
CREATE OR REPLACE FUNCTION add_to_ticket_counts(project BIGINT, sprint BIGINT, kind TEXT, size DOUBLE PRECISION, commitments TEXT, n BIGINT)
RETURNS VOID LANGUAGE plpgsql AS $$
BEGIN
  IF n > 0 THEN
    INSERT INTO ticket_counts (project_id, sprint_id, state, points, committed, tickets)
    VALUES (project, sprint, kind, size, commitments, n)
    ON CONFLICT (project_id, sprint_id, state, points, committed_key(committed)) DO UPDATE SET tickets = ticket_counts.tickets + excluded.tickets;
    RETURN;
  END IF;
  UPDATE ticket_counts c SET tickets = c.tickets + n
  WHERE c.project_id = project AND c.sprint_id = sprint AND c.state = kind AND c.points = size
    AND committed_key(c.committed) = committed_key(commitments) AND c.tickets + n > 0;
  IF NOT FOUND THEN
    DELETE FROM ticket_counts c
    WHERE c.project_id = project AND c.sprint_id = sprint AND c.state = kind AND c.points = size
      AND committed_key(c.committed) = committed_key(commitments);
  END IF;
END
$$;

-- New tickets only add to the counts, which takes one statement.
CREATE FUNCTION tickets_added() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO ticket_counts AS c (project_id, sprint_id, state, points, committed, tickets)
  SELECT t.project_id, COALESCE(t.sprint_id, 0), ticket_state(t.deleted_at, t.done_at), t.story_points, t.committed, COUNT(*)
  FROM added t
  GROUP BY 1, 2, 3, 4, 5
  ON CONFLICT (project_id, sprint_id, state, points, committed_key(committed)) DO UPDATE SET tickets = c.tickets + excluded.tickets;
  RETURN NULL;
END
$$;
DROP TRIGGER tickets_added ON tickets;
CREATE TRIGGER tickets_added AFTER INSERT ON tickets
REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tickets_added();

-- As before, without the part for new tickets.
CREATE OR REPLACE FUNCTION tickets_changed() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
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
