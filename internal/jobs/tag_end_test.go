package jobs_test

import (
	"context"
	"fmt"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"earnest/internal/apitest"
	"earnest/internal/app"
	"earnest/internal/db"
	"earnest/internal/db/dbtest"
	"earnest/internal/domain"
	"earnest/internal/jobs"
)

const (
	pendingTagEnds = `SELECT COUNT(*) FROM tag_ends`
	manyCarriers   = 1_202 // tickets, an epic and a super-epic
)

// popular is one of the cast's tags, on many tickets, an epic and a super-epic, with the expected state after it is deleted or
// merged.
type popular struct {
	*apitest.Cast

	into  string // the tag that replaces it; empty: none
	since int    // the id of the last log row before the tag is deleted or merged
	log   []string
	links []string
}

// mustPopular puts the cast's tag on that many objects. Every third ticket has another tag as well, and every fourth has the tag
// that may replace it.
func mustPopular(t *testing.T, w *apitest.World, carriers int, merge bool) *popular {
	t.Helper()
	c := w.MustCast(t, "")
	into, extra := w.MustTag(t, c.Project, "into"), w.MustTag(t, c.Project, "extra")
	mustRun(t, w.Store, `DELETE FROM ticket_tags`, `DELETE FROM epic_tags`, `DELETE FROM super_epic_tags`)
	c.MustFill(t, carriers-2)
	give := `SELECT t.id, g.id, t.project_id FROM %s t, tags g WHERE t.uuid = '%s' AND g.uuid = '%s'`
	every := `
INSERT INTO ticket_tags (ticket_id, tag_id, project_id)
SELECT t.id, g.id, t.project_id FROM tickets t, tags g WHERE g.uuid = '%s' AND t.title LIKE 'Ticket %%' AND CAST(substr(t.title, 8) AS INTEGER) %% %d = 0`
	mustRun(t, w.Store,
		fmt.Sprintf(`INSERT INTO epic_tags (epic_id, tag_id, project_id) `+give, "epics", c.Epic, c.Tag),
		fmt.Sprintf(`INSERT INTO super_epic_tags (super_epic_id, tag_id, project_id) `+give, "super_epics", c.SuperEpic, c.Tag),
		fmt.Sprintf(every, extra, 3),
		fmt.Sprintf(every, into, 4),
	)
	p := &popular{Cast: c, since: number(t, w.Store, `SELECT MAX(id) FROM changes`)}
	if merge {
		p.into = into
	}
	p.log = []string{fmt.Sprintf("tag %s deleted by %d", c.Tag, c.Owner.ID)}
	for i := 1; i <= carriers-2; i++ {
		var more []string
		if i%4 == 0 {
			more = append(more, into)
		}
		if i%3 == 0 {
			more = append(more, extra)
		}
		p.expect("ticket", fmt.Sprintf("00000000-0000-7000-8000-%012d", i), more)
	}
	p.expect("epic", c.Epic, nil)
	p.expect("super-epic", c.SuperEpic, nil)
	slices.Sort(p.links)
	return p
}

// expect records the expected tags of an object.
func (p *popular) expect(noun, uuid string, others []string) {
	to := others
	if p.into != "" && !slices.Contains(to, p.into) {
		to = append([]string{p.into}, to...)
	}
	p.log = append(p.log, fmt.Sprintf("%s %s tags %s %s by %d", noun, uuid, listed(append([]string{p.Tag}, others...)), listed(to), p.Owner.ID))
	for _, tag := range to {
		p.links = append(p.links, uuid+" "+tag)
	}
}

func listed(uuids []string) string {
	if len(uuids) == 0 {
		return "[]"
	}
	return `["` + strings.Join(uuids, `","`) + `"]`
}

func mustRun(t *testing.T, s *db.DB, texts ...string) {
	t.Helper()
	err := s.Write(t.Context(), func(tx *db.Tx) error {
		for _, text := range texts {
			if _, err := tx.Exec(t.Context(), text); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func mustLines(t *testing.T, s *db.DB, text string) (list []string) {
	t.Helper()
	err := s.Read(t.Context(), func(tx *db.Tx) error {
		rows, err := tx.Query(t.Context(), text)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var line string
			if err := rows.Scan(&line); err != nil {
				return err
			}
			list = append(list, line)
		}
		return rows.Err()
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// mustEnd deletes or merges the tag.
func (p *popular) mustEnd(t *testing.T, a *app.App) {
	t.Helper()
	caller := domain.Caller{UserID: p.Owner.ID}
	end := func() error { return a.Categories.DeleteTag(t.Context(), caller, p.Tag) }
	if p.into != "" {
		end = func() error { return a.Categories.MergeTag(t.Context(), caller, p.Tag, domain.Given(p.into)) }
	}
	if err := end(); err != nil {
		t.Fatal(err)
	}
}

// left counts the objects that still have the tag.
func (p *popular) left(t *testing.T, s *db.DB) (n int) {
	t.Helper()
	for _, links := range []string{"ticket_tags", "epic_tags", "super_epic_tags"} {
		n += number(t, s, `SELECT COUNT(*) FROM `+links+` l JOIN tags x ON x.id = l.tag_id WHERE x.uuid = '`+p.Tag+`'`)
	}
	return n
}

// check verifies that the outcome is as if the tag had been removed in one go, except for the number of transactions.
func (p *popular) check(t *testing.T, s *db.DB, transactions int) {
	t.Helper()
	log := mustLines(t, s, fmt.Sprintf(`
SELECT noun || ' ' || noun_uuid || ' ' || what || CASE WHEN what = 'tags' THEN ' ' || from_value || ' ' || to_value ELSE '' END || ' by ' || user_id
FROM changes WHERE id > %d ORDER BY id`, p.since))
	if !slices.Equal(log, p.log) {
		t.Errorf("the log has %d rows of %d, or other ones", len(log), len(p.log))
	}
	links := mustLines(t, s, `
SELECT t.uuid || ' ' || x.uuid AS line FROM ticket_tags l JOIN tickets t ON t.id = l.ticket_id JOIN tags x ON x.id = l.tag_id
UNION ALL SELECT t.uuid || ' ' || x.uuid FROM epic_tags l JOIN epics t ON t.id = l.epic_id JOIN tags x ON x.id = l.tag_id
UNION ALL SELECT t.uuid || ' ' || x.uuid FROM super_epic_tags l JOIN super_epics t ON t.id = l.super_epic_id JOIN tags x ON x.id = l.tag_id`)
	if slices.Sort(links); !slices.Equal(links, p.links) {
		t.Errorf("there are %d links of %d, or other ones", len(links), len(p.links))
	}
	unmarked := fmt.Sprintf(`
SELECT COUNT(*) FROM changes c JOIN (
  SELECT uuid, updated_at FROM tickets UNION ALL SELECT uuid, updated_at FROM epics UNION ALL SELECT uuid, updated_at FROM super_epics
) x ON x.uuid = c.noun_uuid
WHERE c.id > %d AND x.updated_at <> c.at`, p.since)
	if n := number(t, s, unmarked); n != 0 {
		t.Errorf("%d things are not as modified as the log says", n)
	}
	if n := number(t, s, fmt.Sprintf(`SELECT COUNT(DISTINCT revision) FROM changes WHERE id > %d`, p.since)); n != transactions {
		t.Errorf("it took %d transactions, not %d", n, transactions)
	}
	if n := number(t, s, pendingTagEnds) + number(t, s, `SELECT COUNT(*) FROM tags WHERE uuid = '`+p.Tag+`'`); n != 0 {
		t.Error("the tag is still there")
	}
}

func mustBeHealthy(t *testing.T, a *app.App) {
	t.Helper()
	for _, f := range apitest.Must(a.Transfer.Doctor(t.Context()))(t) {
		if f.Problem != "" {
			t.Errorf("doctor: %s", f.Problem)
		}
	}
}

// mustEndTags runs one batch, and reports whether there may be more.
func mustEndTags(t *testing.T, a *app.App) bool {
	t.Helper()
	return apitest.Must(a.Categories.EndTags(t.Context()))(t)
}

// bothEnds runs a test for a deleted tag and a merged one, on both engines.
func bothEnds(t *testing.T, f func(t *testing.T, url string, merge bool)) {
	t.Helper()
	for name, merge := range map[string]bool{"deleted": false, "merged": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dbtest.Each(t, func(t *testing.T, url string) { f(t, url, merge) })
		})
	}
}

func TestAPopularTagIsRemovedInBatchesByAnyNode(t *testing.T) {
	t.Parallel()
	bothEnds(t, func(t *testing.T, url string, merge bool) {
		w := apitest.New(t, url, nil)
		p := mustPopular(t, w, manyCarriers, merge)
		p.mustEnd(t, w.App)
		for left := manyCarriers - 500; left > 0; left -= 500 {
			if n := p.left(t, w.Store); n != left {
				t.Errorf("%d things carry the tag, not %d", n, left)
			}
			mustBeHealthy(t, w.App)
			if !mustEndTags(t, other(t, w, url)) { // the previous process was killed
				t.Error("nothing was left to do")
			}
		}
		p.check(t, w.Store, 3)
		if mustEndTags(t, w.App) {
			t.Error("there is more to do")
		}
		mustBeHealthy(t, w.App)
	})
}

func TestATagThatFewCarryEndsAtOnce(t *testing.T) {
	t.Parallel()
	bothEnds(t, func(t *testing.T, url string, merge bool) {
		w := apitest.New(t, url, nil)
		p := mustPopular(t, w, 500, merge)
		p.mustEnd(t, w.App)
		p.check(t, w.Store, 1)
		if mustEndTags(t, w.App) {
			t.Error("there is more to do")
		}
		mustBeHealthy(t, w.App)
	})
}

func TestNodesEndATagTogether(t *testing.T) {
	t.Parallel()
	bothEnds(t, func(t *testing.T, url string, merge bool) {
		w := apitest.New(t, url, nil)
		p := mustPopular(t, w, 4_002, merge)
		p.mustEnd(t, w.App)
		var wg sync.WaitGroup
		for _, a := range []*app.App{w.App, other(t, w, url), other(t, w, url)} {
			wg.Go(func() {
				for more := true; more; {
					var err error
					if more, err = a.Categories.EndTags(t.Context()); err != nil {
						t.Error(err)
					}
				}
			})
		}
		wg.Wait()
		p.check(t, w.Store, 9)
		mustBeHealthy(t, w.App)
	})
}

func TestTheJobRemovesTagsDeletedByAnyNode(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		w := apitest.New(t, url, nil)
		job := jobs.NewTagEnds(w.App, slog.New(slog.DiscardHandler))
		job.Start()
		defer func() {
			if err := job.Stop(context.Background()); err != nil {
				t.Error(err)
			}
		}()
		p := mustPopular(t, w, manyCarriers, true)
		p.mustEnd(t, other(t, w, url))
		await(t, w.Store, pendingTagEnds, 0)
		p.check(t, w.Store, 3)
	})
}

func TestATagThatEndsInAProjectThatIsDeletedMeanwhileIsOver(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		p := mustPopular(t, w, manyCarriers, true)
		p.mustEnd(t, w.App)
		mustDelete(t, w.App, p.Cast)
		if mustEndTags(t, w.App) || number(t, w.Store, pendingTagEnds) != 0 {
			t.Error("something is left to do")
		}
		for apitest.Must(w.App.Projects.PurgeDeleted(t.Context()))(t) {
		}
		mustBeHealthy(t, w.App)
	})
}

func TestABackupTakesATagThatIsEndingAlong(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		p := mustPopular(t, w, manyCarriers, true)
		p.mustEnd(t, w.App)
		path := filepath.Join(t.TempDir(), "backup.db")
		if err := w.App.Transfer.Backup(t.Context(), path); err != nil {
			t.Fatal(err)
		}
		dbtest.Each(t, func(t *testing.T, into string) {
			s := dbtest.MustOpen(t, into)
			a := app.New(s, app.Config{Clock: w.Clock.Now})
			if err := a.Transfer.Restore(t.Context(), path); err != nil {
				t.Fatal(err)
			}
			mustBeHealthy(t, a)
			for mustEndTags(t, a) {
			}
			if n := p.left(t, s) + number(t, s, pendingTagEnds); n != 0 {
				t.Errorf("%d things still carry the tag", n)
			}
			mustBeHealthy(t, a)
		})
	})
}
