package apiv1_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"earnest/internal/apitest"
	"earnest/internal/domain"
	"earnest/test/rig"
)

// changing is a list whose items come and go.
type changing struct {
	lists  []string // its addresses: with one order or filter or another
	create func(context.Context) (uuid string, err error)
	remove func(ctx context.Context, uuid string) error
	items  []string
}

func (l *changing) mustGrow(t testing.TB) {
	t.Helper()
	l.items = append(l.items, apitest.Must(l.create(t.Context()))(t))
}

// mustShrink deletes an item and returns it.
func (l *changing) mustShrink(t testing.TB, dice *rand.Rand) string {
	t.Helper()
	i := dice.IntN(len(l.items))
	gone := l.items[i]
	apitest.Must(0, l.remove(t.Context(), gone))(t)
	l.items = slices.Delete(l.items, i, i+1)
	return gone
}

// changingLists returns a list for every kind of order. Many of their items do not differ in the value that they are sorted by.
func changingLists(c *apitest.Cast, dice *rand.Rand) []*changing {
	by, app := domain.Caller{UserID: c.Owner.ID}, c.World.App
	tickets := "/tickets?project=" + c.Project
	day := func() domain.Date { return domain.Date("2026-03-02").AddDays(dice.IntN(3)) }
	return []*changing{
		{
			lists: []string{
				tickets, tickets + "&sort=created", tickets + "&sort=updated", tickets + "&sort=rank", tickets + "&sort=points",
				tickets + "&sort=points&status=backlog&q=new",
			},
			create: func(ctx context.Context) (string, error) {
				c.World.Clock.Advance(time.Duration(dice.IntN(2)) * time.Second)
				patch := domain.TicketPatch{
					Title: domain.Some("New"), StoryPoints: domain.Some(float64(dice.IntN(3)) / 2), Priority: domain.Some([]string{"haute", "normale"}[dice.IntN(2)]),
				}
				made, err := app.Tickets.CreateTicket(ctx, by, c.Project, domain.Given(patch))
				return made.UUID, err
			},
			remove: func(ctx context.Context, uuid string) error { return app.Tickets.DeleteTicket(ctx, by, uuid) },
		},
		{
			lists: []string{"/time-entries?project=" + c.Project, "/time-entries?project=" + c.Project + "&story=" + c.Ticket},
			create: func(ctx context.Context) (string, error) {
				made, err := app.Time.CreateTimeEntry(ctx, by, c.Ticket, domain.Given(domain.NewTimeEntry{Minutes: 5, LoggedAt: day()}))
				return made.UUID, err
			},
			remove: func(ctx context.Context, uuid string) error { return app.Time.DeleteTimeEntry(ctx, by, uuid) },
		},
		{
			lists: []string{"/milestones?project=" + c.Project},
			create: func(ctx context.Context) (string, error) {
				patch := domain.MilestonePatch{Name: domain.Some("New"), Date: domain.Some(day())}
				made, err := app.Plan.CreateMilestone(ctx, by, c.Project, domain.Given(patch))
				return made.UUID, err
			},
			remove: func(ctx context.Context, uuid string) error { return app.Plan.DeleteMilestone(ctx, by, uuid) },
		},
		{
			lists: []string{"/subtasks?ticket_uuid=" + c.Ticket},
			create: func(ctx context.Context) (string, error) {
				patch := domain.SubtaskPatch{Title: domain.Some("New"), SortOrder: domain.Some(dice.Int64N(5) - 2)}
				made, err := app.Tickets.CreateSubtask(ctx, by, c.Ticket, domain.Given(patch))
				return made.UUID, err
			},
			remove: func(ctx context.Context, uuid string) error { return app.Tickets.DeleteSubtask(ctx, by, uuid) },
		},
		{
			lists: []string{"/epics?project=" + c.Project},
			create: func(ctx context.Context) (string, error) {
				made, err := app.Plan.CreateEpic(ctx, by, c.Project, domain.Given(domain.EpicPatch{Title: domain.Some("New")}))
				return made.UUID, err
			},
			remove: func(ctx context.Context, uuid string) error { return app.Plan.DeleteEpic(ctx, by, uuid) },
		},
	}
}

// In each run, a list is read in pages while its items come and go. Whatever is there all the time is read exactly once, and
// whatever comes or goes at most once.
func TestNothingIsSkippedOrRepeatedWhenRowsAreCreatedOrDeletedMeanwhile(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c, seed := w.MustCast(t, ""), rand.Uint64()
		dice := rand.New(rand.NewPCG(seed, seed))
		lists := changingLists(c, dice)
		for n := range rig.Times(150, 5_000) {
			l := lists[n%len(lists)]
			for len(l.items) < 5 {
				l.mustGrow(t)
			}
			for len(l.items) > 8 {
				l.mustShrink(t, dice)
			}
			steady, address, perPage := slices.Clone(l.items), l.lists[dice.IntN(len(l.lists))], 1+dice.IntN(4)
			seen := map[string]int{}
			for _, uuid := range mustWalk(t, w, c.Owner.Key, address, perPage, func() {
				for range dice.IntN(3) {
					if len(l.items) == 0 || dice.IntN(2) == 0 {
						l.mustGrow(t)
						continue
					}
					gone := l.mustShrink(t, dice)
					steady = slices.DeleteFunc(steady, func(uuid string) bool { return uuid == gone })
				}
			}) {
				if seen[uuid]++; seen[uuid] > 1 {
					t.Fatalf("seed %d, run %d: %s in pages of %d has %s twice", seed, n, address, perPage, uuid)
				}
			}
			for _, uuid := range steady {
				if seen[uuid] == 0 {
					t.Fatalf("seed %d, run %d: %s in pages of %d skips %s", seed, n, address, perPage, uuid)
				}
			}
		}
	})
}
