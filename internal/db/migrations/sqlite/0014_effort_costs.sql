-- The twin of this file is ../postgres/0014_effort_costs.sql: same table.

-- Minutes by member and by the rate that prices them (rate_from is the rate's first day, or '' if the member has none), split by
-- what they cost: time in a sprint or not, and on an epic that is not done or not. This is all that earned value needs to know
-- about time, whatever the number of sprints and epics. Every write that affects these sums updates them.
CREATE TABLE effort_costs (
  project_id INTEGER NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  user_id    INTEGER NOT NULL,
  rate_from  TEXT NOT NULL,
  in_sprint  INTEGER NOT NULL,
  engaged    INTEGER NOT NULL,
  minutes    INTEGER NOT NULL,
  PRIMARY KEY (project_id, user_id, rate_from, in_sprint, engaged)
) STRICT, WITHOUT ROWID;

INSERT INTO effort_costs (project_id, user_id, rate_from, in_sprint, engaged, minutes)
SELECT r.project_id, r.user_id, r.rate_from, r.sprint_id <> 0, e.id IS NOT NULL, CAST(SUM(r.minutes) AS BIGINT)
FROM effort_rates r
LEFT JOIN epics e ON e.id = r.epic_id AND e.status <> 'done'
GROUP BY 1, 2, 3, 4, 5;

DROP TABLE effort_rates;
