-- The twin of this file is ../postgres/0025_receipts.sql: the same table and index.

-- The answer to a POST that was sent with an Idempotency-Key, which is the name. It is stored in the transaction of the write that it answers, and
-- deleted after a day. The request is its method, its path and a hash of its body. For a new project and for batches, projects has the uuids of
-- the projects concerned. There is no foreign key: on PostgreSQL, it would lock the API key's row in every such write.
CREATE TABLE receipts (
  key_id   INTEGER NOT NULL,
  name     TEXT NOT NULL,
  request  TEXT NOT NULL,
  projects TEXT NOT NULL,
  at       INTEGER NOT NULL,
  status   INTEGER NOT NULL,
  etag     TEXT NOT NULL,
  location TEXT NOT NULL,
  body     TEXT NOT NULL,
  PRIMARY KEY (key_id, name)
) STRICT;
CREATE INDEX receipts_at ON receipts (at);
