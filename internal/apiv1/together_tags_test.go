package apiv1_test

import (
	"fmt"
	"net/http"
	"sync"
	"testing"
	"time"

	"earnest/internal/apitest"
	"earnest/internal/db"
	"earnest/internal/db/dbtest"
)

// However many rows a ticket has, tickets that wait for a project share a few transactions.
func TestTicketsWithManyTagsShareATransaction(t *testing.T) {
	t.Parallel()
	w := apitest.New(t, dbtest.Postgres(t), nil)
	c := w.MustCast(t, "")
	mustRun(t, w.Store, `
INSERT INTO tags (uuid, project_id, name, name_folded, created_at, updated_at)
SELECT gen_random_uuid()::text, p.id, 'tag ' || g, 'tag ' || g, 0, 0 FROM projects p, generate_series(1, 30) g WHERE p.uuid = $1`, c.Project)
	var tags []string
	err := w.Store.Read(t.Context(), func(tx *db.Tx) (err error) {
		tags, err = tx.Texts(t.Context(), db.NewQuery(`SELECT uuid FROM tags WHERE name LIKE 'tag %'`))
		return err
	})
	if err != nil || len(tags) != 30 {
		t.Fatal(len(tags), err)
	}
	for _, n := range []int{1, 30} {
		title := fmt.Sprintf("with %d tags", n)
		release := holdProject(t, w, c.Project)
		var all sync.WaitGroup
		for range 17 {
			all.Go(func() {
				body := map[string]any{"project_uuid": c.Project, "title": title, "tags": tags[:n]}
				if a := w.Call(t, c.Owner.Key, http.MethodPost, "/tickets", body); a.Status != http.StatusCreated {
					t.Errorf("%d: %s", a.Status, a.Body)
				}
			})
		}
		time.Sleep(time.Second) // until they wait in line
		release()
		all.Wait()
		var transactions, stored int
		err := w.Store.Read(t.Context(), func(tx *db.Tx) error {
			const text = `SELECT COUNT(DISTINCT t.xmin::text), COUNT(*) FROM tickets t WHERE title = $1`
			return tx.One(t.Context(), text, []any{title}, &transactions, &stored)
		})
		if err != nil || transactions > 4 || stored != 17 {
			t.Errorf("%s: %d tickets in %d transactions: %v", title, stored, transactions, err)
		}
	}
}
