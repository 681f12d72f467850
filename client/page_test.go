package client_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"testing"

	"earnest/client"
)

// shelf serves a list whose items may change between pages: items(n) is the list as of the n-th request, counting from 1.
func shelf(t *testing.T, items func(n int) []string) (*client.Client, *[]string) {
	t.Helper()
	var asked []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.URL.RequestURI())
		all := items(len(asked))
		page, _ := strconv.Atoi(r.FormValue("page"))
		size, _ := strconv.Atoi(r.FormValue("per_page"))
		from := min((page-1)*size, len(all))
		part := all[from:min(from+size, len(all))]
		data := make([]map[string]string, len(part))
		for i, uuid := range part {
			data[i] = map[string]string{"uuid": uuid}
		}
		json.NewEncoder(w).Encode(map[string]any{
			"data": data,
			"meta": map[string]int{"total": len(all), "count": len(part), "page": page, "per_page": size},
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
	want := []string{"/api/v1/tickets?page=1&per_page=500&project=p&sprint=s", "/api/v1/tickets?page=2&per_page=500&project=p&sprint=s"}
	if !slices.Equal(*asked, want) {
		t.Errorf("asked %v", *asked)
	}
}

func TestWalkStartsWhereAskedWithTheSizeAsked(t *testing.T) {
	t.Parallel()
	c, asked := shelf(t, func(int) []string { return numbered(1, 10) })
	if got := walkAll(t, c, client.TicketQuery{Page: 2, PerPage: 4}); !slices.Equal(got, numbered(5, 10)) {
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

func TestWalkEndsAtAShortPageWhateverTheTotalSays(t *testing.T) {
	t.Parallel()
	w := newWorld(t, []answer{ok(`{"data":[{"uuid":"a"}],"meta":{"total":9999}}`)})
	if got := walkAll(t, w.Client, client.TicketQuery{}); len(got) != 1 {
		t.Errorf("got %v", got)
	}
	w.wantRequests(t, 1)
}

func TestWalkYieldsAnItemThatMovedToTheNextPageOnce(t *testing.T) {
	t.Parallel()
	c, _ := shelf(t, func(n int) []string {
		if n == 1 {
			return numbered(2, 9)
		}
		return numbered(1, 9) // an item was inserted before the first one
	})
	if got := walkAll(t, c, client.TicketQuery{PerPage: 4}); !slices.Equal(got, numbered(2, 9)) {
		t.Errorf("got %v", got)
	}
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
	if want := "/api/v1/time-entries?page=2&per_page=3&project=p&story=t"; (*asked)[1] != want {
		t.Errorf("asked %s", (*asked)[1])
	}
}
