-- The twin of this file is ../postgres/0008_consent.sql: same tables, same columns.

-- Who invited a member; null for members who never were. by_email: the inviter knew only the email address, so the team shows
-- the address instead of the name until the person accepts.
ALTER TABLE members ADD COLUMN invited_by INTEGER REFERENCES users (id);
ALTER TABLE members ADD COLUMN by_email INTEGER NOT NULL DEFAULT 0;

-- An owner's offer to hand a project over to another member. It ends with the membership, and lapses when it expires.
CREATE TABLE ownership_offers (
  project_id INTEGER NOT NULL PRIMARY KEY REFERENCES projects (id) ON DELETE CASCADE,
  member_id  INTEGER NOT NULL UNIQUE REFERENCES members (id) ON DELETE CASCADE,
  offered_by INTEGER NOT NULL REFERENCES users (id),
  offered_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
