-- The twin of this file is ../sqlite/0038_sprint_points.sql: same table, same index, and triggers that do the same.

-- The sums of points in each sprint (0 means none), so that earned value need not add up every row of ticket_counts. Tickets are summed if their points are a
-- whole number, because only such sums stay exact, and if no sprint but their own has committed to them, with the points that they still have. All other
-- tickets count as 0 here and are read from ticket_counts. There is a row for each sprint that ticket_counts has or had rows for.
CREATE TABLE sprint_points (
  project_id       BIGINT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  sprint_id        BIGINT NOT NULL,
  open_points      BIGINT NOT NULL,
  done_points      BIGINT NOT NULL,
  committed_points BIGINT NOT NULL, -- of tickets in any state, deleted ones included
  PRIMARY KEY (project_id, sprint_id)
);

-- The condition for a sum, which must be the same as Summed in internal/work/store.
CREATE FUNCTION summed_points(sprint_id BIGINT, points DOUBLE PRECISION, committed TEXT) RETURNS BIGINT LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN points = CAST(points AS BIGINT) AND (committed = '' OR points > 0 AND committed = CAST(sprint_id AS TEXT) || ':' || CAST(CAST(points AS BIGINT) AS TEXT))
              THEN CAST(points AS BIGINT) ELSE 0 END
$$;
CREATE INDEX ticket_counts_single ON ticket_counts (project_id)
WHERE NOT (points = CAST(points AS BIGINT) AND (committed = '' OR points > 0 AND committed = CAST(sprint_id AS TEXT) || ':' || CAST(CAST(points AS BIGINT) AS TEXT)));

INSERT INTO sprint_points (project_id, sprint_id, open_points, done_points, committed_points)
SELECT project_id,
       sprint_id,
       SUM(summed * open_tickets),
       SUM(summed * done_tickets),
       SUM(CASE WHEN committed = '' THEN 0 ELSE summed * (open_tickets + done_tickets + deleted_tickets) END)
FROM (SELECT *, summed_points(sprint_id, points, committed) AS summed FROM ticket_counts) c
GROUP BY 1, 2;

-- These triggers run for each row, because a statement changes few rows of ticket_counts.
CREATE FUNCTION ticket_counts_added() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE
  summed BIGINT := summed_points(NEW.sprint_id, NEW.points, NEW.committed);
BEGIN
  INSERT INTO sprint_points AS p (project_id, sprint_id, open_points, done_points, committed_points)
  VALUES (
    NEW.project_id,
    NEW.sprint_id,
    summed * NEW.open_tickets,
    summed * NEW.done_tickets,
    CASE WHEN NEW.committed = '' THEN 0 ELSE summed * (NEW.open_tickets + NEW.done_tickets + NEW.deleted_tickets) END)
  ON CONFLICT (project_id, sprint_id) DO UPDATE
  SET open_points = p.open_points + excluded.open_points,
      done_points = p.done_points + excluded.done_points,
      committed_points = p.committed_points + excluded.committed_points;
  RETURN NULL;
END
$$;
CREATE TRIGGER ticket_counts_added AFTER INSERT ON ticket_counts FOR EACH ROW EXECUTE FUNCTION ticket_counts_added();

CREATE FUNCTION ticket_counts_changed() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  UPDATE sprint_points
  SET open_points = open_points + CAST(NEW.points AS BIGINT) * (NEW.open_tickets - OLD.open_tickets),
      done_points = done_points + CAST(NEW.points AS BIGINT) * (NEW.done_tickets - OLD.done_tickets),
      committed_points = committed_points + CASE WHEN NEW.committed = '' THEN 0 ELSE CAST(NEW.points AS BIGINT)
        * (NEW.open_tickets + NEW.done_tickets + NEW.deleted_tickets - OLD.open_tickets - OLD.done_tickets - OLD.deleted_tickets) END
  WHERE project_id = NEW.project_id AND sprint_id = NEW.sprint_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER ticket_counts_changed AFTER UPDATE ON ticket_counts FOR EACH ROW
WHEN (summed_points(NEW.sprint_id, NEW.points, NEW.committed) <> 0) EXECUTE FUNCTION ticket_counts_changed();

-- SQLite needs no such trigger, because there the last ticket is first subtracted from a row, which is then removed.
CREATE FUNCTION ticket_counts_removed() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  UPDATE sprint_points
  SET open_points = open_points - CAST(OLD.points AS BIGINT) * OLD.open_tickets,
      done_points = done_points - CAST(OLD.points AS BIGINT) * OLD.done_tickets,
      committed_points = committed_points - CASE WHEN OLD.committed = '' THEN 0 ELSE CAST(OLD.points AS BIGINT)
        * (OLD.open_tickets + OLD.done_tickets + OLD.deleted_tickets) END
  WHERE project_id = OLD.project_id AND sprint_id = OLD.sprint_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER ticket_counts_removed AFTER DELETE ON ticket_counts FOR EACH ROW
WHEN (summed_points(OLD.sprint_id, OLD.points, OLD.committed) <> 0) EXECUTE FUNCTION ticket_counts_removed();
