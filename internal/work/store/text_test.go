package store_test

import (
	"testing"

	"earnest/internal/db"
	"earnest/internal/db/dbtest"
)

func TestAnUpgradeRemovesTheTextsOfDeletedComments(t *testing.T) {
	t.Parallel()
	dbtest.EachEmpty(t, func(t *testing.T, url string) {
		t.Helper()
		d := mustUpgradeFrom(t, url, 29, `
INSERT INTO projects (id, uuid, name, color, contingency_pct, rates_for, revision, changed_at, created_at, updated_at)
VALUES (1, 'a', 'A', '#000000', 10, 'everyone', 1, 1, 1, 1);
INSERT INTO changes (project_id, revision, at, noun, noun_uuid, what, from_value, to_value) VALUES
(1, 1, 1, 'ticket', 't', 'description', '"a secret"', '"a secret too"'),
(1, 1, 1, 'comment', 'gone', 'created', NULL, '{"ticket":"01890000-0000-7000-8000-00000000000c","content":"a secret"}'),
(1, 1, 1, 'comment', 'gone', 'content', '"a secret"', '"a secret too"'),
(1, 1, 1, 'comment', 'gone', 'deleted', '{"ticket":"01890000-0000-7000-8000-00000000000c","content":"a secret"}', NULL),
(1, 1, 1, 'comment', 'odd', 'created', NULL, '{"content":"a secret"}')`)
		var kept, left int64
		err := d.Read(t.Context(), func(tx *db.Tx) error {
			const secret = `SELECT COUNT(*) FROM changes WHERE from_value LIKE '%secret%' OR to_value LIKE '%secret%'`
			if err := tx.One(t.Context(), secret, nil, &kept); err != nil {
				return err
			}
			const ticket = `{"ticket":"01890000-0000-7000-8000-00000000000c"}`
			return tx.One(t.Context(), `SELECT COUNT(*) FROM changes WHERE COALESCE(from_value, to_value) = $1`, []any{ticket}, &left)
		})
		if err != nil || kept != 1 || left != 2 {
			t.Errorf("%d rows have a text, %d name a ticket (%v)", kept, left, err)
		}
	})
}
