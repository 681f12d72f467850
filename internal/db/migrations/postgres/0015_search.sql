-- The twin of this file is ../sqlite/0015_search.sql: the same tables, with tsvector in place of FTS5.

-- A text in lower case and without accents, with ligatures written as two letters. The function Fold in internal/domain/search.go follows
-- the same rules. No part depends on the locale of the database. Lists of letters replace lower(), which knows only ASCII here: common
-- letters first, because translate() searches its list for each character.
CREATE FUNCTION search_fold(source TEXT) RETURNS TEXT LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  folded TEXT := lower(source COLLATE "C");
BEGIN
  IF octet_length(folded) > length(folded) THEN
    folded := lower(regexp_replace(normalize(folded, NFKD), '[\u0300-\u036f]+', '', 'g') COLLATE "C");
    IF folded ~ '[ØøŁłĐđÆŒẞΑ-ΩЀ-ЯҐ]' THEN
      folded := translate(folded,
        'ØøŁłĐđÆŒẞΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЂЄЅІЈЉЊЋЏҐ',
        'oollddæœßαβγδεζηθικλμνξοπρστυφχψωабвгдежзиклмнопрстуфхцчшщъыьэюяђєѕіјљњћџґ');
    END IF;
    IF folded ~ '[ÐÞĦŊŦƁ-ɎͰ-ͿϏ-ϿѠ-Ֆ]' THEN
      folded := translate(folded,
        'ÐÞĦŊŦƁƂƄƆƇƉƊƋƎƏƐƑƓƔƖƗƘƜƝƟƢƤƦƧƩƬƮƱƲƳƵƷƸƼǤǶǷȜȠȢȤȺȻȽȾɁɃɄɅɆɈɊɌɎͰͲͶͿϏϘϚϜϞϠϢϤϦϨϪϬϮϷϺϽϾϿѠѢѤѦѨѪѬѮѰѲѴѸѺѼѾҀҊҌҎҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӃӅӇӉӋӍӔӘӠӨӶӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖ',
        'ðþħŋŧɓƃƅɔƈɖɗƌǝəɛƒɠɣɩɨƙɯɲɵƣƥʀƨʃƭʈʊʋƴƶʒƹƽǥƕƿȝƞȣȥⱥȼƚⱦɂƀʉʌɇɉɋɍɏͱͳͷϳϗϙϛϝϟϡϣϥϧϩϫϭϯϸϻͻͼͽѡѣѥѧѩѫѭѯѱѳѵѹѻѽѿҁҋҍҏғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӏӄӆӈӊӌӎӕәӡөӷӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆ');
    END IF;
    folded := replace(replace(replace(folded, 'œ', 'oe'), 'æ', 'ae'), 'ß', 'ss');
  END IF;
  RETURN folded;
END
$$;

-- The folded words of a text, separated by spaces, each after a prefix. The functions Words and IndexedWords in
-- internal/domain/search.go follow the same rules.
CREATE FUNCTION search_words(prefix TEXT, source TEXT) RETURNS TEXT LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  words TEXT;
BEGIN
  words := btrim(regexp_replace(search_fold(source),
    '[^0-9a-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u1fff\u2c00-\u2dff\u3040-\ud7ff\uf900-\ufdff\U00010000-\U0001efff\U00020000-\U0003ffff]+', ' ', 'g'));
  IF words ~ '[^ ]{61}' THEN
    words := regexp_replace(words, '([^ ]{60})[^ ]+', '\1', 'g');
  END IF;
  RETURN CASE WHEN words = '' THEN '' ELSE left(prefix || replace(words, ' ', ' ' || prefix), 200000) END;
END
$$;

-- The text of a comment without its HTML. In cleaned HTML, < and > occur only around tags.
CREATE FUNCTION comment_text(content TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT regexp_replace(content, '<[^>]*>|&(lt|gt|amp|#34);', ' ', 'g')
$$;

CREATE FUNCTION words_of_ticket(project BIGINT, title TEXT, description TEXT) RETURNS TSVECTOR LANGUAGE sql IMMUTABLE AS $$
  SELECT array_to_tsvector(array_remove(string_to_array(
    search_words(project || 't', title) || ' ' || search_words(project || 'x', title || ' ' || COALESCE(description, '')), ' '), ''))
$$;

CREATE FUNCTION words_of_comment(project BIGINT, content TEXT) RETURNS TSVECTOR LANGUAGE sql IMMUTABLE AS $$
  SELECT array_to_tsvector(array_remove(string_to_array(search_words(project || 'x', comment_text(content)), ' '), ''))
$$;

-- A query for words. The function is not declared safe for parallel plans, because starting workers takes longer than a search.
CREATE FUNCTION search_query(query TEXT) RETURNS TSQUERY LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN CAST(query AS TSQUERY);
END
$$;

-- The words of each ticket that is not deleted, and of each comment; the rowid is its id. Each word follows the id of its project
-- and the letter x; those of a title are there again with the letter t. Triggers maintain both tables. The words are not in the
-- tables of tickets and comments themselves, because PostgreSQL would index them again whenever anything in such a row changed.
CREATE TABLE ticket_words (
  rowid BIGINT PRIMARY KEY,
  words TSVECTOR NOT NULL
);
CREATE TABLE comment_words (
  rowid BIGINT PRIMARY KEY,
  words TSVECTOR NOT NULL
);

INSERT INTO ticket_words (rowid, words)
SELECT id, words_of_ticket(project_id, title, description) FROM tickets WHERE deleted_at IS NULL ORDER BY id;

INSERT INTO comment_words (rowid, words)
SELECT id, words_of_comment(project_id, content) FROM comments ORDER BY id;

-- Words go straight into the index. Otherwise they would wait in a list, which a search reads again for each project.
CREATE INDEX ticket_words_words ON ticket_words USING gin (words) WITH (fastupdate = off);
CREATE INDEX comment_words_words ON comment_words USING gin (words) WITH (fastupdate = off);

CREATE FUNCTION ticket_words_changed() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    DELETE FROM ticket_words WHERE rowid = OLD.id;
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.deleted_at IS NULL THEN
    INSERT INTO ticket_words (rowid, words) VALUES (NEW.id, words_of_ticket(NEW.project_id, NEW.title, NEW.description));
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER ticket_words_added AFTER INSERT ON tickets
FOR EACH ROW EXECUTE FUNCTION ticket_words_changed();
CREATE TRIGGER ticket_words_changed AFTER UPDATE OF project_id, title, description, deleted_at ON tickets
FOR EACH ROW WHEN (
  OLD.project_id <> NEW.project_id
  OR OLD.title <> NEW.title
  OR OLD.description IS DISTINCT FROM NEW.description
  OR (OLD.deleted_at IS NULL) <> (NEW.deleted_at IS NULL)
) EXECUTE FUNCTION ticket_words_changed();
CREATE TRIGGER ticket_words_removed AFTER DELETE ON tickets
FOR EACH ROW EXECUTE FUNCTION ticket_words_changed();

CREATE FUNCTION comment_words_changed() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    DELETE FROM comment_words WHERE rowid = OLD.id;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO comment_words (rowid, words) VALUES (NEW.id, words_of_comment(NEW.project_id, NEW.content));
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER comment_words_added AFTER INSERT ON comments
FOR EACH ROW EXECUTE FUNCTION comment_words_changed();
CREATE TRIGGER comment_words_changed AFTER UPDATE OF project_id, content ON comments
FOR EACH ROW WHEN (OLD.project_id <> NEW.project_id OR OLD.content <> NEW.content) EXECUTE FUNCTION comment_words_changed();
CREATE TRIGGER comment_words_removed AFTER DELETE ON comments
FOR EACH ROW EXECUTE FUNCTION comment_words_changed();

-- A search may look at the latest comments of a project first.
DROP INDEX comments_project;
CREATE INDEX comments_project ON comments (project_id, id);
