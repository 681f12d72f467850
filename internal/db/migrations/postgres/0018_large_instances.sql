-- The twin of this file is ../sqlite/0018_large_instances.sql: same columns and indexes.

-- Names as people are sorted by them, and what people are searched by: in lower case and without accents.
ALTER TABLE users ADD COLUMN lastname_folded TEXT COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE users ADD COLUMN firstname_folded TEXT COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE users ADD COLUMN search_text TEXT COLLATE "C" NOT NULL DEFAULT '';
UPDATE users
SET lastname_folded = search_fold(lastname),
    firstname_folded = search_fold(firstname),
    search_text = search_fold(firstname || ' ' || lastname || ' ' || email);

-- The pages of administration show the first rows of long lists, and find them without reading the others.
CREATE INDEX users_name ON users (lastname_folded, firstname_folded, id);
CREATE INDEX users_admins ON users (id) WHERE is_admin;
CREATE INDEX projects_private ON projects (id) WHERE rates_for = 'admins';
CREATE INDEX members_invited ON members (id) WHERE status = 'invited';

-- The people on each plan are counted from the index alone.
CREATE INDEX accounts_plan ON accounts (plan, active, subscribed_at);

-- The tickets of each type are counted from the index alone.
DROP INDEX tickets_type;
CREATE INDEX tickets_type ON tickets (type_id, deleted_at);
