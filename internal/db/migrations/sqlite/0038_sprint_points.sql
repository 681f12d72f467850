-- The twin of this file is ../postgres/0038_sprint_points.sql: same table, same index, and triggers that do the same.

-- The sums of points in each sprint (0 means none), so that earned value need not add up every row of ticket_counts. Tickets are summed if their points are a
-- whole number, because only such sums stay exact, and if no sprint but their own has committed to them, with the points that they still have. All other
-- tickets count as 0 here and are read from ticket_counts. There is a row for each sprint that ticket_counts has or had rows for.
CREATE TABLE sprint_points (
  project_id       INTEGER NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  sprint_id        INTEGER NOT NULL,
  open_points      INTEGER NOT NULL,
  done_points      INTEGER NOT NULL,
  committed_points INTEGER NOT NULL, -- of tickets in any state, deleted ones included
  PRIMARY KEY (project_id, sprint_id)
) STRICT, WITHOUT ROWID;

-- The condition for a sum is repeated below and in Summed in internal/work/store. All copies must be the same.
CREATE INDEX ticket_counts_single ON ticket_counts (project_id, open_tickets, done_tickets, deleted_tickets)
WHERE NOT (points = CAST(points AS BIGINT) AND (committed = '' OR points > 0 AND committed = CAST(sprint_id AS TEXT) || ':' || CAST(CAST(points AS BIGINT) AS TEXT)));

INSERT INTO sprint_points (project_id, sprint_id, open_points, done_points, committed_points)
SELECT project_id,
       sprint_id,
       SUM(summed * open_tickets),
       SUM(summed * done_tickets),
       SUM(CASE WHEN committed = '' THEN 0 ELSE summed * (open_tickets + done_tickets + deleted_tickets) END)
FROM (
  SELECT *,
         CASE WHEN points = CAST(points AS BIGINT) AND (committed = '' OR points > 0 AND committed = CAST(sprint_id AS TEXT) || ':' || CAST(CAST(points AS BIGINT) AS TEXT))
              THEN CAST(points AS BIGINT) ELSE 0 END AS summed
  FROM ticket_counts
) c
GROUP BY 1, 2;

CREATE TRIGGER ticket_counts_added AFTER INSERT ON ticket_counts
BEGIN
  INSERT INTO sprint_points (project_id, sprint_id, open_points, done_points, committed_points)
  SELECT NEW.project_id,
         NEW.sprint_id,
         c.summed * NEW.open_tickets,
         c.summed * NEW.done_tickets,
         CASE WHEN NEW.committed = '' THEN 0 ELSE c.summed * (NEW.open_tickets + NEW.done_tickets + NEW.deleted_tickets) END
  FROM (
    SELECT CASE WHEN NEW.points = CAST(NEW.points AS BIGINT)
                 AND (NEW.committed = '' OR NEW.points > 0 AND NEW.committed = CAST(NEW.sprint_id AS TEXT) || ':' || CAST(CAST(NEW.points AS BIGINT) AS TEXT))
                THEN CAST(NEW.points AS BIGINT) ELSE 0 END AS summed
  ) c
  WHERE TRUE
  ON CONFLICT (project_id, sprint_id) DO UPDATE
  SET open_points = open_points + excluded.open_points,
      done_points = done_points + excluded.done_points,
      committed_points = committed_points + excluded.committed_points;
END;

-- A row of ticket_counts is only removed when it counts nothing, or with its project, so there is no trigger for that; PostgreSQL has one.
CREATE TRIGGER ticket_counts_changed AFTER UPDATE ON ticket_counts
WHEN NEW.points = CAST(NEW.points AS BIGINT)
 AND (NEW.committed = '' OR NEW.points > 0 AND NEW.committed = CAST(NEW.sprint_id AS TEXT) || ':' || CAST(CAST(NEW.points AS BIGINT) AS TEXT))
BEGIN
  UPDATE sprint_points
  SET open_points = open_points + CAST(NEW.points AS BIGINT) * (NEW.open_tickets - OLD.open_tickets),
      done_points = done_points + CAST(NEW.points AS BIGINT) * (NEW.done_tickets - OLD.done_tickets),
      committed_points = committed_points + CASE WHEN NEW.committed = '' THEN 0 ELSE CAST(NEW.points AS BIGINT)
        * (NEW.open_tickets + NEW.done_tickets + NEW.deleted_tickets - OLD.open_tickets - OLD.done_tickets - OLD.deleted_tickets) END
  WHERE project_id = NEW.project_id AND sprint_id = NEW.sprint_id;
END;
