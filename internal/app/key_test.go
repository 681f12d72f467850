package app_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"earnest/internal/app"
	"earnest/internal/db/dbtest"
	"earnest/internal/domain"
)

// A file whose key is taken, by a project that has or had it, gets the key with digits, and its numbers stay.
func TestAnImportedKeyThatIsTakenGetsDigits(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		t.Helper()
		a := instance(t, url)
		file := `{"users": [{"email": "ada@example.org", "firstname": "A", "lastname": "L"}],
			"projects": [{"name": "One", "members": [{"user": "ada@example.org"}], %s}]}`
		mustImport(t, a, fmt.Sprintf(file, `"key": "tic", "old_keys": ["OLD"], "tickets": [{"number": 7, "title": "seven"}, {"title": "next"}]`))
		mustImport(t, a, fmt.Sprintf(file, `"key": "TIC", "old_keys": ["OLD", "OLDER"], "next_number": 20, "tickets": [{"number": 7, "title": "seven"}, {"title": "next"}]`))
		mustImport(t, a, fmt.Sprintf(file, `"key": "OLD", "tickets": [{"title": "first"}, {"title": "second"}]`))
		mustImport(t, a, fmt.Sprintf(file, `"tickets": [{"title": "first"}]`))
		mustBeHealthy(t, a)
		out := mustExport(t, a)
		for _, want := range []string{
			`"name":"One","key":"TIC","old_keys":["OLD"],"next_number":9,`,
			`"name":"One","key":"TIC2","old_keys":["OLDER"],"next_number":21,`,
			`"name":"One","key":"OLD2","next_number":3,`,
			`"name":"One","key":"ONE","next_number":2,`,
		} {
			if !strings.Contains(out, want) {
				t.Errorf("%s is not in %s", want, out)
			}
		}
		for want, times := range map[string]int{`"number":7,"title":"seven"`: 2, `"number":8,"title":"next"`: 1, `"number":20,"title":"next"`: 1, `"number":2,"title":"second"`: 1} {
			if n := strings.Count(out, want); n != times {
				t.Errorf("%s occurs %d times in %s", want, n, out)
			}
		}
	})
}

func TestAnImportRefusesKeysAndNumbersThatCannotBe(t *testing.T) {
	t.Parallel()
	a := instance(t, dbtest.SQLite(t))
	for members, want := range map[string]string{
		`"key": "T"`:                               `projects[0].key: must be a letter from A to Z followed by 1 to 9 letters or digits, not "T"`,
		`"old_keys": ["TIC", "1"]`:                 `projects[0].old_keys[1]: must be a letter from A to Z followed by 1 to 9 letters or digits, not "1"`,
		`"tickets": [{"title": "a", "number": 0}]`: `projects[0].tickets[0].number: must be an integer from 1 to 1000000000000, not 0`,
		`"tickets": [{"title": "a", "number": 4}, {"title": "b", "number": 4}]`:      `projects[0].tickets[1].number: tickets[0] has the number 4, too`,
		`"next_number": 4, "tickets": [{"title": "a"}, {"title": "b", "number": 4}]`: `projects[0].tickets[1].number: must be below the project's next_number, which is 4, and it is 4`,
	} {
		_, err := a.Transfer.Import(t.Context(), strings.NewReader(`{"users": [{"email": "ada@example.org", "firstname": "A", "lastname": "L"}],
			"projects": [{"name": "One", "members": [{"user": "ada@example.org"}], `+members+`}]}`))
		if err == nil || err.Error() != want {
			t.Errorf("%s:\ngot  %v\nwant %s", members, err, want)
		}
	}
}

// Two servers share a database, and 64 callers create tickets in one project at once.
func TestTwoNodesNumberTicketsWithoutGaps(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		t.Helper()
		nodes := []*app.App{instance(t, url), app.New(dbtest.MustOpen(t, url), app.Config{})}
		result := mustImport(t, nodes[0], `{"users": [{"email": "ada@example.org", "firstname": "A", "lastname": "L"}],
			"projects": [{"ref": "p", "name": "One", "members": [{"user": "ada@example.org"}]}]}`)
		caller := domain.Caller{UserID: result.Users["ada@example.org"]}
		const callers, each = 64, 4
		numbers := make(chan int64, callers*each)
		var wg sync.WaitGroup
		for i := range callers {
			wg.Go(func() {
				for n := range each {
					a := nodes[(i+n)%len(nodes)]
					ticket, err := a.Tickets.CreateTicket(t.Context(), caller, result.UUIDs["p"], domain.Given(domain.TicketPatch{Title: domain.Some("x")}))
					if err == nil && n == 1 {
						err = a.Tickets.DeleteTicket(t.Context(), caller, ticket.UUID)
					}
					if err != nil {
						t.Error(err)
						return
					}
					numbers <- ticket.Number
				}
			})
		}
		wg.Wait()
		close(numbers)
		got := []int64{}
		for n := range numbers {
			got = append(got, n)
		}
		slices.Sort(got)
		for i, n := range got {
			if n != int64(i)+1 || len(got) != callers*each {
				t.Fatalf("the numbers are %v", got)
			}
		}
		mustBeHealthy(t, nodes[0])
	})
}
