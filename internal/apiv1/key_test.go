package apiv1_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"earnest/client"
	"earnest/internal/apitest"
	"earnest/internal/domain"
)

// 64 clients create tickets at once, and some of them delete theirs: the numbers have no gaps and no duplicates, and none is used again. On PostgreSQL,
// the suite can run with several nodes; see apitest.NodesVariable.
func TestTicketsCreatedAtOnceAreNumberedWithoutGaps(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c := w.MustCast(t, "")
		const clients, each = 64, 3
		numbers := make(chan int64, clients*each)
		var wg sync.WaitGroup
		for i := range clients {
			wg.Go(func() {
				for n := range each {
					ticket, err := c.Owner.CreateTicket(context.Background(), client.TicketCreate{ProjectUUID: c.Project, Title: fmt.Sprint(i, " ", n)})
					if err != nil {
						t.Error(err)
						return
					}
					numbers <- ticket.Number
					if n == 0 {
						if err := c.Owner.DeleteTicket(context.Background(), ticket.UUID); err != nil {
							t.Error(err)
						}
					}
					refused := client.TicketCreate{ProjectUUID: c.Project, Title: "x", Status: "no such status"}
					if _, err := c.Owner.CreateTicket(context.Background(), refused); err == nil {
						t.Error("a ticket with an unknown status was created")
					}
				}
			})
		}
		wg.Wait()
		close(numbers)
		var got []int64
		for n := range numbers {
			got = append(got, n)
		}
		slices.Sort(got)
		for i, n := range got {
			if n != int64(i)+2 { // the cast has a ticket
				t.Fatalf("the numbers are %v", got)
			}
		}
		last := apitest.Must(c.Owner.CreateTicket(t.Context(), client.TicketCreate{ProjectUUID: c.Project, Title: "last"}))(t)
		if last.Number != clients*each+2 || last.Key != "PRO-"+strconv.Itoa(clients*each+2) {
			t.Errorf("the next ticket is %d, %s", last.Number, last.Key)
		}
	})
}

func TestANumberIsNotUsedAgainAfterADeletion(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c := w.MustCast(t, "")
		second := c.NewTicket(t)
		if err := c.Owner.DeleteTicket(t.Context(), second); err != nil {
			t.Fatal(err)
		}
		if third := apitest.Must(c.Owner.Ticket(t.Context(), c.NewTicket(t)))(t); third.Number != 3 {
			t.Errorf("the ticket after a deleted one has the number %d", third.Number)
		}
		if err := w.App.Tickets.RestoreTicket(t.Context(), domain.Caller{UserID: c.Owner.ID}, second); err != nil {
			t.Fatal(err)
		}
		if again := apitest.Must(c.Owner.Ticket(t.Context(), "pro-2"))(t); again.UUID != second || again.Key != "PRO-2" {
			t.Errorf("the restored ticket is %+v", again.Ticket)
		}
	})
}

// Items that are refused leave no gap, and those of one batch follow each other.
func TestABatchNumbersTheTicketsThatItCreates(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c := w.MustCast(t, "")
		body := fmt.Sprintf(`{"atomic": false, "items": [
			{"op": "create", "project_uuid": %[1]q, "title": "a", "dependencies": ["PRO-1"]},
			{"op": "create", "project_uuid": %[1]q, "title": "b", "status": "nonsense"},
			{"op": "create", "project_uuid": %[1]q, "title": "c"},
			{"op": "update", "uuid": "pro-1", "title": "first"},
			{"op": "delete", "uuid": "PRO-99"}
		]}`, c.Project)
		a := w.Call(t, c.Owner.Key, http.MethodPost, "/tickets/batch", []byte(body))
		for _, want := range []string{`"key":"PRO-2"`, `"key":"PRO-3"`, `"key":"PRO-1"`, `"title":"first"`, `"status":404`} {
			if !strings.Contains(string(a.Body), want) {
				t.Errorf("%s is not in %s", want, a.Body)
			}
		}
		if strings.Contains(string(a.Body), `PRO-4`) {
			t.Errorf("a refused item took a number: %s", a.Body)
		}
	})
}

func TestATicketsKeyIsAcceptedWhereverItsUUIDIs(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c := w.MustCast(t, "")
		other := c.NewTicket(t)
		apitest.Must(c.Owner.UpdateProject(t.Context(), c.Project, client.ProjectUpdate{Key: client.Set("new")}))(t)
		for _, key := range []string{"NEW-1", "new-1", "pro-1", "PRO-1"} {
			ticket := apitest.Must(c.Owner.Ticket(t.Context(), key))(t)
			if ticket.UUID != c.Ticket || ticket.Key != "NEW-1" || ticket.Number != 1 {
				t.Errorf("%s is %+v", key, ticket.Ticket)
			}
			apitest.Must(c.Owner.UpdateTicket(t.Context(), key, client.TicketUpdate{Title: client.Set("by " + key), Dependencies: client.Set([]string{"NEW-2"})}))(t)
			after := apitest.Must(c.Owner.Ticket(t.Context(), c.Ticket))(t)
			if after.Title != "by "+key || len(after.Dependencies) != 1 || after.Dependencies[0].UUID != other {
				t.Errorf("after the update by %s: %+v", key, after.Ticket)
			}
			comment := apitest.Must(c.Owner.CreateComment(t.Context(), client.CommentCreate{TicketUUID: key, Content: "hello"}))(t)
			if comment.TicketUUID != c.Ticket {
				t.Errorf("the comment is on %s", comment.TicketUUID)
			}
			if list := apitest.Must(c.Owner.Comments(t.Context(), key))(t); len(list) < 2 {
				t.Errorf("%s has %d comments", key, len(list))
			}
			if list := apitest.Must(c.Owner.Subtasks(t.Context(), key))(t); len(list) != 1 {
				t.Errorf("%s has %d subtasks", key, len(list))
			}
			entry := apitest.Must(c.Owner.CreateTimeEntry(t.Context(), client.TimeEntryCreate{TicketUUID: key, DurationMinutes: 5, LoggedAt: client.Date("2026-03-02")}))(t)
			if entry.TicketUUID != c.Ticket {
				t.Errorf("the time is on %s", entry.TicketUUID)
			}
			if page := apitest.Must(c.Owner.TimeEntries(t.Context(), c.Project, client.TimeEntryQuery{Ticket: key}))(t); len(page.Data) == 0 {
				t.Errorf("%s has no time", key)
			}
		}
		if err := c.Owner.DeleteTicket(t.Context(), "PRO-2"); err != nil {
			t.Error(err)
		}
	})
}

// A key can be guessed, so one of a project that the caller is not in answers like a ticket that does not exist.
func TestTheKeyOfAnotherProjectAnswersLikeAnUnknownTicket(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c := w.MustCast(t, "")
		for _, path := range []string{"/tickets/%s", "/comments?ticket_uuid=%s", "/subtasks?ticket_uuid=%s"} {
			unknown := w.Call(t, c.Stranger.Key, http.MethodGet, fmt.Sprintf(path, apitest.NewUUID()), nil)
			for _, key := range []string{"PRO-1", "PRO-99", "NONE-1"} {
				if a := w.Call(t, c.Stranger.Key, http.MethodGet, fmt.Sprintf(path, key), nil); a.Status != unknown.Status || string(a.Body) != string(unknown.Body) {
					t.Errorf("%s of %s: %d %s, not %d %s", path, key, a.Status, a.Body, unknown.Status, unknown.Body)
				}
			}
		}
		for _, path := range []string{"/comments", "/subtasks", "/time-entries"} {
			body := `{"ticket_uuid": %q, "content": "x", "title": "x", "duration_minutes": 1, "logged_at": "2026-03-02"}`
			unknown := w.Call(t, c.Stranger.Key, http.MethodPost, path, fmt.Appendf(nil, body, apitest.NewUUID()))
			if a := w.Call(t, c.Stranger.Key, http.MethodPost, path, fmt.Appendf(nil, body, "PRO-1")); a.Status != unknown.Status || string(a.Body) != string(unknown.Body) {
				t.Errorf("POST %s: %d %s, not %d %s", path, a.Status, a.Body, unknown.Status, unknown.Body)
			}
		}
	})
}

func TestAProjectsKeyIsUniqueAndItsOldKeysStayReserved(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		ada, bob := w.MustPerson(t, "ada"), w.MustPerson(t, "bob")
		first := apitest.Must(ada.CreateProject(t.Context(), client.ProjectCreate{Name: "Tickets"}))(t)
		second := apitest.Must(bob.CreateProject(t.Context(), client.ProjectCreate{Name: "tickets"}))(t)
		third := apitest.Must(bob.CreateProject(t.Context(), client.ProjectCreate{Name: "x", Key: "abc1"}))(t)
		if first.Key != "TIC" || second.Key != "TIC2" || third.Key != "ABC1" {
			t.Fatalf("the keys are %s, %s and %s", first.Key, second.Key, third.Key)
		}
		moved := apitest.Must(ada.UpdateProject(t.Context(), first.UUID, client.ProjectUpdate{Key: client.Set("new")}))(t)
		if moved.Key != "NEW" {
			t.Errorf("the new key is %s", moved.Key)
		}
		for key, free := range map[string]string{"TIC": "TIC3", "tic": "TIC3", "NEW": "NEW2", "TIC2": "TIC22"} {
			taken := fmt.Sprintf("key must be free; another project has or had the key %s, and %s is free", strings.ToUpper(key), free)
			_, err := bob.UpdateProject(t.Context(), third.UUID, client.ProjectUpdate{Key: client.Set(key)})
			mustRefuseKey(t, err, taken)
			_, err = bob.CreateProject(t.Context(), client.ProjectCreate{Name: "y", Key: key})
			mustRefuseKey(t, err, taken)
		}
		for _, key := range []string{"A", "1A", "A-B", "ABCDEFGHIJK", "É1"} {
			_, err := bob.UpdateProject(t.Context(), third.UUID, client.ProjectUpdate{Key: client.Set(key)})
			mustRefuseKey(t, err, fmt.Sprintf("key must be a letter from A to Z followed by 1 to 9 letters or digits, not %q", key))
		}
		if back := apitest.Must(ada.UpdateProject(t.Context(), first.UUID, client.ProjectUpdate{Key: client.Set("tic")}))(t); back.Key != "TIC" {
			t.Errorf("a project does not get its old key back: %s", back.Key)
		}
	})
}

func TestAProjectKeepsALimitedNumberOfOldKeys(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		ada := w.MustPerson(t, "ada")
		project := apitest.Must(ada.CreateProject(t.Context(), client.ProjectCreate{Name: "x", Key: "K0"}))(t)
		change := func(key string) error {
			_, err := ada.UpdateProject(t.Context(), project.UUID, client.ProjectUpdate{Key: client.Set(key)})
			return err
		}
		for i := range domain.MaxOldKeys {
			if err := change(fmt.Sprintf("K%d", i+1)); err != nil {
				t.Fatal(err)
			}
		}
		mustRefuseKey(t, change("KMORE"), "key must be one that the project has had before; it already has 50 old keys, and cannot have more")
		if err := change("K7"); err != nil {
			t.Errorf("the project does not get an old key back: %v", err)
		}
	})
}

func mustRefuseKey(t *testing.T, err error, message string) {
	t.Helper()
	refusal, ok := errors.AsType[*client.Error](err)
	if !ok || refusal.Status != http.StatusUnprocessableEntity || refusal.Message != message {
		t.Errorf("%v, want 422 %s", err, message)
	}
}

func TestProjectsCreatedAtOnceGetDifferentKeys(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		ada := w.MustPerson(t, "ada")
		const n = 24
		keys := make(chan string, n)
		var wg sync.WaitGroup
		for range n {
			wg.Go(func() {
				p, err := ada.CreateProject(context.Background(), client.ProjectCreate{Name: "Same"})
				if err != nil {
					t.Error(err)
					return
				}
				keys <- p.Key
			})
		}
		wg.Wait()
		close(keys)
		seen := map[string]bool{}
		for key := range keys {
			seen[key] = true
		}
		if len(seen) != n {
			t.Errorf("%d projects have the keys %v", n, seen)
		}
	})
}

// The key is part of every ticket, so each of them changes with it, whether the tickets have been marked as modified yet or not.
func TestAnotherKeyChangesTheETagsOfTickets(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c := w.MustCast(t, "")
		before := apitest.Must(c.Owner.Ticket(t.Context(), c.Ticket))(t)
		apitest.Must(c.Owner.UpdateProject(t.Context(), c.Project, client.ProjectUpdate{Key: client.Set("new")}))(t)
		after := apitest.Must(c.Owner.Ticket(t.Context(), c.Ticket))(t)
		if before.ETag == after.ETag || after.Key != "NEW-1" {
			t.Errorf("%s had the ETag %s and has %s", after.Key, before.ETag, after.ETag)
		}
		_, err := c.Owner.UpdateTicket(t.Context(), c.Ticket, client.TicketUpdate{Title: client.Set("x")}, client.IfMatch(before.ETag))
		if refusal, ok := errors.AsType[*client.Error](err); !ok || refusal.Status != http.StatusPreconditionFailed {
			t.Errorf("an update of the old version: %v", err)
		}
	})
}
