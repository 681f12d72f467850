-- The twin of this file is ../sqlite/0037_attachment_uuids.sql.

-- Uuids have the default collation everywhere else. In a UNION, this one imposed its own on all of them, so that the history of a ticket could not be
-- found by an index and read the whole log.
ALTER TABLE attachments ALTER COLUMN uuid TYPE TEXT COLLATE "default";
