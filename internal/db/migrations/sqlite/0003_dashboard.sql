-- The twin of this file is ../postgres/0003_dashboard.sql: same tables, same columns.

-- Somebody who signed in on a browser. Only the hash of the cookie's token is kept.
CREATE TABLE sessions (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id      INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  token_hash   BLOB NOT NULL UNIQUE,
  address      TEXT NOT NULL,
  agent        TEXT NOT NULL,
  created_at   INTEGER NOT NULL,
  last_seen_at INTEGER NOT NULL,
  expires_at   INTEGER NOT NULL
) STRICT;
CREATE INDEX sessions_user ON sessions (user_id);
CREATE INDEX sessions_expires ON sessions (expires_at);

-- The second factor of a user. The secret is sealed with a key made from the user's password, so that the database
-- alone does not give it away; last_step is the time step of the last code that was accepted: a code works once.
-- confirmed is false until its first code came back; until then pending holds the secret once more, sealed with the
-- token of the session that asked for it.
CREATE TABLE second_factors (
  user_id    INTEGER NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  sealed     BLOB NOT NULL,
  pending    BLOB,
  confirmed  INTEGER NOT NULL,
  last_step  INTEGER NOT NULL,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Codes that replace the second factor, each once.
CREATE TABLE recovery_codes (
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  hash    BLOB NOT NULL,
  used_at INTEGER,
  PRIMARY KEY (user_id, hash)
) STRICT, WITHOUT ROWID;

-- Failed sign-ins in a window of time, by account (a hash of the email that was typed, known or not) or by network
-- address. A sign-in under way counts as failed until it is known to be good.
CREATE TABLE tries (
  bucket       TEXT NOT NULL PRIMARY KEY,
  window_start INTEGER NOT NULL,
  n            INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Who a user is to an identity provider.
CREATE TABLE identities (
  issuer     TEXT NOT NULL,
  subject    TEXT NOT NULL,
  user_id    INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (issuer, subject)
) STRICT, WITHOUT ROWID;
CREATE INDEX identities_user ON identities (user_id);

-- Who holds such a token may set up the first administrator, while there is no user. Each server that starts on an empty
-- database adds one and prints it; the set-up takes them all away.
CREATE TABLE setup_tokens (
  hash       BLOB NOT NULL PRIMARY KEY,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- When somebody was last here, on any browser.
ALTER TABLE users ADD COLUMN last_seen_at INTEGER;

-- Projects that a user keeps on top.
CREATE TABLE favourites (
  user_id    INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  project_id INTEGER NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  PRIMARY KEY (user_id, project_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX favourites_project ON favourites (project_id);

-- What an invitation is for: 'invitation' of a new user, or 'reset' of a forgotten password.
ALTER TABLE invitations ADD COLUMN purpose TEXT NOT NULL DEFAULT 'invitation';
CREATE INDEX invitations_user ON invitations (user_id);

-- How a sprint ended: whether its goal was met (null: nobody said) and which lines of its DoD were ticked (a JSON list).
ALTER TABLE sprints ADD COLUMN goal_met INTEGER;
ALTER TABLE sprints ADD COLUMN dod_done TEXT;

-- One ticket type of a project is the default: what a new ticket is when nothing is said. Until now it was the first
-- one, and is_default marked the built-in ones.
UPDATE ticket_types SET is_default = 0
WHERE EXISTS (
  SELECT 1 FROM ticket_types o
  WHERE o.project_id = ticket_types.project_id
    AND (o.sort_order < ticket_types.sort_order OR o.sort_order = ticket_types.sort_order AND o.id < ticket_types.id)
);
CREATE UNIQUE INDEX ticket_types_one_default ON ticket_types (project_id) WHERE is_default;

-- The subtasks and comments that a ticket ever had: the log tells how each began, with the uuid of its ticket first
-- ({"ticket":"…").
CREATE INDEX changes_ticket ON changes (substr(to_value, 12, 36), id) WHERE what = 'created' AND noun IN ('subtask', 'comment');

-- What each sprint holds is added up for every page of its project: from the index alone.
DROP INDEX tickets_any_sprint;
CREATE INDEX tickets_any_sprint ON tickets (sprint_id, deleted_at, done_at, story_points);
