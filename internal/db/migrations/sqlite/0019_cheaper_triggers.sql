-- The twin of this file is ../postgres/0019_cheaper_triggers.sql, which makes PostgreSQL's triggers cheaper. SQLite needs no change, but SQLite's driver
-- needs a statement.
SELECT 1;
