package money

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/uuid"

	"earnest/evm"
	"earnest/internal/admit"
	"earnest/internal/db"
	"earnest/internal/db/dbtest"
	"earnest/internal/domain"
	"earnest/internal/identity"
	"earnest/internal/instance"
	"earnest/internal/money/store"
	transferstore "earnest/internal/transfer/store"
	"earnest/internal/work"
	workstore "earnest/internal/work/store"
)

// raceWorld is a project in which time, points, status and rates change concurrently.
type raceWorld struct {
	*Service
	work.Services

	accounts             *identity.Accounts
	caller               domain.Caller
	project, ticket      string
	logged, loggedTicket string       // a second project, in which only time is logged
	sent, stored         atomic.Int64 // minutes logged there: sent, and acknowledged
	reads                atomic.Int64
	failures             chan error     // one slot per reader and writer
	ended                chan struct{}  // closed when the writers are done
	readers              sync.WaitGroup // they run until ended is closed
}

func newRaceWorld(t *testing.T, url string) *raceWorld {
	t.Helper()
	i := instance.New(dbtest.MustOpen(t, url), instance.Config{})
	people := identity.New(i, admit.New(i, admit.Config{}), identity.Config{})
	w := &raceWorld{Service: New(i), Services: work.New(i), accounts: people.Accounts, failures: make(chan error, 100), ended: make(chan struct{})}
	ctx := context.Background()
	id, _, err := w.accounts.CreateUser(ctx, identity.NewUser{Email: "a@example.org", Firstname: "A", Lastname: "B", Plan: domain.Business})
	if err != nil {
		t.Fatal(err)
	}
	w.caller = domain.Caller{UserID: id}
	if w.project, w.ticket, err = w.newProject(ctx); err == nil {
		w.logged, w.loggedTicket, err = w.newProject(ctx)
	}
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// newProject creates a project with a ticket, and a rate at which a minute costs 1.
func (w *raceWorld) newProject(ctx context.Context) (project, ticket string, err error) {
	p, err := w.Projects.CreateProject(ctx, w.caller, domain.ProjectPatch{Name: domain.Some("P"), Budget: domain.Some(new(1000.0))})
	if err != nil {
		return "", "", err
	}
	if _, err := w.Projects.SetRate(ctx, w.caller, p.UUID, "a@example.org", 480, domain.Opt[domain.Date]{}); err != nil {
		return "", "", err
	}
	t, err := w.Tickets.CreateTicket(ctx, w.caller, p.UUID, domain.Given(domain.TicketPatch{Title: domain.Some("T"), StoryPoints: domain.Some(1.0)}))
	return p.UUID, t.UUID, err
}

func (w *raceWorld) log(ctx context.Context, ticket string, minutes int64) error {
	_, err := w.Time.CreateTimeEntry(ctx, w.caller, ticket, domain.Given(domain.NewTimeEntry{Minutes: minutes, LoggedAt: w.Today()}))
	return err
}

func (w *raceWorld) update(ctx context.Context, patch domain.TicketPatch) error {
	_, err := w.Tickets.UpdateTicket(ctx, w.caller, w.ticket, domain.Given(patch))
	return err
}

// writers returns the concurrent writes; each takes a sequence number.
func (w *raceWorld) writers(ctx context.Context) []func(int) error {
	return []func(int) error{
		func(int) error { return w.log(ctx, w.ticket, 7) },
		func(i int) error {
			return w.update(ctx, domain.TicketPatch{StoryPoints: domain.Some(float64(i%13) / 10)})
		},
		func(i int) error {
			return w.update(ctx, domain.TicketPatch{Status: domain.Some([]string{"done", "todo"}[i%2])})
		},
		func(i int) error {
			_, err := w.Projects.SetRate(ctx, w.caller, w.project, "a@example.org", float64(100+i), domain.Opt[domain.Date]{})
			return err
		},
		func(int) error { return w.fail(ctx) },
		w.logOne(ctx),
		w.logOne(ctx),
	}
}

// errRefused is the error of a write that fails after it has changed something.
var errRefused = errors.New("refused")

// fail sends two writes that share transactions with others. The first is refused before it changes anything, and so affects no other; the second
// fails afterwards, and so the transaction is undone.
func (w *raceWorld) fail(ctx context.Context) error {
	unknown := uuid.NewString()
	err := w.update(ctx, domain.TicketPatch{StoryPoints: domain.Some(99.0), Sprint: domain.Some(&unknown)})
	if domain.KindOf(err) != domain.Invalid {
		return fmt.Errorf("a ticket in an unknown sprint: %w", err)
	}
	err = w.DB.WriteInLine(ctx, db.InLine{
		Find: func(tx *db.Tx) (int64, error) {
			_, state, err := workstore.ProjectRevision(ctx, tx, w.project, w.caller.UserID)
			return state.ProjectID, err
		},
		Do: func(tx *db.Tx) error {
			_, err := tx.Exec(ctx, `UPDATE projects SET name = 'changed' WHERE uuid = $1`, w.project)
			return cmp.Or(err, errRefused)
		},
	})
	if !errors.Is(err, errRefused) {
		return fmt.Errorf("a write that fails: %w", err)
	}
	return nil
}

// recount checks the roll-ups of every project.
func (w *raceWorld) recount(ctx context.Context) error {
	return w.DB.Read(ctx, func(tx *db.Tx) error {
		counts, err := transferstore.CountMismatches(ctx, tx, nil)
		if err != nil {
			return err
		}
		effort, err := transferstore.EffortMismatches(ctx, tx, nil)
		if wrong := slices.Concat(counts, effort); len(wrong) > 0 {
			return fmt.Errorf("a recount finds: %s", strings.Join(wrong, "; "))
		}
		return err
	})
}

// logOne logs a minute in the second project and counts it.
func (w *raceWorld) logOne(ctx context.Context) func(int) error {
	return func(int) error {
		w.sent.Add(1)
		err := w.log(ctx, w.loggedTicket, 1)
		w.stored.Add(1)
		return err
	}
}

// compare computes the first project's indicators twice in one snapshot, from the roll-ups and from single tickets and time entries, and
// checks that the results are identical.
func (w *raceWorld) compare(ctx context.Context) error {
	return w.DB.Read(ctx, func(tx *db.Tx) error {
		_, state, err := workstore.ProjectRevision(ctx, tx, w.project, w.caller.UserID)
		if err != nil {
			return err
		}
		ids := []int64{state.ProjectID}
		kept, err := w.Indicators(ctx, tx, ids)
		if err != nil {
			return err
		}
		raw, err := store.TicketFinances(ctx, tx, ids)
		if err != nil {
			return err
		}
		if err := store.RecountEffort(ctx, tx, raw); err != nil {
			return err
		}
		if counted := evm.Compute(EvmProject(raw[ids[0]]), EvmDay(w.Today())); kept[0].Indicators != counted {
			return fmt.Errorf("at revision %d the roll-ups give %+v, a recount gives %+v", state.Revision, kept[0].Indicators, counted)
		}
		return nil
	})
}

// follow reads the second project and checks that it includes everything acknowledged before the read began.
func (w *raceWorld) follow(ctx context.Context) error {
	least := w.stored.Load()
	i, err := w.Finance(ctx, w.caller, w.logged)
	if most := w.sent.Load(); err == nil && (i.ACTotal < float64(least) || i.ACTotal > float64(most)) {
		err = fmt.Errorf("%d minutes were acknowledged and %d begun, but the cost is %v", least, most, i.ACTotal)
	}
	return err
}

// read repeats f until the writers are done.
func (w *raceWorld) read(ctx context.Context, f func(context.Context) error) {
	w.readers.Go(func() {
		for {
			w.reads.Add(1)
			if err := f(ctx); err != nil {
				w.failures <- err
				return
			}
			select {
			case <-w.ended:
				return
			default:
			}
		}
	})
}

func TestNoReadIsStaleWhileEverythingChanges(t *testing.T) {
	t.Parallel()
	const rounds = 60
	dbtest.Each(t, func(t *testing.T, url string) {
		w := newRaceWorld(t, url)
		for range 3 {
			w.read(t.Context(), w.compare)
			w.read(t.Context(), w.follow)
		}
		var writing sync.WaitGroup
		for _, write := range w.writers(t.Context()) {
			writing.Go(func() {
				for i := range rounds {
					if err := write(i); err != nil {
						w.failures <- err
						return
					}
				}
			})
		}
		writing.Wait()
		close(w.ended)
		w.readers.Wait()
		close(w.failures)
		for err := range w.failures {
			t.Error(err)
		}
		if err := errors.Join(w.compare(t.Context()), w.follow(t.Context()), w.recount(t.Context())); err != nil {
			t.Error(err)
		}
		if w.reads.Load() < rounds {
			t.Errorf("%d reads: nothing was proved", w.reads.Load())
		}
		t.Logf("%d reads", w.reads.Load())
	})
}
