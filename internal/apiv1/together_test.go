package apiv1_test

import (
	"fmt"
	"maps"
	"net/http"
	"sync"
	"testing"
	"time"

	"earnest/internal/apitest"
	"earnest/internal/db"
	"earnest/internal/db/dbtest"
	transferstore "earnest/internal/transfer/store"
)

// manyWrites returns writes that can share transactions: most are stored, some are refused, and one of the two tickets called Boom breaks a constraint.
func manyWrites(t *testing.T, c *apitest.Cast) []func(w *apitest.World) apitest.Answer {
	t.Helper()
	call := func(method, path string, body map[string]any) func(w *apitest.World) apitest.Answer {
		return func(w *apitest.World) apitest.Answer { return w.Call(t, c.Owner.Key, method, path, body) }
	}
	ticket := func(more map[string]any) func(w *apitest.World) apitest.Answer {
		body := map[string]any{"project_uuid": c.Project, "title": "One of many"}
		maps.Copy(body, more)
		return call(http.MethodPost, "/tickets", body)
	}
	var all []func(w *apitest.World) apitest.Answer
	for n := range 6 {
		tags := []string{c.Tag}
		all = append(all,
			ticket(map[string]any{"tags": tags, "sprint_uuid": c.Sprint, "story_points": n}),
			ticket(map[string]any{"sprint_uuid": apitest.NewUUID()}),
			call(http.MethodPost, "/time-entries", map[string]any{"ticket_uuid": c.Ticket, "duration_minutes": 30, "logged_at": fmt.Sprintf("2026-03-0%d", 1+n%2)}),
			ticket(map[string]any{"dependencies": []string{c.Ticket}, "due_date": "2026-03-02"}),
			call(http.MethodPost, "/comments", map[string]any{"ticket_uuid": c.Ticket, "content": "Fine."}),
			call(http.MethodPost, "/comments", map[string]any{"ticket_uuid": c.Ticket, "content": ""}),
		)
	}
	return append(all,
		ticket(map[string]any{"title": "Boom"}),
		ticket(map[string]any{"title": "Boom"}),
		ticket(map[string]any{"after_uuid": c.Ticket}),
		ticket(map[string]any{"after_uuid": c.Ticket}),
		ticket(map[string]any{"before_uuid": c.Ticket}),
		call(http.MethodPut, "/tickets/"+c.Ticket, map[string]any{"title": "Changed"}),
		func(w *apitest.World) apitest.Answer {
			return post(t, w, c.Owner.Key, "many", "/tickets", newTicket(c, "With a receipt"))
		},
	)
}

// Whatever shares a transaction, and on whichever node: every write gets its own answer, and the project looks as if they had run one after the other.
func TestWritesThatShareATransactionLeaveNoTraceOfIt(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		w := apitest.New(t, url, nil)
		nodes := []*apitest.World{w, w}
		if db.IsPostgres(url) {
			nodes[1] = apitest.New(t, url, nil)
		}
		c := w.MustCast(t, "")
		mustRun(t, w.Store, `CREATE UNIQUE INDEX boom ON tickets (title) WHERE title = 'Boom'`)
		writes := manyWrites(t, c)
		before, first := rows(t, w, "tickets"), revisionOf(t, w, c.Project)+1
		release := holdProject(t, w, c.Project)
		statuses := map[int]int{}
		var mu sync.Mutex
		var all sync.WaitGroup
		for i, write := range writes {
			all.Go(func() {
				status := write(nodes[i%2]).Status
				mu.Lock()
				defer mu.Unlock()
				statuses[status]++
			})
		}
		time.Sleep(300 * time.Millisecond) // so that they wait in line
		release()
		all.Wait()
		if statuses[201] != 4*6+5 || statuses[200] != 1 || statuses[422]+statuses[400] != 2*6 || statuses[409]+statuses[500] != 1 {
			t.Errorf("answers by status: %v", statuses)
		}
		if n := rows(t, w, "tickets"); n != before+2*6+5 {
			t.Errorf("%d tickets were created", n-before)
		}
		mustBeInOrder(t, w, c.Project, first)
	})
}

func revisionOf(t *testing.T, w *apitest.World, project string) (n int) {
	t.Helper()
	err := w.Store.Read(t.Context(), func(tx *db.Tx) (err error) {
		n, err = tx.Count(t.Context(), db.NewQuery(`SELECT revision FROM projects WHERE uuid = $1`, project))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// mustBeInOrder fails unless the log of a project has all revisions from first in order, each at a time of its own, and the project agrees with it and with
// what it has.
func mustBeInOrder(t *testing.T, w *apitest.World, project string, first int) {
	t.Helper()
	type step struct{ revision, at int64 }
	err := w.Store.Read(t.Context(), func(tx *db.Tx) error {
		ctx := t.Context()
		log, err := db.Collect(db.Each(ctx, tx, db.NewQuery(
			`SELECT c.revision, c.at FROM changes c JOIN projects p ON p.id = c.project_id WHERE p.uuid = $1 AND c.revision >= $2 ORDER BY c.id`, project, first,
		), func(rows db.Rows) (s step, err error) { return s, rows.Scan(&s.revision, &s.at) }))
		if err != nil {
			return err
		}
		if len(log) == 0 || log[0].revision != int64(first) {
			t.Fatalf("the log begins with %v, not with revision %d", log, first)
		}
		for i, s := range log[1:] {
			last := log[i]
			if same := s == last; !same && (s.revision != last.revision+1 || s.at <= last.at) {
				t.Errorf("revision %d at %d follows %d at %d", s.revision, s.at, last.revision, last.at)
			}
		}
		var now step
		var next, highest, tickets, numbers, ranks int64
		err = tx.One(ctx, `
SELECT p.revision, p.changed_at, p.next_number, MAX(t.number), COUNT(*), COUNT(DISTINCT t.number), COUNT(DISTINCT t.rank)
FROM projects p JOIN tickets t ON t.project_id = p.id WHERE p.uuid = $1 GROUP BY p.id`,
			[]any{project}, &now.revision, &now.at, &next, &highest, &tickets, &numbers, &ranks)
		if err != nil {
			return err
		}
		if now != log[len(log)-1] || next != highest+1 || highest != tickets || numbers != tickets || ranks != tickets {
			t.Errorf("the project is at %v, the log at %v; next number %d, highest %d; %d tickets have %d numbers and %d ranks",
				now, log[len(log)-1], next, highest, tickets, numbers, ranks)
		}
		for _, check := range []func() ([]string, error){
			func() ([]string, error) { return transferstore.CountMismatches(ctx, tx, nil) },
			func() ([]string, error) { return transferstore.EffortMismatches(ctx, tx, nil) },
		} {
			if wrong, err := check(); err != nil || len(wrong) > 0 {
				t.Errorf("the roll-ups are wrong: %q, %v", wrong, err)
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}
