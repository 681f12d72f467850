-- The twin of this file is ../postgres/0037_attachment_uuids.sql, which corrects a collation on PostgreSQL. SQLite needs no change, but SQLite's driver
-- needs a statement.
SELECT 1;
