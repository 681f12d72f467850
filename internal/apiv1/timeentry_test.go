package apiv1_test

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"earnest/client"
	"earnest/internal/apitest"
	"earnest/internal/db"
	transferstore "earnest/internal/transfer/store"
)

// mustLog logs time for a person on a ticket.
func mustLog(t testing.TB, p apitest.Person, ticket string, minutes int, day client.Date) *client.TimeEntry {
	t.Helper()
	return apitest.Must(p.CreateTimeEntry(t.Context(), client.TimeEntryCreate{TicketUUID: ticket, DurationMinutes: minutes, LoggedAt: day}))(t)
}

// mustEffort checks that the roll-ups equal a recount of the time entries.
func mustEffort(t testing.TB, w *apitest.World) {
	t.Helper()
	err := w.Store.Read(t.Context(), func(tx *db.Tx) error {
		found, err := transferstore.EffortMismatches(t.Context(), tx, nil)
		for _, sentence := range found {
			t.Error(sentence)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func minutesOf(entries []client.TimeEntry) string {
	list := []string{}
	for _, e := range entries {
		list = append(list, strconv.Itoa(e.DurationMinutes))
	}
	return strings.Join(list, " ")
}

func TestTimeEntryShowsWhoLoggedWhatOnWhichTicket(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c := w.MustCast(t, "")
		before := apitest.Must(c.Owner.Ticket(t.Context(), c.Ticket))(t)
		w.Clock.Advance(time.Minute)
		body := fmt.Sprintf(`{"ticket_uuid":%q,"duration_minutes":90.0,"logged_at":"2024-02-29","comment":"pair work","user_id":%d}`, strings.ToUpper(c.Ticket), c.Owner.ID)
		a := w.Call(t, c.Member.Key, http.MethodPost, "/time-entries", body)
		if a.Status != http.StatusCreated {
			t.Fatalf("%d %s", a.Status, a.Body)
		}
		var e client.TimeEntry
		a.Data(t, &e)
		want := fmt.Sprintf(`{"data":{"uuid":%q,"ticket_id":%d,"user_id":%d,"user_name":"member Test","ticket_uuid":%q,"ticket_title":"Ticket",`+
			`"duration_minutes":90,"comment":"pair work","logged_at":"2024-02-29 00:00:00","created_at":"2026-03-10 09:01:00",`+
			`"created_at_iso":"2026-03-10T09:01:00.000000Z"}}`, e.UUID, e.TicketID, c.Member.ID, c.Ticket)
		if strings.TrimSpace(string(a.Body)) != want {
			t.Errorf("the entry is\n%s, not\n%s", a.Body, want)
		}
		if after := apitest.Must(c.Owner.Ticket(t.Context(), c.Ticket))(t); after.UpdatedAt != before.UpdatedAt {
			t.Errorf("logging moved the ticket's updated_at to %v: its detail does not show the time", after.UpdatedAt)
		}
		for _, comment := range []string{`,"comment":null`, ``} {
			a := w.Call(t, c.Member.Key, http.MethodPost, "/time-entries", fmt.Sprintf(`{"ticket_uuid":%q,"duration_minutes":1,"logged_at":"9999-12-31"%s}`, c.Ticket, comment))
			if !strings.Contains(string(a.Body), `"comment":null,"logged_at":"9999-12-31 00:00:00"`) {
				t.Errorf("without a comment the entry is %s", a.Body)
			}
		}
		mustEffort(t, w)
	})
}

func TestTimeEntriesAreListedByDayInPagesThatNeverOverlap(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		ctx := t.Context()
		c := w.MustCast(t, "")
		other := c.NewTicket(t)
		for i, day := range []client.Date{"2026-03-02", "2026-03-01", "2026-03-03", "2026-03-01", "2026-03-02", "2026-03-01"} {
			mustLog(t, c.Member, []string{c.Ticket, other}[i%2], i+1, day)
		}
		list := func(q client.TimeEntryQuery) *client.Page[client.TimeEntry] {
			t.Helper()
			return apitest.Must(c.Viewer.TimeEntries(ctx, c.Project, q))(t)
		}
		for _, x := range []struct {
			query client.TimeEntryQuery
			want  string
			meta  client.Meta
		}{
			{client.TimeEntryQuery{}, "2 4 6 1 5 3", client.Meta{Total: 6}},
			{client.TimeEntryQuery{Ticket: other}, "2 4 6", client.Meta{Total: 3}},
			{client.TimeEntryQuery{PerPage: 4}, "2 4 6 1", client.Meta{Total: 6, Count: 4, Page: 1, PerPage: 4}},
			{client.TimeEntryQuery{Page: 2, PerPage: 4}, "5 3", client.Meta{Total: 6, Count: 2, Page: 2, PerPage: 4}},
			{client.TimeEntryQuery{Page: 3, PerPage: 4}, "", client.Meta{Total: 6, Page: 3, PerPage: 4}},
			{client.TimeEntryQuery{Page: 1}, "2 4 6 1 5 3", client.Meta{Total: 6, Count: 6, Page: 1, PerPage: 100}},
			{client.TimeEntryQuery{Ticket: c.Ticket, Page: 2, PerPage: 2}, "3", client.Meta{Total: 3, Count: 1, Page: 2, PerPage: 2}},
		} {
			if got := list(x.query); minutesOf(got.Data) != x.want || got.Meta != x.meta {
				t.Errorf("%+v gave %q, %+v; want %q, %+v", x.query, minutesOf(got.Data), got.Meta, x.want, x.meta)
			}
		}
	})
}

// The number of statements does not depend on the length of the list.
func TestAListOfTimeEntriesCostsTheSameNumberOfStatements(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c := w.MustCast(t, "")
		for i := range 6 {
			mustLog(t, c.Member, c.Ticket, i+1, "2026-03-01")
		}
		once := func(q client.TimeEntryQuery) int64 {
			before := w.Store.Statements()
			apitest.Must(c.Viewer.TimeEntries(t.Context(), c.Project, q))(t)
			return w.Store.Statements() - before
		}
		// The minimum over several runs, since background work may interfere.
		cost := func(q client.TimeEntryQuery) int64 { return min(once(q), once(q), once(q), once(q)) }
		if one, all := cost(client.TimeEntryQuery{PerPage: 1}), cost(client.TimeEntryQuery{}); all != one {
			t.Errorf("a list of 6 costs %d statements, a list of 1 costs %d", all, one)
		}
	})
}

func TestUpdatedSinceSeesNewEntriesAndRenamedTickets(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		ctx := t.Context()
		c := w.MustCast(t, "")
		other := c.NewTicket(t)
		mustLog(t, c.Member, c.Ticket, 1, "2026-03-05")
		mustLog(t, c.Member, other, 2, "2026-03-04")
		w.Clock.Advance(time.Hour)
		since := w.Clock.Now()
		want := func(name string, q client.TimeEntryQuery, list string) {
			t.Helper()
			q.UpdatedSince = since
			got := apitest.Must(c.Viewer.TimeEntries(ctx, c.Project, q))(t)
			if minutesOf(got.Data) != list || got.Meta.Total != len(strings.Fields(list)) && q.Page == 0 {
				t.Errorf("%s: %q of %d are new, not %q", name, minutesOf(got.Data), got.Meta.Total, list)
			}
		}
		want("nothing happened", client.TimeEntryQuery{}, "")
		mustLog(t, c.Owner, c.Ticket, 3, "2025-12-31") // logged exactly at since, which is inclusive
		want("logged", client.TimeEntryQuery{}, "3")
		apitest.Must(c.Member.UpdateTicket(ctx, other, client.TicketUpdate{Status: client.Set("done")}))(t)
		want("a ticket changed but kept its title", client.TimeEntryQuery{}, "3")
		apitest.Must(c.Member.UpdateTicket(ctx, c.Ticket, client.TicketUpdate{Title: client.Set("Renamed")}))(t)
		want("renamed", client.TimeEntryQuery{}, "3 1") // an entry that is new for two reasons is listed once
		want("renamed, of another ticket", client.TimeEntryQuery{Ticket: other}, "")
		want("renamed, of the ticket", client.TimeEntryQuery{Ticket: c.Ticket}, "3 1")
		want("renamed, second page", client.TimeEntryQuery{Page: 2, PerPage: 1}, "1")
		entry := apitest.Must(c.Viewer.TimeEntries(ctx, c.Project, client.TimeEntryQuery{Ticket: c.Ticket}))(t).Data[0]
		if entry.TicketTitle != "Renamed" {
			t.Errorf("the entry shows the title %q", entry.TicketTitle)
		}
		w.Clock.Advance(time.Second)
		since = w.Clock.Now()
		want("a second later", client.TimeEntryQuery{}, "")
	})
}

func TestTimeOutlivesItsTicket(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		ctx := t.Context()
		c := w.MustCast(t, "")
		sprint, epic := c.NewSprint(t), c.NewEpic(t)
		moved := client.TicketUpdate{SprintUUID: client.Set(sprint), EpicUUID: client.Set(epic)}
		entry := mustLog(t, c.Member, c.Ticket, 60, "2026-03-01")
		apitest.Must(c.Member.UpdateTicket(ctx, c.Ticket, moved))(t)
		mustLog(t, c.Owner, c.Ticket, 30, "2026-03-01")
		mustEffort(t, w)
		if err := c.Member.DeleteEpic(ctx, epic); err != nil {
			t.Fatal(err)
		}
		mustEffort(t, w)
		if err := c.Member.DeleteTicket(ctx, c.Ticket); err != nil {
			t.Fatal(err)
		}
		mustEffort(t, w)
		for name, q := range map[string]client.TimeEntryQuery{"project": {}, "story": {Ticket: c.Ticket}} {
			list := apitest.Must(c.Viewer.TimeEntries(ctx, c.Project, q))(t)
			if len(list.Data) != 2 || list.Meta.Total != 2 || fmt.Sprint(list.Data[0]) != fmt.Sprint(*entry) {
				t.Errorf("%s: after its ticket was deleted there is %+v, not %+v", name, list.Data, *entry)
			}
		}
		if _, err := c.Member.CreateTimeEntry(ctx, client.TimeEntryCreate{TicketUUID: c.Ticket, DurationMinutes: 5, LoggedAt: "2026-03-01"}); !errors.Is(err, client.NotFound) {
			t.Errorf("logging on a deleted ticket gave %v", err)
		}
	})
}

func TestLoggingWhileTheTicketMovesLosesNothing(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		ctx := t.Context()
		c := w.MustCast(t, "")
		sprints := []client.Opt[string]{client.Set(c.Sprint), client.Set(c.NewSprint(t)), client.Null[string]()}
		const rounds = 12
		var all sync.WaitGroup
		for _, p := range []apitest.Person{c.Owner, c.Admin, c.Member} {
			all.Go(func() {
				for i := range rounds {
					if _, err := p.CreateTimeEntry(ctx, client.TimeEntryCreate{TicketUUID: c.Ticket, DurationMinutes: 10, LoggedAt: "2026-03-01"}); err != nil {
						t.Error(err)
					}
					if _, err := p.UpdateTicket(ctx, c.Ticket, client.TicketUpdate{SprintUUID: sprints[i%len(sprints)]}); err != nil {
						t.Error(err)
					}
				}
			})
		}
		all.Wait()
		mustEffort(t, w)
		list := apitest.Must(c.Owner.TimeEntries(ctx, c.Project, client.TimeEntryQuery{PerPage: 1}))(t)
		if list.Meta.Total != 3*rounds {
			t.Errorf("%d entries were stored, not %d", list.Meta.Total, 3*rounds)
		}
	})
}

func TestTimeEntriesAreRefusedWithTheRightReason(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c, other, none := w.MustCast(t, ""), w.MustCast(t, "other-"), apitest.NewUUID()
		of, member := "/time-entries?project="+c.Project, c.Member.Key
		body := func(ticket, minutes, day, more string) string {
			return fmt.Sprintf(`{"ticket_uuid":%q,"duration_minutes":%s,"logged_at":%q%s}`, ticket, minutes, day, more)
		}
		log := func(name, key, body string, code client.Code, message string) badCall {
			return badCall{"create: " + name, key, "POST", "/time-entries", body, code, message}
		}
		const bounds, date = "duration_minutes must be an integer from 1 to 100000", "logged_at must be a date written YYYY-MM-DD"
		wantBad(t, w, []badCall{
			{"list: no project", member, "GET", "/time-entries", "", client.ValidationError, "project is required"},
			{"list: unknown project", member, "GET", "/time-entries?project=" + none, "", client.NotFound, "project not found"},
			{"list: stranger before the query", c.Stranger.Key, "GET", of + "&page=0", "", client.Forbidden, "not a member"},
			{"list: malformed story", member, "GET", of + "&story=x", "", client.ValidationError, "story must be the uuid or key of a ticket"},
			{"list: unknown story", member, "GET", of + "&story=" + none, "", client.NotFound, "no such ticket"},
			{"list: another project's story", member, "GET", of + "&story=" + other.Ticket, "", client.NotFound, "no such ticket"},
			{"list: page 0", member, "GET", of + "&page=0", "", client.ValidationError, "page must be"},
			{"list: 501 a page", member, "GET", of + "&per_page=501", "", client.ValidationError, "per_page must be an integer from 1 to 500"},
			{"list: no moment", member, "GET", of + "&updated_since=yesterday", "", client.ValidationError, "updated_since must be"},

			log("no ticket", member, `{"duration_minutes":5,"logged_at":"2026-03-01"}`, client.ValidationError, "ticket_uuid is required"),
			log("unknown ticket before the rest", member, body(none, "0", "", ""), client.NotFound, "ticket not found"),
			log("stranger before the rest", c.Stranger.Key, body(c.Ticket, "0", "", ""), client.Forbidden, "not a member"),
			log("viewer before the rest", c.Viewer.Key, body(c.Ticket, "0", "", ""), client.Forbidden, "viewer"),
			log("no minutes", member, fmt.Sprintf(`{"ticket_uuid":%q,"logged_at":"2026-03-01"}`, c.Ticket), client.ValidationError, "duration_minutes is required"),
			log("no day", member, fmt.Sprintf(`{"ticket_uuid":%q,"duration_minutes":5}`, c.Ticket), client.ValidationError, "logged_at is required"),
			log("0 minutes", member, body(c.Ticket, "0", "2026-03-01", ""), client.ValidationError, bounds),
			log("100001 minutes", member, body(c.Ticket, "100001", "2026-03-01", ""), client.ValidationError, bounds),
			log("half a minute", member, body(c.Ticket, "0.5", "2026-03-01", ""), client.ValidationError, bounds),
			log("text minutes", member, body(c.Ticket, `"5"`, "2026-03-01", ""), client.ValidationError, bounds),
			log("null minutes", member, body(c.Ticket, "null", "2026-03-01", ""), client.ValidationError, bounds),
			log("no real day", member, body(c.Ticket, "5", "2026-02-29", ""), client.ValidationError, date),
			log("a moment", member, body(c.Ticket, "5", "2026-03-01 00:00:00", ""), client.ValidationError, date),
			log("long comment", member, body(c.Ticket, "5", "2026-03-01", `,"comment":"`+strings.Repeat("é", 2001)+`"`), client.ValidationError, "comment must be text of at most 2000 characters"),

			{"the list cannot be updated", member, "PUT", "/time-entries", "{}", client.MethodNotAllowed, "GET, HEAD, POST"},
			{"the list cannot be deleted", member, "DELETE", "/time-entries", "", client.MethodNotAllowed, "GET, HEAD, POST"},
			{"a single entry cannot be read", member, "GET", "/time-entries/" + none, "", client.NotFound, "nothing at this path"},
			{"a single entry cannot be deleted", member, "DELETE", "/time-entries/" + none, "", client.NotFound, "nothing at this path"},
			{"reading without the scope", w.MustKey(t, c.Member.Email, "time:write"), "GET", of, "", client.InsufficientScope, "time:read"},
			{"writing without the scope", w.MustKey(t, c.Member.Email, "time:read"), "POST", "/time-entries", "{}", client.InsufficientScope, "time:write"},
		})
		if list := apitest.Must(c.Owner.TimeEntries(t.Context(), c.Project, client.TimeEntryQuery{}))(t); list.Meta.Total != 0 {
			t.Errorf("refused writes left something behind: %+v", list.Data)
		}
		mustEffort(t, w)
	})
}
