-- The twin of this file is ../postgres/0034_cheaper_writes.sql, which makes search cheaper to keep up to date on PostgreSQL. SQLite needs no change, but
-- SQLite's driver needs a statement.
SELECT 1;
