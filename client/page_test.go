package client_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"earnest/client"
)

// shelf serves a list whose items may change between pages: items(n) is the list as of the n-th request, counting from 1. The list is sorted,
// and a cursor is the last item before it.
func shelf(t *testing.T, items func(n int) []string) (*client.Client, *[]string) {
	t.Helper()
	var asked []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.URL.RequestURI())
		all := items(len(asked))
		size, _ := strconv.Atoi(r.FormValue("per_page"))
		from, found := slices.BinarySearch(all, r.FormValue("cursor"))
		if found {
			from++
		}
		part := all[from:min(from+size, len(all))]
		var next *string
		if from+size < len(all) {
			next = &part[size-1]
		}
		data := make([]map[string]string, len(part))
		for i, uuid := range part {
			data[i] = map[string]string{"uuid": uuid}
		}
		json.NewEncoder(w).Encode(map[string]any{
			"data": data,
			"meta": map[string]any{"total": len(all), "count": len(part), "per_page": size, "next": next},
		})
	}))
	t.Cleanup(server.Close)
	return client.New(server.URL, testKey, client.WithRetry(0, 0)), &asked
}

func numbered(from, to int) []string {
	var names []string
	for i := from; i <= to; i++ {
		names = append(names, fmt.Sprintf("t%04d", i))
	}
	return names
}

func walkAll(t *testing.T, c *client.Client, q client.TicketQuery) []string {
	t.Helper()
	var got []string
	for ticket, err := range c.AllTickets(t.Context(), "p", q) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, ticket.UUID)
	}
	return got
}

func TestWalkYieldsEveryItemWithTheFewestRequests(t *testing.T) {
	t.Parallel()
	for total, pages := range map[int]int{0: 1, 1: 1, 499: 1, 500: 1, 501: 2, 1000: 2, 1203: 3} {
		c, asked := shelf(t, func(int) []string { return numbered(1, total) })
		if got := walkAll(t, c, client.TicketQuery{}); !slices.Equal(got, numbered(1, total)) {
			t.Errorf("of %d: got %d", total, len(got))
		}
		if len(*asked) != pages {
			t.Errorf("of %d: %d requests, want %d", total, len(*asked), pages)
		}
	}
}

func TestWalkAsksForPagesOf500WithItsFilters(t *testing.T) {
	t.Parallel()
	c, asked := shelf(t, func(int) []string { return numbered(1, 501) })
	walkAll(t, c, client.TicketQuery{Sprint: "s"})
	want := []string{"/api/v1/tickets?cursor=&per_page=500&project=p&sprint=s", "/api/v1/tickets?cursor=t0500&per_page=500&project=p&sprint=s"}
	if !slices.Equal(*asked, want) {
		t.Errorf("asked %v", *asked)
	}
}

func TestWalkStartsWhereAskedWithTheSizeAsked(t *testing.T) {
	t.Parallel()
	c, asked := shelf(t, func(int) []string { return numbered(1, 10) })
	if got := walkAll(t, c, client.TicketQuery{Cursor: new("t0004"), PerPage: 4}); !slices.Equal(got, numbered(5, 10)) {
		t.Errorf("got %v", got)
	}
	if len(*asked) != 2 {
		t.Errorf("asked %v", *asked)
	}
}

func TestWalkFollowsAListThatGrows(t *testing.T) {
	t.Parallel()
	c, _ := shelf(t, func(n int) []string { return numbered(1, 8+n) }) // the list grows by one item with each request
	if got := walkAll(t, c, client.TicketQuery{PerPage: 4}); !slices.Equal(got, numbered(1, 11)) {
		t.Errorf("got %v", got)
	}
}

func TestWalkEndsWhenTheListShrinks(t *testing.T) {
	t.Parallel()
	for _, left := range []int{0, 3, 4, 6} {
		c, asked := shelf(t, func(n int) []string {
			if n == 1 {
				return numbered(1, 20)
			}
			return numbered(1, left)
		})
		if got := walkAll(t, c, client.TicketQuery{PerPage: 4}); !slices.Equal(got, numbered(1, max(left, 4))) {
			t.Errorf("%d left: got %v", left, got)
		}
		if len(*asked) != 2 {
			t.Errorf("%d left: %d requests", left, len(*asked))
		}
	}
}

func TestWalkEndsWhereNothingFollowsWhateverTheTotalSays(t *testing.T) {
	t.Parallel()
	w := newWorld(t, []answer{ok(`{"data":[{"uuid":"a"}],"meta":{"total":9999,"count":1,"per_page":1,"next":null}}`)})
	if got := walkAll(t, w.Client, client.TicketQuery{}); len(got) != 1 {
		t.Errorf("got %v", got)
	}
	w.wantRequests(t, 1)
}

func TestWalkNeitherRepeatsNorSkipsItemsWhenOthersComeAndGo(t *testing.T) {
	t.Parallel()
	for name, later := range map[string][]string{
		"one was inserted before the first": numbered(1, 9),
		"the first page was deleted":        numbered(6, 9),
		"the last one read was deleted":     slices.Delete(numbered(2, 9), 3, 4),
	} {
		c, _ := shelf(t, func(n int) []string {
			if n == 1 {
				return numbered(2, 9)
			}
			return later
		})
		if got := walkAll(t, c, client.TicketQuery{PerPage: 4}); !slices.Equal(got, numbered(2, 9)) {
			t.Errorf("%s: got %v", name, got)
		}
	}
}

// A server without cursors ignores the parameter and returns the first page.
func TestWalkOfAServerWithoutCursorsFailsInsteadOfLosingPages(t *testing.T) {
	t.Parallel()
	w := newWorld(t, []answer{ok(`{"data":[{"uuid":"a"}],"meta":{"total":2,"count":1,"page":1,"per_page":1}}`)})
	n := 0
	var failure error
	for _, err := range w.AllTickets(t.Context(), "p", client.TicketQuery{PerPage: 1}) {
		if n++; err != nil {
			failure = err
		}
	}
	if n != 1 || failure == nil {
		t.Errorf("%d items, then %v", n, failure)
	}
	w.wantRequests(t, 1)
}

func TestWalkStopsAskingWhenTheCallerStops(t *testing.T) {
	t.Parallel()
	c, asked := shelf(t, func(int) []string { return numbered(1, 20) })
	for range c.AllTickets(t.Context(), "p", client.TicketQuery{PerPage: 4}) {
		break
	}
	if len(*asked) != 1 {
		t.Errorf("%d requests", len(*asked))
	}
}

func TestWalkCanBeRepeated(t *testing.T) {
	t.Parallel()
	c, _ := shelf(t, func(int) []string { return numbered(1, 10) })
	walk := c.AllTickets(t.Context(), "p", client.TicketQuery{PerPage: 4})
	for range 2 {
		n := 0
		for range walk {
			n++
		}
		if n != 10 {
			t.Errorf("got %d items", n)
		}
	}
}

func TestWalkYieldsAnErrorLast(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	c, _ := shelf(t, func(int) []string { return numbered(1, 20) })
	var failures []error
	n := 0
	for _, err := range c.AllTickets(ctx, "p", client.TicketQuery{PerPage: 4}) {
		if err != nil {
			failures = append(failures, err)
			continue
		}
		if n++; n == 6 {
			cancel()
		}
	}
	if n != 8 || len(failures) != 1 || !errors.Is(failures[0], context.Canceled) {
		t.Errorf("%d items, then %v", n, failures)
	}
}

func TestTimeEntriesAreWalkedToo(t *testing.T) {
	t.Parallel()
	c, asked := shelf(t, func(int) []string { return numbered(1, 5) })
	var got []string
	for entry, err := range c.AllTimeEntries(t.Context(), "p", client.TimeEntryQuery{Ticket: "t", PerPage: 3}) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, entry.UUID)
	}
	if !slices.Equal(got, numbered(1, 5)) {
		t.Errorf("got %v", got)
	}
	if want := "/api/v1/time-entries?cursor=t0003&per_page=3&project=p&story=t"; (*asked)[1] != want {
		t.Errorf("asked %s", (*asked)[1])
	}
}

// uuidsOf returns the items of an iteration.
func uuidsOf[T any](items iter.Seq2[T, error], uuid func(T) string) ([]string, error) {
	var list []string
	for item, err := range items {
		if err != nil {
			return list, err
		}
		list = append(list, uuid(item))
	}
	return list, nil
}

func TestEveryListIsWalked(t *testing.T) {
	t.Parallel()
	for path, walk := range map[string]func(*client.Client) ([]string, error){
		"/projects?": func(c *client.Client) ([]string, error) {
			return uuidsOf(c.AllProjects(t.Context()), func(p client.Project) string { return p.UUID })
		},
		"/team?project=u&": func(c *client.Client) ([]string, error) {
			return uuidsOf(c.AllTeam(t.Context(), "u"), func(m client.TeamMember) string { return m.UUID })
		},
		"/super-epics?project=u&": func(c *client.Client) ([]string, error) {
			return uuidsOf(c.AllSuperEpics(t.Context(), "u"), func(s client.SuperEpic) string { return s.UUID })
		},
		"/epics?project=u&": func(c *client.Client) ([]string, error) {
			return uuidsOf(c.AllEpics(t.Context(), "u"), func(e client.Epic) string { return e.UUID })
		},
		"/sprints?project=u&": func(c *client.Client) ([]string, error) {
			return uuidsOf(c.AllSprints(t.Context(), "u"), func(s client.Sprint) string { return s.UUID })
		},
		"/subtasks?ticket_uuid=u&": func(c *client.Client) ([]string, error) {
			return uuidsOf(c.AllSubtasks(t.Context(), "u"), func(s client.Subtask) string { return s.UUID })
		},
		"/comments?ticket_uuid=u&": func(c *client.Client) ([]string, error) {
			return uuidsOf(c.AllComments(t.Context(), "u"), func(m client.Comment) string { return m.UUID })
		},
		"/dependencies?project=u&": func(c *client.Client) ([]string, error) {
			return uuidsOf(c.AllDependencies(t.Context(), "u"), func(d client.Dependency) string { return d.UUID })
		},
		"/milestones?project=u&": func(c *client.Client) ([]string, error) {
			return uuidsOf(c.AllMilestones(t.Context(), "u"), func(m client.Milestone) string { return m.UUID })
		},
	} {
		c, asked := shelf(t, func(int) []string { return numbered(1, 501) })
		got, err := walk(c)
		if err != nil || !slices.Equal(got, numbered(1, 501)) {
			t.Errorf("%s: got %d items, and then %v", path, len(got), err)
		}
		path, filter, _ := strings.Cut(path, "?")
		for i, cursor := range []string{"", "t0500"} {
			want := "/api/v1" + path + "?" + sortedQuery("cursor="+cursor+"&per_page=500&"+filter)
			if len(*asked) != 2 || (*asked)[i] != want {
				t.Errorf("asked %v, want %s", *asked, want)
			}
		}
	}
}

// sortedQuery returns a query string in the order in which the client sends it.
func sortedQuery(text string) string {
	query, _ := url.ParseQuery(text)
	return query.Encode()
}
