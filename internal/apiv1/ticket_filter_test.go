package apiv1_test

import (
	"cmp"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"testing"
	"time"

	"earnest/client"
	"earnest/internal/apitest"
	"earnest/internal/domain"
)

// uuidsIn returns the uuids of a list, in order.
func uuidsIn(t testing.TB, a apitest.Answer) []string {
	t.Helper()
	var items []struct{ UUID string }
	if a.Status != http.StatusOK {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	a.Data(t, &items)
	list := []string{}
	for _, item := range items {
		list = append(list, item.UUID)
	}
	return list
}

func TestTicketsAreFilteredByStatusAssigneeTypeTagAndWords(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		ctx, c := t.Context(), w.MustCast(t, "")
		owner := domain.Caller{UserID: c.Owner.ID}
		types := apitest.Must(w.App.Categories.Types(ctx, owner, c.Project))(t)
		bug := types[len(types)-1].UUID
		create := func(body client.TicketCreate) string {
			body.ProjectUUID = c.Project
			return apitest.Must(c.Owner.CreateTicket(ctx, body))(t).UUID
		}
		done := create(client.TicketCreate{Title: "Done", Status: client.StatusDone})
		mine := create(client.TicketCreate{Title: "Mine", AssigneeID: c.Member.ID, Status: client.StatusDone})
		tagged := create(client.TicketCreate{Title: "Tagged", Tags: []string{c.Tag}})
		titled := create(client.TicketCreate{Title: "Été à Genève", Description: "Le café est prêt"})
		typed := create(client.TicketCreate{Title: "Broken"})
		apitest.Must(w.App.Tickets.UpdateTicket(ctx, owner, typed, domain.Given(domain.TicketPatch{Type: domain.Some(&bug)})))(t)
		apitest.Must(c.Owner.CreateComment(ctx, client.CommentCreate{TicketUUID: tagged, Content: "<p>Vu à <b>Zürich</b></p>"}))(t)
		apitest.Must(0, c.Owner.DeleteTicket(ctx, create(client.TicketCreate{Title: "Été", Status: client.StatusDone, Tags: []string{c.Tag}})))(t)
		member := strconv.FormatInt(c.Member.ID, 10)
		for _, tc := range []struct {
			query url.Values
			want  []string
		}{
			{url.Values{"status": {"done"}}, []string{done, mine}},
			{url.Values{"status": {"blocked"}}, []string{}},
			{url.Values{"assignee_id": {member}}, []string{mine}},
			{url.Values{"type": {bug}}, []string{typed}},
			{url.Values{"tag": {c.Tag}}, []string{tagged}},
			{url.Values{"q": {"ete"}}, []string{titled}},
			{url.Values{"q": {"ÉTÉ geneve"}}, []string{titled}},
			{url.Values{"q": {"cafe ete"}}, []string{titled}}, // one word is in the title, the other in the description
			{url.Values{"q": {"zurich"}}, []string{tagged}},
			{url.Values{"q": {"ete zurich"}}, []string{}},
			{url.Values{"q": {"!"}}, []string{}},
			{url.Values{"status": {"done"}, "assignee_id": {member}}, []string{mine}},
			{url.Values{"tag": {c.Tag}, "q": {"zurich"}, "status": {"backlog"}}, []string{tagged}},
			{url.Values{"tag": {c.Tag}, "status": {"done"}}, []string{}},
		} {
			tc.query.Set("project", c.Project)
			a := w.Call(t, c.Viewer.Key, http.MethodGet, "/tickets?"+tc.query.Encode(), nil)
			if got := uuidsIn(t, a); !slices.Equal(got, tc.want) {
				t.Errorf("%v: got %v, want %v", tc.query, got, tc.want)
			}
			if meta := fmt.Sprintf(`{"total":%d}`, len(tc.want)); metaOf(t, a) != meta {
				t.Errorf("%v: meta %s, want %s", tc.query, metaOf(t, a), meta)
			}
		}
	})
}

// Whoever has left the team can still be looked for, as long as tickets are assigned to them.
func TestTicketsAreFilteredByAnAssigneeWhoHasLeft(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		ctx, c := t.Context(), w.MustCast(t, "")
		owner := domain.Caller{UserID: c.Owner.ID}
		mine := apitest.Must(c.Owner.CreateTicket(ctx, client.TicketCreate{ProjectUUID: c.Project, Title: "Mine", AssigneeID: c.Member.ID}))(t).UUID
		for _, m := range apitest.Must(w.App.Projects.Members(ctx, owner, c.Project))(t).Members {
			if m.UserID == c.Member.ID {
				apitest.Must(0, w.App.Projects.RemoveMember(ctx, owner, m.UUID))(t)
			}
		}
		list := "/tickets?project=" + c.Project + "&assignee_id=" + strconv.FormatInt(c.Member.ID, 10)
		if got := uuidsIn(t, w.Call(t, c.Owner.Key, http.MethodGet, list, nil)); !slices.Equal(got, []string{mine}) {
			t.Errorf("got %v", got)
		}
		apitest.Must(0, c.Owner.DeleteTicket(ctx, mine))(t)
		wantEnvelope(t, "somebody without tickets", w.Call(t, c.Owner.Key, http.MethodGet, list, nil), http.StatusUnprocessableEntity, "VALIDATION_ERROR")
	})
}

func TestTicketsAreSortedByCreationByUpdateByRankAndByPoints(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		ctx, c := t.Context(), w.MustCast(t, "")
		apitest.Must(0, c.Owner.DeleteTicket(ctx, c.Ticket))(t)
		var tickets []client.Ticket
		for i, points := range []float64{3, 0.5, 3, 8, 0, 0.5} {
			w.Clock.Advance(time.Duration(i%2) * time.Minute) // some have the same time
			created := apitest.Must(c.Owner.CreateTicket(ctx, client.TicketCreate{ProjectUUID: c.Project, Title: "T", StoryPoints: points}))(t)
			tickets = append(tickets, *created)
		}
		tickets[5] = *apitest.Must(c.Owner.UpdateTicket(ctx, tickets[5].UUID, client.TicketUpdate{BeforeUUID: client.Set(tickets[1].UUID)}))(t)
		for _, i := range []int{4, 0} {
			w.Clock.Advance(time.Minute)
			tickets[i] = *apitest.Must(c.Owner.UpdateTicket(ctx, tickets[i].UUID, client.TicketUpdate{Title: client.Set("Changed")}))(t)
		}
		for sort, by := range map[string]func(a, b client.Ticket) int{
			client.SortCreated: func(a, b client.Ticket) int { return a.CreatedAt.Compare(b.CreatedAt.Time) },
			client.SortUpdated: func(a, b client.Ticket) int { return a.UpdatedAt.Compare(b.UpdatedAt.Time) },
			client.SortRank:    func(a, b client.Ticket) int { return cmp.Compare(a.Rank, b.Rank) },
			client.SortPoints:  func(a, b client.Ticket) int { return cmp.Compare(a.StoryPoints, b.StoryPoints) },
			"":                 func(client.Ticket, client.Ticket) int { return 0 },
		} {
			sorted := slices.Clone(tickets)
			slices.SortStableFunc(sorted, by) // tickets that are equal stay in order of creation
			want := []string{}
			for _, ticket := range sorted {
				want = append(want, ticket.UUID)
			}
			for name, q := range map[string]client.TicketQuery{
				"whole":       {Sort: sort},
				"with filter": {Sort: sort, Status: client.StatusBacklog},
			} {
				page := apitest.Must(c.Owner.Tickets(ctx, c.Project, q))(t)
				if got := uuidsOfTickets(page.Data); !slices.Equal(got, want) {
					t.Errorf("%s, sorted by %q: got %v, want %v", name, sort, got, want)
				}
			}
			var paged []client.Ticket
			for number := 1; number <= 3; number++ {
				page := apitest.Must(c.Owner.Tickets(ctx, c.Project, client.TicketQuery{Sort: sort, Page: number, PerPage: 2}))(t)
				paged = append(paged, page.Data...)
			}
			if got := uuidsOfTickets(paged); !slices.Equal(got, want) {
				t.Errorf("pages sorted by %q: got %v, want %v", sort, got, want)
			}
		}
	})
}

func uuidsOfTickets(tickets []client.Ticket) []string {
	list := []string{}
	for _, ticket := range tickets {
		list = append(list, ticket.UUID)
	}
	return list
}

func TestAnUnknownValueOfAFilterOrOfSortIsA422(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c, other := w.MustCast(t, ""), w.MustCast(t, "other")
		owner := domain.Caller{UserID: other.Owner.ID}
		theirType := apitest.Must(w.App.Categories.Types(t.Context(), owner, other.Project))(t)[0].UUID
		for name, values := range map[string][]string{
			"status":      {"nonsense", "", "Done", "\x00"},
			"assignee_id": {"0", "-1", "", "me", "1.0", "999999", strconv.FormatInt(other.Member.ID, 10), "99999999999999999999"},
			"type":        {"Bug", "", "x", apitest.NewUUID(), theirType},
			"tag":         {"tag", "", "x", apitest.NewUUID(), other.Tag},
			"sort":        {"priority", "", "-created", "Created", "title"},
			"q":           {string(make([]byte, 1)), "\xff", string(slices.Repeat([]byte("x"), 201))},
		} {
			for _, value := range values {
				query := url.Values{"project": {c.Project}, name: {value}}
				a := w.Call(t, c.Owner.Key, http.MethodGet, "/tickets?"+query.Encode(), nil)
				wantEnvelope(t, name+"="+strconv.Quote(value), a, http.StatusUnprocessableEntity, "VALIDATION_ERROR")
				wantEnvelope(t, "a stranger's", w.Call(t, c.Stranger.Key, http.MethodGet, "/tickets?"+query.Encode(), nil), http.StatusForbidden, "FORBIDDEN")
			}
			query := url.Values{"project": {c.Project}, name: {"x", "y"}}
			a := w.Call(t, c.Owner.Key, http.MethodGet, "/tickets?"+query.Encode(), nil)
			wantEnvelope(t, name+" twice", a, http.StatusUnprocessableEntity, "VALIDATION_ERROR")
		}
	})
}
