-- The twin of this file is ../sqlite/0018_large_instances.sql: same indexes.

-- The people on each plan are counted from the index alone.
CREATE INDEX accounts_plan ON accounts (plan, active, subscribed_at);
