package apiv1_test

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path"
	"strings"
	"sync"
	"testing"
	"time"

	"earnest/internal/apitest"
	"earnest/internal/apiv1"
	"earnest/internal/db"
	"earnest/internal/db/dbtest"
	"earnest/internal/domain"
	workstore "earnest/internal/work/store"
)

// post sends a POST with an Idempotency-Key.
func post(t *testing.T, w *apitest.World, key, name, path string, body any) apitest.Answer {
	t.Helper()
	r := w.MustRequest(t, key, http.MethodPost, path, body)
	r.Header.Set("Idempotency-Key", name)
	return w.Send(t, r)
}

// rows counts the rows of a table.
func rows(t *testing.T, w *apitest.World, table string) int {
	t.Helper()
	queries := map[string]string{"receipts": `SELECT COUNT(*) FROM receipts`, "tickets": `SELECT COUNT(*) FROM tickets WHERE deleted_at IS NULL`}
	return apitest.Must(db.Read(t.Context(), w.Store, func(tx *db.Tx) (n int, err error) {
		err = tx.One(t.Context(), queries[table], nil, &n)
		return n, err
	}))(t)
}

func newTicket(c *apitest.Cast, title string) map[string]any {
	return map[string]any{"project_uuid": c.Project, "title": title}
}

// mustRepeat fails unless an answer is the same as an earlier one, apart from the headers that are fresh.
func mustRepeat(t *testing.T, first, again apitest.Answer) {
	t.Helper()
	if again.Header.Get("Idempotency-Replayed") != "true" || first.Header.Get("Idempotency-Replayed") != "" {
		t.Errorf("Idempotency-Replayed is %q, then %q", first.Header.Get("Idempotency-Replayed"), again.Header.Get("Idempotency-Replayed"))
	}
	if again.Status != first.Status || !bytes.Equal(again.Body, first.Body) {
		t.Errorf("got %d %s, want %d %s", again.Status, again.Body, first.Status, first.Body)
	}
	for _, name := range []string{"ETag", "Location", "Content-Type", "Content-Length"} {
		if again.Header.Get(name) != first.Header.Get(name) {
			t.Errorf("%s is %q, then %q", name, first.Header.Get(name), again.Header.Get(name))
		}
	}
}

func TestEveryPOSTSentAgainWithItsIdempotencyKeyGetsTheFirstAnswerByteForByte(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c := w.MustCast(t, "")
		for i, r := range apiv1.Routes() {
			if r.Method != http.MethodPost {
				continue
			}
			path, body := aCall(t, c, r)
			name := fmt.Sprintf("request %d", i)
			first := post(t, w, c.Owner.Key, name, path, body)
			before := revisions(t, c)
			again := post(t, w, c.Owner.Key, name, path, body)
			if first.Status != r.Status || revisions(t, c) != before {
				t.Errorf("%s: %d %s, and the second one changed something", path, first.Status, first.Body)
			}
			mustRepeat(t, first, again)
		}
	})
}

func TestAnIdempotencyKeyHas1To255PrintableASCIICharacters(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c := w.MustCast(t, "")
		for name, status := range map[string]int{
			"": 422, "a": 201, "{~ !": 201, strings.Repeat("x", 255): 201, strings.Repeat("x", 256): 422, "é": 422, "a\tb": 422,
		} {
			if a := post(t, w, c.Owner.Key, name, "/tickets", newTicket(c, "Named")); a.Status != status {
				t.Errorf("%.20q: %d %s", name, a.Status, a.Body)
			}
		}
		r := w.MustRequest(t, c.Owner.Key, http.MethodPost, "/tickets", newTicket(c, "Twice"))
		r.Header["Idempotency-Key"] = []string{"a", "a"}
		if a := w.Send(t, r); a.Status != 422 {
			t.Errorf("two headers: %d %s", a.Status, a.Body)
		}
	})
}

func TestAnswersAreKept24HoursPerAPIKey(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c := w.MustCast(t, "")
		body := newTicket(c, "Once")
		first := post(t, w, c.Owner.Key, "same", "/tickets", body)
		other := post(t, w, w.MustKey(t, c.Owner.Email, "all"), "same", "/tickets", body)
		if other.Status != 201 || bytes.Equal(other.Body, first.Body) {
			t.Errorf("another key of the same person: %d %s", other.Status, other.Body)
		}
		w.Clock.Advance(24*time.Hour - time.Minute)
		mustRepeat(t, first, post(t, w, c.Owner.Key, "same", "/tickets", body))
		w.Clock.Advance(2 * time.Minute)
		later := post(t, w, c.Owner.Key, "same", "/tickets", body)
		if later.Status != 201 || bytes.Equal(later.Body, first.Body) || later.Header.Get("Idempotency-Replayed") != "" {
			t.Errorf("after a day: %d %s", later.Status, later.Body)
		}
		mustRepeat(t, later, post(t, w, c.Owner.Key, "same", "/tickets", body))
	})
}

func TestAnAnswerIsKeptInTheTransactionOfItsWrite(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c := w.MustCast(t, "")
		patch := domain.Given(domain.TicketPatch{Title: domain.Some("Both or neither")})
		for _, fails := range []error{nil, errors.New("no answer")} {
			before := [2]int{rows(t, w, "tickets"), rows(t, w, "receipts")}
			caller := domain.Caller{UserID: c.Owner.ID, KeyID: 1000, Receipt: &domain.Receipt{
				Name: fmt.Sprint("fails: ", fails), Request: "POST", Answer: func(any) (domain.Answer, error) { return domain.Answer{Status: 201}, fails },
			}}
			if _, err := w.App.Tickets.CreateTicket(t.Context(), caller, c.Project, patch); !errors.Is(err, fails) {
				t.Errorf("got %v, want %v", err, fails)
			}
			want := before
			if fails == nil {
				want = [2]int{before[0] + 1, before[1] + 1}
			}
			if got := [2]int{rows(t, w, "tickets"), rows(t, w, "receipts")}; got != want {
				t.Errorf("%v: tickets and receipts went from %d to %d", fails, before, got)
			}
		}
	})
}

func TestAnIdempotencyKeyHoldsOnEveryNode(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		nodes := []*apitest.World{apitest.New(t, url, nil), apitest.New(t, url, nil)}
		c := nodes[0].MustCast(t, "")
		first := post(t, nodes[0], c.Owner.Key, "here", "/tickets", newTicket(c, "Here"))
		mustRepeat(t, first, post(t, nodes[1], c.Owner.Key, "here", "/tickets", newTicket(c, "Here")))

		before := rows(t, nodes[0], "tickets")
		for name, body := range map[string]map[string]any{"a ticket": newTicket(c, "At once"), "a project": {"name": "At once"}} {
			path := map[string]string{"a ticket": "/tickets", "a project": "/projects"}[name]
			answers := make([]apitest.Answer, 16)
			var all sync.WaitGroup
			for i := range answers {
				all.Go(func() { answers[i] = post(t, nodes[i%2], c.Owner.Key, name, path, body) })
			}
			all.Wait()
			fresh := 0
			for _, a := range answers {
				if a.Header.Get("Idempotency-Replayed") == "" {
					fresh++
				}
				if a.Status != 201 || !bytes.Equal(a.Body, answers[0].Body) {
					t.Errorf("%d %s, another was told %s", a.Status, a.Body, answers[0].Body)
				}
			}
			if fresh != 1 {
				t.Errorf("%s was created %d times", name, fresh)
			}
		}
		if after := rows(t, nodes[0], "tickets"); after != before+1 {
			t.Errorf("%d tickets were created", after-before)
		}
	})
}

func TestAnotherBodyOrPathIsAnIdempotencyMismatch(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c := w.MustCast(t, "")
		first := post(t, w, c.Owner.Key, "one", "/tickets", newTicket(c, "One"))
		for name, call := range map[string]struct {
			path string
			body any
		}{
			"another body":             {"/tickets", newTicket(c, "Two")},
			"the same object, spaced":  {"/tickets", fmt.Sprintf(`{"project_uuid": %q, "title": "One" }`, c.Project)},
			"another path":             {"/epics", newTicket(c, "One")},
			"a path without a project": {"/projects", map[string]any{"name": "One"}},
		} {
			if a := post(t, w, c.Owner.Key, "one", call.path, call.body); a.Status != 422 || a.Code != "IDEMPOTENCY_MISMATCH" {
				t.Errorf("%s: %d %s", name, a.Status, a.Body)
			}
		}
		if a := post(t, w, c.Owner.Key, "odd", "/tickets?x=%FF", newTicket(c, "Odd")); a.Status != 201 {
			t.Errorf("with a query that is not UTF-8: %d %s", a.Status, a.Body)
		}
		mustRepeat(t, first, post(t, w, c.Owner.Key, "one", "/tickets", newTicket(c, "One")))
	})
}

// holdProject locks a project until release is called.
func holdProject(t *testing.T, w *apitest.World, uuid string) (release func()) {
	t.Helper()
	held, free, ended := make(chan struct{}), make(chan struct{}), make(chan error, 1)
	go func() {
		ended <- w.Store.Write(t.Context(), func(tx *db.Tx) error {
			access, err := workstore.ProjectAccess(t.Context(), tx, uuid, 0)
			if err != nil {
				return err
			}
			if _, err := workstore.LockProject(t.Context(), tx, access.ProjectID); err != nil {
				return err
			}
			close(held)
			<-free
			return nil
		})
	}()
	select {
	case <-held:
	case err := <-ended:
		t.Fatal(err)
	}
	return func() {
		close(free)
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
}

// impatient returns the world with an API of its own, whose repeated requests hardly wait for the first.
func impatient(t *testing.T, w *apitest.World, wait time.Duration) *apitest.World {
	t.Helper()
	server := httptest.NewServer(apiv1.New(w.App, apiv1.Options{RepeatWait: wait}))
	t.Cleanup(server.Close)
	other := *w
	other.Server = server
	return &other
}

// atOnce sends the same POST to two nodes and returns the answers in the order in which they arrive.
func atOnce(t *testing.T, one, two *apitest.World, key, name string, body any) <-chan apitest.Answer {
	t.Helper()
	answers := make(chan apitest.Answer, 2)
	for _, w := range []*apitest.World{one, two} {
		go func() { answers <- post(t, w, key, name, "/tickets", body) }()
	}
	return answers
}

func TestARepeatedPOSTWaitsForTheFirstAndThenGetsIdempotencyInProgress(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		w := impatient(t, apitest.New(t, url, nil), 50*time.Millisecond)
		nodes := map[string]*apitest.World{"the same node": w}
		if db.IsPostgres(url) { // on SQLite, the other node could not even begin a write
			nodes["another node"] = impatient(t, apitest.New(t, url, nil), 50*time.Millisecond)
		}
		c := w.MustCast(t, "")
		for where, node := range nodes {
			release := holdProject(t, w, c.Project)
			answers := atOnce(t, w, node, c.Owner.Key, where, newTicket(c, "Slow"))
			if refused := <-answers; refused.Status != 409 || refused.Code != "IDEMPOTENCY_IN_PROGRESS" || refused.Header.Get("Retry-After") == "" {
				t.Errorf("%s: %d %s, Retry-After %q", where, refused.Status, refused.Body, refused.Header.Get("Retry-After"))
			}
			release()
			first := <-answers
			if first.Status != 201 {
				t.Errorf("%s: the first got %d %s", where, first.Status, first.Body)
			}
			mustRepeat(t, first, post(t, node, c.Owner.Key, where, "/tickets", newTicket(c, "Slow")))
		}
	})
}

func TestARepeatedPOSTThatHasWaitedGetsTheFirstAnswer(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		w, other := apitest.New(t, url, nil), apitest.New(t, url, nil)
		c := w.MustCast(t, "")
		for where, node := range map[string]*apitest.World{"the same node": w, "another node": other} {
			release := holdProject(t, w, c.Project)
			answers := atOnce(t, w, node, c.Owner.Key, where, newTicket(c, "Slow"))
			release()
			first, again := <-answers, <-answers
			if first.Header.Get("Idempotency-Replayed") != "" {
				first, again = again, first // its answer was faster
			}
			mustRepeat(t, first, again)
		}
	})
}

func TestRefusalsAreNotKept(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c := w.MustCast(t, "")
		for name, refused := range map[string]map[string]any{
			"a bad value":       {"project_uuid": c.Project, "title": ""},
			"an unknown parent": {"project_uuid": apitest.NewUUID(), "title": "Lost"},
			"an unknown epic":   {"project_uuid": c.Project, "title": "Lost", "epic_uuid": apitest.NewUUID()},
		} {
			before := rows(t, w, "receipts")
			if a := post(t, w, c.Owner.Key, name, "/tickets", refused); a.Status != 422 && a.Status != 404 {
				t.Errorf("%s: %d %s", name, a.Status, a.Body)
			}
			if after := rows(t, w, "receipts"); after != before {
				t.Errorf("%s was kept", name)
			}
			if a := post(t, w, c.Owner.Key, name, "/tickets", newTicket(c, "Found")); a.Status != 201 || a.Header.Get("Idempotency-Replayed") != "" {
				t.Errorf("%s, then a good request: %d %s", name, a.Status, a.Body)
			}
		}
	})
}

func TestAReplayPassesTheAdmissionChecksAgainAndCounts(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c := w.MustCast(t, "")
		first := post(t, w, c.Member.Key, "mine", "/tickets", newTicket(c, "Mine"))
		again := post(t, w, c.Member.Key, "mine", "/tickets", newTicket(c, "Mine"))
		mustRepeat(t, first, again)
		left := func(a apitest.Answer) string { return a.Header.Get("X-RateLimit-Remaining-Hour") }
		if left(first) == left(again) {
			t.Errorf("the replay has not been counted: %s and %s left", left(first), left(again))
		}
		mustLeave(t, w, c.Project, c.Member.ID)
		if a := post(t, w, c.Member.Key, "mine", "/tickets", newTicket(c, "Mine")); a.Status != 403 || a.Code != "FORBIDDEN" {
			t.Errorf("after the caller lost access: %d %s", a.Status, a.Body)
		}
		project := map[string]any{"name": "Own"}
		own := post(t, w, c.Member.Key, "own", "/projects", project)
		mustRepeat(t, own, post(t, w, c.Member.Key, "own", "/projects", project))
		mustLeave(t, w, path.Base(own.Header.Get("Location")), c.Member.ID)
		if a := post(t, w, c.Member.Key, "own", "/projects", project); a.Status != 403 || a.Code != "FORBIDDEN" {
			t.Errorf("after the caller left the project: %d %s", a.Status, a.Body)
		}
	})
}

// mustLeave removes a member from a project.
func mustLeave(t *testing.T, w *apitest.World, project string, user int64) {
	t.Helper()
	err := w.Store.Write(t.Context(), func(tx *db.Tx) error {
		access, err := workstore.ProjectAccess(t.Context(), tx, project, user)
		if err != nil {
			return err
		}
		if err := tx.Run(t.Context(), `DELETE FROM members WHERE project_id = $1 AND user_id = $2`, access.ProjectID, user); err != nil {
			return err
		}
		return apitest.Raise(t.Context(), tx, access.ProjectID, w.Clock.Now())
	})
	if err != nil {
		t.Fatal(err)
	}
}

// A POST with an Idempotency-Key may take one round trip more than another. It takes none.
func TestAPOSTWithAnIdempotencyKeyTakesNoMoreRoundTrips(t *testing.T) {
	t.Parallel()
	wire := newWireTap(t, dbtest.Postgres(t))
	w := apitest.New(t, wire.url, nil)
	c := w.MustCast(t, "")
	n := 0
	least(t, wire, 4, "a ticket is created", func() {
		n++
		if a := post(t, w, c.Owner.Key, fmt.Sprint("request ", n), "/tickets", newTicket(c, "New")); a.Status != 201 {
			t.Fatalf("%d %s", a.Status, a.Body)
		}
	})
}

func TestTheFirstAnswerIsRepeatedEvenIfWhatWasCreatedHasBeenDeleted(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c := w.MustCast(t, "")
		var project struct {
			UUID string `json:"uuid"`
		}
		first := post(t, w, c.Owner.Key, "project", "/projects", map[string]any{"name": "Short-lived"})
		first.Data(t, &project)
		item := map[string]any{"op": "create", "project_uuid": project.UUID, "title": "Short-lived"}
		batch := post(t, w, c.Owner.Key, "batch", "/tickets/batch", map[string]any{"items": []any{item}})
		ticket := post(t, w, c.Owner.Key, "ticket", "/tickets", newTicket(c, "Short-lived"))
		var made struct {
			UUID string `json:"uuid"`
		}
		ticket.Data(t, &made)
		for _, path := range []string{"/tickets/" + made.UUID, "/projects/" + project.UUID} {
			if a := w.Call(t, c.Owner.Key, http.MethodDelete, path, nil); a.Status != 200 {
				t.Fatalf("%s: %d %s", path, a.Status, a.Body)
			}
		}
		mustRepeat(t, first, post(t, w, c.Owner.Key, "project", "/projects", map[string]any{"name": "Short-lived"}))
		mustRepeat(t, batch, post(t, w, c.Owner.Key, "batch", "/tickets/batch", map[string]any{"items": []any{item}}))
		mustRepeat(t, ticket, post(t, w, c.Owner.Key, "ticket", "/tickets", newTicket(c, "Short-lived")))
	})
}
