-- The twin of this file is ../sqlite/0040_plan_index.sql, which extends an index for SQLite. PostgreSQL needs no change, but its driver needs a
-- statement.
SELECT 1;
