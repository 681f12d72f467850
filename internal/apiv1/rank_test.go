package apiv1_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sync/errgroup"

	"earnest/client"
	"earnest/internal/apitest"
	"earnest/internal/db"
	"earnest/internal/domain"
)

// ordered is a project with tickets that are named by letters.
type ordered struct {
	*apitest.Cast
	uuids map[string]string
}

func mustOrdered(t *testing.T, w *apitest.World, letters string) ordered {
	t.Helper()
	o := ordered{w.MustCast(t, ""), map[string]string{}}
	apitest.Must(0, o.Owner.DeleteTicket(t.Context(), o.Ticket))(t)
	for letter := range strings.SplitSeq(letters, "") {
		made := apitest.Must(o.Owner.CreateTicket(t.Context(), client.TicketCreate{ProjectUUID: o.Project, Title: letter}))(t)
		o.uuids[letter] = made.UUID
	}
	return o
}

// order returns the letters of the tickets by rank.
func (o ordered) order(t *testing.T) string {
	t.Helper()
	var letters strings.Builder
	last := ""
	for _, ticket := range apitest.Must(o.Owner.Tickets(t.Context(), o.Project, client.TicketQuery{Sort: client.SortRank}))(t).Data {
		if ticket.Rank <= last || len(ticket.Rank) > domain.CrowdedRank {
			t.Errorf("the rank %q follows %q", ticket.Rank, last)
		}
		last = ticket.Rank
		letters.WriteString(ticket.Title)
	}
	return letters.String()
}

// move puts a ticket after or before another; "" means that the request does not say.
func (o ordered) move(t *testing.T, letter, after, before string) (*client.Ticket, error) {
	t.Helper()
	var u client.TicketUpdate
	if after != "" {
		u.AfterUUID = client.Set(o.uuids[after])
	}
	if before != "" {
		u.BeforeUUID = client.Set(o.uuids[before])
	}
	return o.Owner.UpdateTicket(t.Context(), o.uuids[letter], u)
}

func TestATicketLandsExactlyWhereAMoveSays(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		o := mustOrdered(t, w, "abcde")
		for _, c := range []struct{ letter, after, before, want string }{
			{"e", "a", "", "aebcd"},
			{"a", "d", "", "ebcda"},
			{"d", "", "e", "debca"},
			{"c", "", "b", "decba"},
			{"a", "d", "e", "daecb"},
			{"b", "d", "c", "dbaec"}, // whatever lies between the two, it comes directly after the first
		} {
			apitest.Must(o.move(t, c.letter, c.after, c.before))(t)
			if got := o.order(t); got != c.want {
				t.Fatalf("%s after %q, before %q: got %s, want %s", c.letter, c.after, c.before, got, c.want)
			}
		}
	})
}

func TestNewTicketsComeLastOrWhereTheirCreatorSays(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		ctx, o := t.Context(), mustOrdered(t, w, "abc")
		apitest.Must(o.move(t, "a", "c", ""))(t)
		for _, c := range []client.TicketCreate{
			{Title: "x"},
			{Title: "y", AfterUUID: o.uuids["b"]},
			{Title: "z", BeforeUUID: o.uuids["b"]},
		} {
			c.ProjectUUID = o.Project
			apitest.Must(o.Owner.CreateTicket(ctx, c))(t)
		}
		if got := o.order(t); got != "zbycax" {
			t.Errorf("got %s", got)
		}
		list := apitest.Must(o.Owner.Tickets(ctx, o.Project, client.TicketQuery{}))(t)
		if got := list.Data[0].Title + list.Data[1].Title + list.Data[2].Title; got != "abc" {
			t.Errorf("a list without a sort is no longer in order of creation: %s", got)
		}
	})
}

func TestAMoveThatChangesNothingLeavesTheTicketAsItWas(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		o := mustOrdered(t, w, "abc")
		before := apitest.Must(o.Owner.Ticket(t.Context(), o.uuids["b"]))(t)
		for _, beside := range [][2]string{{"a", ""}, {"", "c"}, {"a", "c"}} {
			after := apitest.Must(o.move(t, "b", beside[0], beside[1]))(t)
			if after.Rank != before.Rank || !after.UpdatedAt.Equal(before.UpdatedAt.Time) {
				t.Errorf("beside %v: %+v became %+v", beside, before.Ticket, after)
			}
		}
	})
}

func TestADeletedTicketKeepsItsPlaceForWhenItIsRestored(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		o := mustOrdered(t, w, "abcd")
		deleted := apitest.Must(o.Owner.Ticket(t.Context(), o.uuids["b"]))(t)
		apitest.Must(0, o.Owner.DeleteTicket(t.Context(), o.uuids["b"]))(t)
		moved := apitest.Must(o.move(t, "d", "a", ""))(t)
		if moved.Rank >= deleted.Rank || o.order(t) != "adc" {
			t.Errorf("%s was put where the deleted ticket was: %s", moved.Rank, deleted.Rank)
		}
		apitest.Must(0, o.Owner.DeleteTicket(t.Context(), o.uuids["c"]))(t)
		last := apitest.Must(o.Owner.CreateTicket(t.Context(), client.TicketCreate{ProjectUUID: o.Project, Title: "e"}))(t)
		if last.Rank <= deleted.Rank || o.order(t) != "ade" {
			t.Errorf("a new ticket has the rank %s", last.Rank)
		}
	})
}

func TestPlacesThatDoNotExistAreRefused(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		ctx, o := t.Context(), mustOrdered(t, w, "abc")
		other := apitest.Must(o.Owner.CreateProject(ctx, client.ProjectCreate{Name: "Other"}))(t)
		elsewhere := apitest.Must(o.Owner.CreateTicket(ctx, client.TicketCreate{ProjectUUID: other.UUID, Title: "x"}))(t)
		for name, c := range map[string]struct {
			body  map[string]any
			field string
		}{
			"no such ticket":      {map[string]any{"after_uuid": apitest.NewUUID()}, "after_uuid"},
			"another project's":   {map[string]any{"before_uuid": elsewhere.UUID}, "before_uuid"},
			"itself":              {map[string]any{"after_uuid": o.uuids["a"]}, "after_uuid"},
			"the wrong way round": {map[string]any{"after_uuid": o.uuids["c"], "before_uuid": o.uuids["b"]}, "before_uuid"},
			"no uuid":             {map[string]any{"after_uuid": "b"}, "after_uuid"},
			"null":                {map[string]any{"after_uuid": nil}, "after_uuid"},
		} {
			answer := w.Call(t, o.Owner.Key, http.MethodPut, "/tickets/"+o.uuids["a"], c.body)
			wantEnvelope(t, name, answer, http.StatusUnprocessableEntity, "VALIDATION_ERROR")
			if !strings.Contains(string(answer.Body), `"field":"`+c.field+`"`) {
				t.Errorf("%s: %s", name, answer.Body)
			}
		}
		if _, err := o.Owner.CreateTicket(ctx, client.TicketCreate{ProjectUUID: o.Project, Title: "d", AfterUUID: apitest.NewUUID()}); !errors.Is(err, client.ValidationError) {
			t.Errorf("a new ticket after nothing: %v", err)
		}
		if got := o.order(t); got != "abc" {
			t.Errorf("got %s", got)
		}
	})
}

func TestTheNeighboursOfACrowdedGapGetNewRanksAsOneChange(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		o := mustOrdered(t, w, "abcdefgh")
		apitest.Must(o.move(t, "h", "", "a"))(t) // so that every ticket has another rank than if it were created in this order
		far := apitest.Must(o.Owner.Ticket(t.Context(), o.uuids["g"]))(t)
		for i := range 130 {
			letter := "cd"[i%2 : i%2+1]
			apitest.Must(o.move(t, letter, "b", ""))(t)
		}
		if got := o.order(t); got != "habdcefg" {
			t.Errorf("got %s", got)
		}
		var spread int
		err := w.Store.Read(t.Context(), func(tx *db.Tx) error {
			return tx.One(t.Context(), `SELECT COUNT(*) FROM changes WHERE what = 'ranks'`, nil, &spread)
		})
		if err != nil || spread != 1 {
			t.Errorf("%d rows in the log, %v", spread, err)
		}
		if now := apitest.Must(o.Owner.Ticket(t.Context(), o.uuids["g"]))(t); now.Rank == far.Rank || now.ETag == far.ETag {
			t.Errorf("%s with the ETag %s became %s with %s", far.Rank, far.ETag, now.Rank, now.ETag)
		}
	})
}

func TestACrowdedGapGivesNewRanksToAtMost500Neighbours(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		ctx, o := t.Context(), mustOrdered(t, w, "ab")
		o.MustFill(t, 700) // with the time of change 0
		uuid := func(n int) string { return fmt.Sprintf("00000000-0000-7000-8000-%012d", n) }
		count := func(sql string, args ...any) (n int) {
			t.Helper()
			err := w.Store.Read(ctx, func(tx *db.Tx) error { return tx.One(ctx, sql, args, &n) })
			return apitest.Must(n, err)(t)
		}
		changed := func() int {
			return count(`SELECT COUNT(*) FROM tickets WHERE updated_at > 0 AND title LIKE 'Ticket %'`)
		}
		for i := 0; changed() == 0; i++ {
			if i == 200 {
				t.Fatal("the gap is never crowded")
			}
			u := client.TicketUpdate{AfterUUID: client.Set(uuid(350))}
			apitest.Must(o.Owner.UpdateTicket(ctx, o.uuids["ab"[i%2:i%2+1]], u))(t)
		}
		rows := count(`SELECT COUNT(*) FROM changes WHERE what = 'ranks'`)
		logged := count(`SELECT CAST(MAX(to_value) AS INTEGER) FROM changes WHERE what = 'ranks'`)
		if n := changed(); rows != 1 || n > 500 || logged < n || logged > 500 {
			t.Errorf("%d tickets were changed, and %d rows in the log say %d", n, rows, logged)
		}
		// The tickets are still in order: the numbers of their uuids rise.
		if n := count(`SELECT COUNT(*) FROM tickets a JOIN tickets b ON b.project_id = a.project_id AND b.rank <= a.rank AND b.number > a.number
WHERE a.title LIKE 'Ticket %' AND b.title LIKE 'Ticket %'`); n > 0 {
			t.Errorf("%d pairs of tickets are in another order", n)
		}
	})
}

func TestMovesByFourPeopleAtOnceLeadToOneOrder(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		const letters = "abcdefghijkl"
		o := mustOrdered(t, w, letters)
		var group errgroup.Group
		for person := range 4 {
			random := rand.New(rand.NewPCG(18, uint64(person)))
			group.Go(func() error {
				for range 25 {
					of := random.Perm(len(letters))
					update := client.TicketUpdate{AfterUUID: client.Set(o.uuids[letters[of[1]:of[1]+1]])}
					if _, err := o.Owner.UpdateTicket(t.Context(), o.uuids[letters[of[0]:of[0]+1]], update); err != nil {
						return err
					}
				}
				return nil
			})
		}
		if err := group.Wait(); err != nil {
			t.Fatal(err)
		}
		got := o.order(t)
		if all := slices.Sorted(strings.SplitSeq(got, "")); strings.Join(all, "") != letters {
			t.Errorf("tickets were lost: %s", got)
		}
		var paged strings.Builder
		for ticket, err := range o.Owner.AllTickets(t.Context(), o.Project, client.TicketQuery{Sort: client.SortRank, PerPage: 5}) {
			if err != nil {
				t.Fatal(err)
			}
			paged.WriteString(ticket.Title)
		}
		if paged.String() != got {
			t.Errorf("by cursor the order is %s, not %s", paged.String(), got)
		}
	})
}
