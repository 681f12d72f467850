-- The twin of this file is ../postgres/0030_deleted_comments.sql: same statement.

-- The log keeps every version of a text, and the versions of a comment go with it. Remove those of comments that were deleted before. What remains of the
-- facts is the ticket: {"ticket":"…"} has 48 characters before the brace.
UPDATE changes
SET from_value = CASE WHEN what = 'deleted' AND from_value LIKE '{"ticket":"%' THEN substr(from_value, 1, 48) || '}' END,
    to_value = CASE WHEN what = 'created' AND to_value LIKE '{"ticket":"%' THEN substr(to_value, 1, 48) || '}' END
WHERE noun = 'comment' AND what IN ('created', 'content', 'deleted')
  AND (what = 'content' OR COALESCE(from_value, to_value) LIKE '%"content":%')
  AND NOT EXISTS (SELECT 1 FROM comments m WHERE m.uuid = changes.noun_uuid);
