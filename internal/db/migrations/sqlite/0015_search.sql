-- The twin of this file is ../postgres/0015_search.sql: the same tables, with FTS5 in place of tsvector. Earnest itself provides
-- the functions search_words and comment_text; see internal/db/search.go.

-- The words of each ticket that is not deleted, and of each comment; the rowid is its id. Each word follows the id of its project
-- and the letter x; those of a title are there again with the letter t. Triggers maintain both tables.
CREATE VIRTUAL TABLE ticket_words USING fts5 (words, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii');
CREATE VIRTUAL TABLE comment_words USING fts5 (words, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii');

INSERT INTO ticket_words (rowid, words)
SELECT id, search_words(project_id || 't', title) || ' ' || search_words(project_id || 'x', title || ' ' || COALESCE(description, ''))
FROM tickets
WHERE deleted_at IS NULL
ORDER BY id;

INSERT INTO comment_words (rowid, words)
SELECT id, search_words(project_id || 'x', comment_text(content)) FROM comments ORDER BY id;

CREATE TRIGGER ticket_words_added AFTER INSERT ON tickets WHEN NEW.deleted_at IS NULL
BEGIN
  INSERT INTO ticket_words (rowid, words)
  VALUES (NEW.id, search_words(NEW.project_id || 't', NEW.title) || ' ' ||
    search_words(NEW.project_id || 'x', NEW.title || ' ' || COALESCE(NEW.description, '')));
END;

CREATE TRIGGER ticket_words_changed AFTER UPDATE OF project_id, title, description, deleted_at ON tickets
WHEN OLD.project_id <> NEW.project_id
  OR OLD.title <> NEW.title
  OR OLD.description IS NOT NEW.description
  OR (OLD.deleted_at IS NULL) <> (NEW.deleted_at IS NULL)
BEGIN
  DELETE FROM ticket_words WHERE rowid = OLD.id;
  INSERT INTO ticket_words (rowid, words)
  SELECT NEW.id, search_words(NEW.project_id || 't', NEW.title) || ' ' ||
    search_words(NEW.project_id || 'x', NEW.title || ' ' || COALESCE(NEW.description, ''))
  WHERE NEW.deleted_at IS NULL;
END;

CREATE TRIGGER ticket_words_removed AFTER DELETE ON tickets
BEGIN
  DELETE FROM ticket_words WHERE rowid = OLD.id;
END;

CREATE TRIGGER comment_words_added AFTER INSERT ON comments
BEGIN
  INSERT INTO comment_words (rowid, words) VALUES (NEW.id, search_words(NEW.project_id || 'x', comment_text(NEW.content)));
END;

CREATE TRIGGER comment_words_changed AFTER UPDATE OF project_id, content ON comments
WHEN OLD.project_id <> NEW.project_id OR OLD.content <> NEW.content
BEGIN
  DELETE FROM comment_words WHERE rowid = OLD.id;
  INSERT INTO comment_words (rowid, words) VALUES (NEW.id, search_words(NEW.project_id || 'x', comment_text(NEW.content)));
END;

CREATE TRIGGER comment_words_removed AFTER DELETE ON comments
BEGIN
  DELETE FROM comment_words WHERE rowid = OLD.id;
END;

-- A search may look at the latest comments of a project first.
DROP INDEX comments_project;
CREATE INDEX comments_project ON comments (project_id, id);
