-- The twin of this file is ../sqlite/0008_consent.sql: same tables, same columns.

-- Who invited a member; null for members who never were. by_email: the inviter knew only the email address, so the team shows
-- the address instead of the name until the person accepts.
ALTER TABLE members ADD COLUMN invited_by BIGINT REFERENCES users (id);
ALTER TABLE members ADD COLUMN by_email BOOLEAN NOT NULL DEFAULT FALSE;

-- An owner's offer to hand a project over to another member. It ends with the membership, and lapses when it expires.
CREATE TABLE ownership_offers (
  project_id BIGINT NOT NULL PRIMARY KEY REFERENCES projects (id) ON DELETE CASCADE,
  member_id  BIGINT NOT NULL UNIQUE REFERENCES members (id) ON DELETE CASCADE,
  offered_by BIGINT NOT NULL REFERENCES users (id),
  offered_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL
);
