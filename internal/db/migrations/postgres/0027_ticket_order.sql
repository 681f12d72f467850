-- The twin of this file is ../sqlite/0027_ticket_order.sql: same column and indexes.

-- The place of a ticket in the order of its project: ranks are compared byte by byte; see domain.RankBetween. PostgreSQL compares text by the rules of a language unless
-- told otherwise.
ALTER TABLE tickets ADD COLUMN rank TEXT COLLATE "C" NOT NULL DEFAULT '';

-- The tickets that exist are ranked by creation. These are the ranks that domain.RankAfter gives to one ticket after the other.
UPDATE tickets SET rank = r.rank
FROM (
  SELECT id, rtrim(
      substr(digits, CAST(31 + n / 14776336 AS INTEGER) + 1, 1)
      || substr(digits, CAST(n / 238328 % 62 AS INTEGER) + 1, 1)
      || substr(digits, CAST(n / 3844 % 62 AS INTEGER) + 1, 1)
      || substr(digits, CAST(n / 62 % 62 AS INTEGER) + 1, 1)
      || substr(digits, CAST(n % 62 AS INTEGER) + 1, 1), '0') AS rank
  FROM (
    SELECT id, ROW_NUMBER() OVER (PARTITION BY project_id ORDER BY id) - 1 AS n,
      '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz' AS digits
    FROM tickets
  ) t
) r
WHERE r.id = tickets.id;

-- Boards, backlogs and lists follow the ranks; a board may still be sorted by priority. Neighbours are looked for among the deleted tickets too.
DROP INDEX tickets_cards;
DROP INDEX tickets_rank;
CREATE INDEX tickets_rank ON tickets (project_id, rank, id);
CREATE INDEX tickets_cards ON tickets (
  project_id,
  status,
  rank,
  id,
  sprint_id,
  done_at,
  story_points,
  deleted_at
) WHERE deleted_at IS NULL;
CREATE INDEX tickets_urgency ON tickets (
  project_id,
  status,
  (CASE priority WHEN 'critique' THEN 0 WHEN 'haute' THEN 1 WHEN 'normale' THEN 2 ELSE 3 END),
  rank,
  id
) WHERE deleted_at IS NULL;
