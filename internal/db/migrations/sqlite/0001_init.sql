-- Times are microseconds since 1970 in UTC; days are text YYYY-MM-DD (their order is the calendar's).
-- Every project-scoped row carries project_id. The twin of this file is ../postgres/0001_init.sql: same tables, same columns.

CREATE TABLE accounts (
  id            INTEGER PRIMARY KEY AUTOINCREMENT,
  plan          TEXT NOT NULL,
  active        INTEGER NOT NULL,
  subscribed_at INTEGER NOT NULL,
  created_at    INTEGER NOT NULL,
  updated_at    INTEGER NOT NULL
) STRICT;

CREATE TABLE users (
  id            INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid          TEXT NOT NULL UNIQUE,
  account_id    INTEGER NOT NULL REFERENCES accounts (id),
  email         TEXT NOT NULL,
  email_folded  TEXT NOT NULL UNIQUE,
  firstname     TEXT NOT NULL,
  lastname      TEXT NOT NULL,
  password_hash TEXT,
  is_admin      INTEGER NOT NULL,
  created_at    INTEGER NOT NULL,
  updated_at    INTEGER NOT NULL
) STRICT;

-- A one-time link that lets its user set a password; only the token's hash is kept.
CREATE TABLE invitations (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id    INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  token_hash BLOB NOT NULL UNIQUE,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  used_at    INTEGER
) STRICT;

CREATE TABLE api_keys (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id      INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name         TEXT NOT NULL,
  prefix       TEXT NOT NULL,
  hash         BLOB NOT NULL UNIQUE,
  scopes       INTEGER NOT NULL,
  allow_ips    TEXT NOT NULL,
  created_at   INTEGER NOT NULL,
  expires_at   INTEGER,
  revoked_at   INTEGER,
  last_used_at INTEGER,
  last_used_ip TEXT
) STRICT;
CREATE INDEX api_keys_user ON api_keys (user_id);

-- One row a bucket (a key or a network address); granted tells the last caller how much of what it asked fitted.
CREATE TABLE quotas (
  bucket  TEXT PRIMARY KEY,
  hour    INTEGER NOT NULL,
  hour_n  INTEGER NOT NULL,
  month   INTEGER NOT NULL,
  month_n INTEGER NOT NULL,
  granted INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- revision is raised and changed_at moved forward by every write to the project, in the same transaction.
CREATE TABLE projects (
  id              INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid            TEXT NOT NULL UNIQUE,
  name            TEXT NOT NULL,
  description     TEXT,
  color           TEXT NOT NULL,
  default_dod     TEXT,
  contingency_pct REAL NOT NULL,
  budget          REAL,
  rates_for       TEXT NOT NULL,
  revision        INTEGER NOT NULL,
  changed_at      INTEGER NOT NULL,
  created_at      INTEGER NOT NULL,
  updated_at      INTEGER NOT NULL
) STRICT;

CREATE TABLE members (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid       TEXT NOT NULL UNIQUE,
  project_id INTEGER NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  user_id    INTEGER NOT NULL REFERENCES users (id),
  role       TEXT NOT NULL,
  scrum_role TEXT NOT NULL,
  status     TEXT NOT NULL,
  service    TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (project_id, user_id)
) STRICT;
CREATE INDEX members_user ON members (user_id);
CREATE UNIQUE INDEX members_one_owner ON members (project_id) WHERE role = 'owner';

-- A daily rate holds from its day on; the first one also for every earlier day. Rates outlive the membership.
CREATE TABLE rates (
  project_id INTEGER NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  user_id    INTEGER NOT NULL REFERENCES users (id),
  from_day   TEXT NOT NULL,
  tjm        REAL NOT NULL,
  PRIMARY KEY (project_id, user_id, from_day)
) STRICT, WITHOUT ROWID;

CREATE TABLE statuses (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id INTEGER NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  key        TEXT NOT NULL,
  label      TEXT NOT NULL,
  color      TEXT NOT NULL,
  bg_color   TEXT NOT NULL,
  sort_order INTEGER NOT NULL,
  is_done    INTEGER NOT NULL,
  is_default INTEGER NOT NULL,
  UNIQUE (project_id, key)
) STRICT;

CREATE TABLE ticket_types (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid       TEXT NOT NULL UNIQUE,
  project_id INTEGER NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  name       TEXT NOT NULL,
  sort_order INTEGER NOT NULL,
  is_default INTEGER NOT NULL,
  UNIQUE (project_id, name)
) STRICT;

CREATE TABLE tags (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid        TEXT NOT NULL UNIQUE,
  project_id  INTEGER NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  name        TEXT NOT NULL,
  name_folded TEXT NOT NULL,
  created_at  INTEGER NOT NULL,
  updated_at  INTEGER NOT NULL,
  UNIQUE (project_id, name_folded)
) STRICT;

CREATE TABLE super_epics (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid        TEXT NOT NULL UNIQUE,
  project_id  INTEGER NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  title       TEXT NOT NULL,
  description TEXT,
  status      TEXT NOT NULL,
  created_at  INTEGER NOT NULL,
  updated_at  INTEGER NOT NULL
) STRICT;
CREATE INDEX super_epics_project ON super_epics (project_id, id);

CREATE TABLE super_epic_tags (
  super_epic_id INTEGER NOT NULL REFERENCES super_epics (id) ON DELETE CASCADE,
  tag_id        INTEGER NOT NULL REFERENCES tags (id) ON DELETE CASCADE,
  project_id    INTEGER NOT NULL,
  PRIMARY KEY (super_epic_id, tag_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX super_epic_tags_tag ON super_epic_tags (tag_id);
CREATE INDEX super_epic_tags_project ON super_epic_tags (project_id);

CREATE TABLE epics (
  id            INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid          TEXT NOT NULL UNIQUE,
  project_id    INTEGER NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  super_epic_id INTEGER REFERENCES super_epics (id) ON DELETE SET NULL,
  title         TEXT NOT NULL,
  description   TEXT,
  status        TEXT NOT NULL,
  created_at    INTEGER NOT NULL,
  updated_at    INTEGER NOT NULL
) STRICT;
CREATE INDEX epics_project ON epics (project_id, id);
CREATE INDEX epics_super_epic ON epics (super_epic_id);

CREATE TABLE epic_tags (
  epic_id    INTEGER NOT NULL REFERENCES epics (id) ON DELETE CASCADE,
  tag_id     INTEGER NOT NULL REFERENCES tags (id) ON DELETE CASCADE,
  project_id INTEGER NOT NULL,
  PRIMARY KEY (epic_id, tag_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX epic_tags_tag ON epic_tags (tag_id);
CREATE INDEX epic_tags_project ON epic_tags (project_id);

-- committed_at is set while the sprint has a commitment snapshot (the rows of commitments).
CREATE TABLE sprints (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid         TEXT NOT NULL UNIQUE,
  project_id   INTEGER NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  title        TEXT NOT NULL,
  goal         TEXT,
  status       TEXT NOT NULL,
  start_date   TEXT,
  end_date     TEXT,
  dod          TEXT,
  committed_at INTEGER,
  created_at   INTEGER NOT NULL,
  updated_at   INTEGER NOT NULL
) STRICT;
CREATE INDEX sprints_project ON sprints (project_id, id);

-- done_at is the moment the ticket last became done. A deleted ticket keeps its row: its time entries need its
-- title, its history its points. renamed_at is the last change of title (time entries show it).
CREATE TABLE tickets (
  id                  INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid                TEXT NOT NULL UNIQUE,
  project_id          INTEGER NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  type_id             INTEGER REFERENCES ticket_types (id) ON DELETE SET NULL,
  epic_id             INTEGER REFERENCES epics (id) ON DELETE SET NULL,
  sprint_id           INTEGER REFERENCES sprints (id) ON DELETE SET NULL,
  assignee_id         INTEGER REFERENCES users (id),
  title               TEXT NOT NULL,
  description         TEXT,
  priority            TEXT NOT NULL,
  status              TEXT NOT NULL,
  story_points        REAL NOT NULL,
  acceptance_criteria TEXT NOT NULL,
  done_at             INTEGER,
  renamed_at          INTEGER NOT NULL,
  deleted_at          INTEGER,
  created_at          INTEGER NOT NULL,
  updated_at          INTEGER NOT NULL
) STRICT;
CREATE INDEX tickets_project ON tickets (project_id, id) WHERE deleted_at IS NULL;
CREATE INDEX tickets_updated ON tickets (project_id, updated_at) WHERE deleted_at IS NULL;
CREATE INDEX tickets_sprint ON tickets (sprint_id, id) WHERE deleted_at IS NULL;
CREATE INDEX tickets_epic ON tickets (epic_id, id) WHERE deleted_at IS NULL;
CREATE INDEX tickets_any_project ON tickets (project_id, renamed_at);
CREATE INDEX tickets_any_epic ON tickets (epic_id);
CREATE INDEX tickets_any_sprint ON tickets (sprint_id);
CREATE INDEX tickets_type ON tickets (type_id);

CREATE TABLE commitments (
  sprint_id  INTEGER NOT NULL REFERENCES sprints (id) ON DELETE CASCADE,
  ticket_id  INTEGER NOT NULL REFERENCES tickets (id) ON DELETE CASCADE,
  project_id INTEGER NOT NULL,
  points     REAL NOT NULL,
  PRIMARY KEY (sprint_id, ticket_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX commitments_ticket ON commitments (ticket_id);
CREATE INDEX commitments_project ON commitments (project_id);

CREATE TABLE ticket_tags (
  ticket_id  INTEGER NOT NULL REFERENCES tickets (id) ON DELETE CASCADE,
  tag_id     INTEGER NOT NULL REFERENCES tags (id) ON DELETE CASCADE,
  project_id INTEGER NOT NULL,
  PRIMARY KEY (ticket_id, tag_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX ticket_tags_tag ON ticket_tags (tag_id);
CREATE INDEX ticket_tags_project ON ticket_tags (project_id);

CREATE TABLE ticket_dependencies (
  ticket_id     INTEGER NOT NULL REFERENCES tickets (id) ON DELETE CASCADE,
  depends_on_id INTEGER NOT NULL REFERENCES tickets (id) ON DELETE CASCADE,
  project_id    INTEGER NOT NULL,
  PRIMARY KEY (ticket_id, depends_on_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX ticket_dependencies_on ON ticket_dependencies (depends_on_id);
CREATE INDEX ticket_dependencies_project ON ticket_dependencies (project_id);

CREATE TABLE subtasks (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid        TEXT NOT NULL UNIQUE,
  project_id  INTEGER NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  ticket_id   INTEGER NOT NULL REFERENCES tickets (id) ON DELETE CASCADE,
  title       TEXT NOT NULL,
  status      TEXT NOT NULL,
  sort_order  INTEGER NOT NULL,
  assignee_id INTEGER REFERENCES users (id),
  created_at  INTEGER NOT NULL,
  updated_at  INTEGER NOT NULL
) STRICT;
CREATE INDEX subtasks_ticket ON subtasks (ticket_id, sort_order, id);
CREATE INDEX subtasks_project ON subtasks (project_id);

CREATE TABLE comments (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid       TEXT NOT NULL UNIQUE,
  project_id INTEGER NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  ticket_id  INTEGER NOT NULL REFERENCES tickets (id) ON DELETE CASCADE,
  author_id  INTEGER NOT NULL REFERENCES users (id),
  content    TEXT NOT NULL,
  mentions   TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX comments_ticket ON comments (ticket_id, id);
CREATE INDEX comments_project ON comments (project_id);

CREATE TABLE time_entries (
  id               INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid             TEXT NOT NULL UNIQUE,
  project_id       INTEGER NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  ticket_id        INTEGER NOT NULL REFERENCES tickets (id) ON DELETE CASCADE,
  user_id          INTEGER NOT NULL REFERENCES users (id),
  duration_minutes INTEGER NOT NULL,
  comment          TEXT,
  logged_at        TEXT NOT NULL,
  created_at       INTEGER NOT NULL,
  updated_at       INTEGER NOT NULL
) STRICT;
CREATE INDEX time_entries_project ON time_entries (project_id, logged_at, id);
CREATE INDEX time_entries_updated ON time_entries (project_id, updated_at);
CREATE INDEX time_entries_ticket ON time_entries (ticket_id, logged_at, id);

CREATE TABLE milestones (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid       TEXT NOT NULL UNIQUE,
  project_id INTEGER NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  name       TEXT NOT NULL,
  date       TEXT NOT NULL,
  color      TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX milestones_project ON milestones (project_id, date, id);

-- A roadmap link between two nodes, each an epic or a super-epic named by its uuid.
CREATE TABLE links (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid       TEXT NOT NULL UNIQUE,
  project_id INTEGER NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  type       TEXT NOT NULL,
  pred_type  TEXT NOT NULL,
  pred_uuid  TEXT NOT NULL,
  succ_type  TEXT NOT NULL,
  succ_uuid  TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (project_id, pred_uuid, succ_uuid)
) STRICT;

-- The append-only log: one row for each thing that changed, never updated. It outlives what it tells of.
CREATE TABLE changes (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id INTEGER NOT NULL,
  revision   INTEGER NOT NULL,
  at         INTEGER NOT NULL,
  user_id    INTEGER,
  key_id     INTEGER,
  noun       TEXT NOT NULL,
  noun_uuid  TEXT NOT NULL,
  what       TEXT NOT NULL,
  from_value TEXT,
  to_value   TEXT
) STRICT;
CREATE INDEX changes_project ON changes (project_id, id);
CREATE INDEX changes_noun ON changes (noun_uuid, id);

-- Minutes by where they count now: sprint and epic of their ticket (0: none), member and day. Kept by every write
-- that moves them, so that finance never reads time entries.
CREATE TABLE effort_days (
  project_id INTEGER NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  sprint_id  INTEGER NOT NULL,
  epic_id    INTEGER NOT NULL,
  user_id    INTEGER NOT NULL,
  day        TEXT NOT NULL,
  minutes    INTEGER NOT NULL,
  PRIMARY KEY (project_id, sprint_id, epic_id, user_id, day)
) STRICT, WITHOUT ROWID;
CREATE INDEX effort_days_user ON effort_days (project_id, user_id);

-- The same minutes by the rate that prices them: rate_from is the first day of the rate in force on their day,
-- '' where the member has none.
CREATE TABLE effort_rates (
  project_id INTEGER NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  sprint_id  INTEGER NOT NULL,
  epic_id    INTEGER NOT NULL,
  user_id    INTEGER NOT NULL,
  rate_from  TEXT NOT NULL,
  minutes    INTEGER NOT NULL,
  PRIMARY KEY (project_id, sprint_id, epic_id, user_id, rate_from)
) STRICT, WITHOUT ROWID;
