-- The twin of this file is ../postgres/0029_files.sql: the same tables and indexes.

-- The content of files, stored once per project. While a file is being uploaded, its row has no sha256: nothing can refer to it, and it is deleted
-- if it stays that way. The media type is the one that we recognised, whatever the client said.
CREATE TABLE contents (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id INTEGER NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  sha256     TEXT,
  size       INTEGER NOT NULL,
  media_type TEXT NOT NULL,
  created_by INTEGER NOT NULL REFERENCES users (id),
  created_at INTEGER NOT NULL,
  UNIQUE (project_id, sha256)
) STRICT;
CREATE INDEX contents_staged ON contents (created_at) WHERE sha256 IS NULL;

-- The bytes of a content, in pieces of 256 KiB; the last one may be shorter. Pieces are numbered from 0.
CREATE TABLE content_chunks (
  content_id INTEGER NOT NULL REFERENCES contents (id) ON DELETE CASCADE,
  number     INTEGER NOT NULL,
  project_id INTEGER NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  data       BLOB NOT NULL,
  PRIMARY KEY (content_id, number)
) STRICT;
CREATE INDEX content_chunks_project ON content_chunks (project_id);

CREATE TABLE attachments (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid       TEXT NOT NULL UNIQUE,
  project_id INTEGER NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  ticket_id  INTEGER NOT NULL REFERENCES tickets (id) ON DELETE CASCADE,
  content_id INTEGER NOT NULL REFERENCES contents (id),
  author_id  INTEGER NOT NULL REFERENCES users (id),
  name       TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX attachments_ticket ON attachments (ticket_id, id);
CREATE INDEX attachments_project ON attachments (project_id);
CREATE INDEX attachments_content ON attachments (content_id);

-- Finds the attachments that a ticket has or ever had; see changes_ticket.
CREATE INDEX changes_attachment ON changes (substr(to_value, 12, 36), id) WHERE what = 'created' AND noun = 'attachment';
