-- The twin of this file is ../postgres/0036_work_begun.sql: same column and indexes.

-- When a ticket was first in a status other than backlog and todo. The first move of a ticket in the log that leaves or enters such a status tells whether it was
-- created in one. Without such a move, it has always been in one, or never.
ALTER TABLE tickets ADD COLUMN began_at INTEGER;
UPDATE tickets SET began_at = b.began_at
FROM (
  SELECT t.id,
         CASE
           WHEN m.first_left <= COALESCE(m.first_entered, m.first_left) THEN t.created_at
           WHEN m.entered_at IS NOT NULL THEN m.entered_at
           WHEN t.status NOT IN ('backlog', 'todo') THEN t.created_at
         END AS began_at
  FROM tickets t
  LEFT JOIN (
    SELECT project_id,
           noun_uuid,
           MIN(CASE WHEN substr(from_value, 1, 10) NOT IN ('"backlog"', '"todo"') THEN id END) AS first_left,
           MIN(CASE WHEN substr(to_value, 1, 10) NOT IN ('"backlog"', '"todo"') THEN id END) AS first_entered,
           MIN(CASE WHEN substr(to_value, 1, 10) NOT IN ('"backlog"', '"todo"') THEN at END) AS entered_at
    FROM changes
    WHERE noun = 'ticket' AND what = 'status'
    GROUP BY project_id, noun_uuid
  ) m ON m.project_id = t.project_id AND m.noun_uuid = t.uuid
) b
WHERE b.id = tickets.id AND b.began_at IS NOT NULL;

-- The schedule reads when work on each epic began from this index alone, and no longer from the log.
DROP INDEX changes_moved;
DROP INDEX tickets_epic;
CREATE INDEX tickets_epic ON tickets (epic_id, id, began_at);
