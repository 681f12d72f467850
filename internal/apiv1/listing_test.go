package apiv1_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"earnest/client"
	"earnest/internal/apitest"
	"earnest/internal/apiv1"
	"earnest/internal/db/dbtest"
	"earnest/test/rig"
)

func TestPagesNeverOverlapAndMissNothing(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c := w.MustCast(t, "")
		want := []string{c.Ticket}
		for range 24 {
			want = append(want, c.NewTicket(t))
		}
		got := []string{}
		for page := 1; ; page++ {
			p := apitest.Must(c.Owner.Tickets(t.Context(), c.Project, client.TicketQuery{Page: page, PerPage: 7}))(t)
			if p.Meta.Total != 25 || p.Meta.Page != page || p.Meta.PerPage != 7 || p.Meta.Count != len(p.Data) {
				t.Errorf("page %d: meta %+v with %d items", page, p.Meta, len(p.Data))
			}
			if len(p.Data) == 0 {
				break
			}
			for _, ticket := range p.Data {
				got = append(got, ticket.UUID)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("the pages hold %d tickets in another order than the %d created", len(got), len(want))
		}
		whole := w.Call(t, c.Owner.Key, http.MethodGet, "/tickets?project="+c.Project, nil)
		if !strings.HasSuffix(string(whole.Body), `,"meta":{"total":25}}`+"\n") {
			t.Errorf("without pages the list ends in %q", whole.Body[len(whole.Body)-40:])
		}
	})
}

// updated_since includes a ticket if and only if its details have changed.
func TestUpdatedSinceSeesEveryChangeOfADetail(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		ctx := t.Context()
		c := w.MustCast(t, "")
		other := c.NewTicket(t)
		apitest.Must(c.Owner.UpdateTicket(ctx, c.Ticket, client.TicketUpdate{
			EpicUUID: client.Set(c.Epic), SprintUUID: client.Set(c.Sprint), Dependencies: client.Set([]string{other}), Tags: client.Set([]string{c.Tag}),
		}))(t)
		update := func(uuid string, u client.TicketUpdate) func() error {
			return func() error {
				_, err := c.Owner.UpdateTicket(ctx, uuid, u)
				return err
			}
		}
		for _, tc := range []struct {
			what string
			do   func() error
			sees bool
		}{
			{"the title of a ticket it depends on", update(other, client.TicketUpdate{Title: client.Set("Renamed")}), true},
			{"a subtask", func() error {
				_, err := c.Owner.UpdateSubtask(ctx, c.Subtask, client.SubtaskUpdate{Status: client.Set("done")})
				return err
			}, true},
			{"a new subtask", func() error { c.NewSubtask(t); return nil }, true},
			{"the deletion of a subtask", func() error { return c.Owner.DeleteSubtask(ctx, c.Subtask) }, true},
			{"its tags", update(c.Ticket, client.TicketUpdate{Tags: client.Set([]string{})}), true},
			{"the deletion of its epic", func() error { return c.Owner.DeleteEpic(ctx, c.Epic) }, true},
			{"the deletion of a ticket it depends on", func() error { return c.Owner.DeleteTicket(ctx, other) }, true},
			{"an update that changes nothing", update(c.Ticket, client.TicketUpdate{Title: client.Set("Ticket")}), false},
			{"an empty update", update(c.Ticket, client.TicketUpdate{}), false},
			{"a comment", func() error { c.NewComment(t); return nil }, false},
		} {
			w.Clock.Advance(time.Minute)
			moment := w.Clock.Now()
			if err := tc.do(); err != nil {
				t.Fatalf("%s: %v", tc.what, err)
			}
			for _, form := range []string{time.RFC3339, time.DateTime, "2006-01-02T15:04:05"} {
				query := "/tickets?project=" + c.Project + "&updated_since=" + url.QueryEscape(moment.Format(form))
				sees := strings.Contains(string(w.Call(t, c.Owner.Key, http.MethodGet, query, nil).Body), `{"uuid":"`+c.Ticket)
				if sees != tc.sees {
					t.Errorf("%s: seen %v, want %v", tc.what, sees, tc.sees)
				}
			}
		}
	})
}

// The number of statements that a list needs does not depend on its length.
func TestAListDoesNotCostAStatementPerRow(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c := w.MustCast(t, "")
		asked := 0
		// least returns the minimum cost of an uncached request over several runs, since background flushes may interfere.
		least := func(path string) int64 {
			n := int64(1 << 40)
			for range 4 {
				asked++
				before := w.Store.Statements()
				w.Call(t, c.Owner.Key, http.MethodGet, fmt.Sprintf("%s%canew=%d", path, "?&"[min(1, strings.Count(path, "?"))], asked), nil)
				n = min(n, w.Store.Statements()-before)
			}
			return n
		}
		cost := func() map[string]int64 {
			costs := map[string]int64{}
			for _, r := range apiv1.Routes() {
				if r.Method == http.MethodGet {
					path, _ := aCall(t, c, r)
					costs[name(r)] = least(path)
				}
			}
			return costs
		}
		few := cost()
		c.MustFill(t, 50)
		for range 20 {
			c.NewSuperEpic(t)
			c.NewEpic(t)
			c.NewSprint(t)
			c.NewSubtask(t)
			c.NewComment(t)
			c.NewProject(t)
			apitest.Must(c.Owner.CreateTimeEntry(t.Context(), client.TimeEntryCreate{TicketUUID: c.Ticket, DurationMinutes: 5, LoggedAt: "2026-03-09"}))(t)
		}
		for route, n := range cost() {
			if n > few[route]+1 { // a key is looked up again after a flush
				t.Errorf("%s cost %d statements with one item and %d with many", route, few[route], n)
			}
		}
	})
}

// A list of 40,000 tickets (long form: 100,000) is written while it is read, so memory use does not grow with its length. The test and its two engines do not
// run in parallel, so that memory used by other tests is not counted.
func TestAHugeListStreamsInFlatMemory(t *testing.T) {
	t.Run("sqlite", func(t *testing.T) { streamInFlatMemory(t, dbtest.SQLite(t)) })
	t.Run("postgres", func(t *testing.T) { streamInFlatMemory(t, dbtest.Postgres(t)) })
}

func streamInFlatMemory(t *testing.T, database string) {
	t.Helper()
	w := apitest.New(t, database, nil)
	c := w.MustCast(t, "")
	tickets := rig.Times(40_000, 100_000)
	c.MustFill(t, tickets)
	req := apitest.Must(http.NewRequestWithContext(t.Context(), http.MethodGet, w.Server.URL+"/api/v1/tickets?project="+c.Project, nil))(t)
	req.Header.Set("Authorization", "Bearer "+c.Owner.Key)
	base := heap()
	resp := apitest.Must(http.DefaultTransport.RoundTrip(req))(t)
	defer resp.Body.Close()
	peak, total := drain(t, resp.Body)
	if total < int64(tickets)*419 {
		t.Fatalf("the list is only %d MiB", total>>20)
	}
	if grown := peak - base; grown > 8<<20 {
		t.Errorf("reading a list of %d MiB took %d MiB of memory", total>>20, grown>>20)
	}
	t.Logf("%d MiB streamed; the heap grew by %d KiB at most", total>>20, (peak-base)>>10)
}

// drain reads to the end and samples the heap every few MiB.
func drain(t *testing.T, body io.Reader) (peak, total int64) {
	t.Helper()
	buffer := make([]byte, 1<<20)
	for next := int64(0); ; {
		n, err := body.Read(buffer)
		total += int64(n)
		if total >= next {
			peak, next = max(peak, heap()), total+(4<<20)
		}
		if errors.Is(err, io.EOF) {
			return peak, total
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// heap returns the memory in use after a garbage collection.
func heap() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapInuse)
}
