-- The twin of this file is ../sqlite/0022_budgets.sql: same table, same rows.

-- A project's budgets and contingency reserves, each in force from its day on until the next one begins. The earliest one also applies
-- to all days before it; that of a new project begins on 0001-01-01. The project's own columns hold the latest one.
CREATE TABLE budgets (
  project_id      BIGINT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  from_date       TEXT COLLATE "C" NOT NULL,
  budget          DOUBLE PRECISION,
  contingency_pct DOUBLE PRECISION NOT NULL,
  reason          TEXT COLLATE "C" NOT NULL,
  user_id         BIGINT REFERENCES users (id),
  created_at      BIGINT NOT NULL,
  PRIMARY KEY (project_id, from_date)
);

-- The rows come from the change log, which the index on noun_uuid restricts to what happened to the projects themselves. The first row
-- also stands for the changes up to the day of creation. For each later day (in UTC) with a change, the last change of that day counts. What
-- was in force after it is what the next change of the same field replaced or, if there is none, what the project has now. An imported log
-- may contain anything, so values that are no amounts are ignored.
WITH logged AS (
  SELECT p.id AS project_id, CAST(0 AS BIGINT) AS id, '0001-01-01' AS day, p.created_at AS at,
         (SELECT MIN(c.user_id)
          FROM changes c
          WHERE c.noun_uuid = p.uuid AND c.project_id = p.id AND c.noun = 'project' AND c.what = 'created') AS user_id,
         NULL AS budget, NULL AS pct
  FROM projects p
  UNION ALL
  SELECT c.project_id, c.id,
         CASE WHEN c.at / 86400000000 <= p.created_at / 86400000000 THEN '0001-01-01'
              ELSE to_char(to_timestamp(c.at / 1000000) AT TIME ZONE 'UTC', 'YYYY-MM-DD') END,
         c.at, c.user_id,
         CASE WHEN c.what = 'budget' THEN c.from_value END,
         CASE WHEN c.what = 'contingency_pct' THEN c.from_value END
  FROM projects p
  JOIN changes c ON c.noun_uuid = p.uuid AND c.project_id = p.id
  WHERE c.noun = 'project' AND c.what IN ('budget', 'contingency_pct')
    AND CASE c.what
          WHEN 'budget' THEN c.from_value ~ '^([0-9]{1,12}([.][0-9]{1,30})?(e-[0-9]{1,2})?|1000000000000|null)$'
          ELSE c.from_value ~ '^([0-9]{1,2}([.][0-9]{1,30})?(e-[0-9]{1,2})?|100)$'
        END
),
numbered AS (
  SELECT l.*,
         COUNT(l.budget) OVER (PARTITION BY l.project_id ORDER BY l.day, l.at, l.id) AS budgets,
         COUNT(l.pct) OVER (PARTITION BY l.project_id ORDER BY l.day, l.at, l.id) AS pcts,
         ROW_NUMBER() OVER (PARTITION BY l.project_id, l.day ORDER BY l.at DESC, l.id DESC) AS place
  FROM logged l
)
INSERT INTO budgets (project_id, from_date, budget, contingency_pct, reason, user_id, created_at)
SELECT n.project_id, n.day,
       CASE WHEN b.id IS NULL THEN p.budget ELSE CAST(NULLIF(b.budget, 'null') AS DOUBLE PRECISION) END,
       CASE WHEN c.id IS NULL THEN p.contingency_pct ELSE CAST(c.pct AS DOUBLE PRECISION) END,
       '', u.id, n.at
FROM numbered n
JOIN projects p ON p.id = n.project_id
LEFT JOIN users u ON u.id = n.user_id
LEFT JOIN numbered b ON b.project_id = n.project_id AND b.budget IS NOT NULL AND b.budgets = n.budgets + 1
LEFT JOIN numbered c ON c.project_id = n.project_id AND c.pct IS NOT NULL AND c.pcts = n.pcts + 1
WHERE n.place = 1;
