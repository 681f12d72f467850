package gate

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

var errGone = errors.New("the client went away")

func user(id int64) Key { return Key{User: id} }

func mustEnter(t *testing.T, g *Gate, key Key) *Pass {
	t.Helper()
	p, err := g.Enter(t.Context(), key)
	if err != nil {
		t.Fatalf("%v: %v", key, err)
	}
	return p
}

// mustBeEmpty checks that no slot, queue entry or memory was leaked.
func mustBeEmpty(t *testing.T, g *Gate) {
	t.Helper()
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, l := range []*pool{g.users, g.strangers} {
		if l.free != l.slots || l.waiting != 0 || l.outside != 0 || l.held != 0 || len(l.owners) != 0 || len(l.queue) != 0 {
			t.Errorf("something was lost: %+v", *l)
		}
	}
}

// crowdOf records the order in which a test's requests got their slots, and their errors.
type crowdOf struct {
	gate *Gate

	mu     sync.Mutex
	served []int64
	failed map[int64][]error
}

func newCrowd(slots int) *crowdOf { return &crowdOf{gate: New(slots), failed: map[int64][]error{}} }

// send starts a request that keeps its slot for the given time, and returns once it has the slot, is waiting for one or was
// refused.
func (c *crowdOf) send(ctx context.Context, key Key, work time.Duration) {
	go func() {
		p, err := c.gate.Enter(ctx, key)
		c.note(key, err)
		if err == nil {
			defer p.Leave()
			time.Sleep(work)
		}
	}()
	synctest.Wait()
}

func (c *crowdOf) note(key Key, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err != nil {
		c.failed[key.User] = append(c.failed[key.User], err)
		return
	}
	c.served = append(c.served, key.User)
}

func TestOneUserMayUseEverySlotWhileNobodyElseWantsOne(t *testing.T) {
	t.Parallel()
	g := New(8)
	for range 8 {
		mustEnter(t, g, user(1))
	}
}

func TestFreedSlotsGoToWaitingUsersInTurn(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := newCrowd(1)
		for _, id := range []int64{1, 1, 1, 1, 2, 2, 3} {
			c.send(t.Context(), user(id), time.Second)
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		if want := []int64{1, 1, 2, 3, 1, 2, 1}; !slices.Equal(c.served, want) {
			t.Errorf("served %v, want %v", c.served, want)
		}
		mustBeEmpty(t, c.gate)
	})
}

func TestTheNextFreeSlotGoesToTheUserWithTheFewest(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := newCrowd(4)
		for i := range 20 {
			c.send(t.Context(), user(1), time.Second+time.Duration(i)*time.Millisecond)
		}
		c.send(t.Context(), user(2), time.Second)
		c.send(t.Context(), user(2), time.Second)
		time.Sleep(time.Minute)
		synctest.Wait()
		if want := []int64{1, 1, 1, 1, 2, 2}; !slices.Equal(c.served[:6], want) {
			t.Errorf("served %v, want %v first", c.served, want)
		}
		mustBeEmpty(t, c.gate)
	})
}

func TestOnlyTheExcessOfOneUserIsRefused(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := newCrowd(2)
		for range 2 + Waiting*2 + 5 {
			c.send(t.Context(), user(1), time.Second)
		}
		c.send(t.Context(), user(2), time.Second)
		if n := len(c.failed[1]); n != 5 || !errors.Is(c.failed[1][0], ErrBusy) {
			t.Errorf("%d were refused: %v", n, c.failed[1])
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		if len(c.failed[2]) > 0 || !slices.Contains(c.served, 2) {
			t.Errorf("the other user: %v, served %v", c.failed[2], c.served)
		}
		mustBeEmpty(t, c.gate)
	})
}

func TestWhenTooManyWaitTheGreediestUserGivesWay(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := newCrowd(1)
		for id := range int64(crowd) {
			for range Waiting {
				c.send(t.Context(), user(id+1), time.Second)
			}
		}
		c.send(t.Context(), user(1), time.Second) // the first one is already running
		c.send(t.Context(), user(99), time.Second)
		if len(c.failed) != 1 || len(c.failed[1]) != 1 || !errors.Is(c.failed[1][0], ErrBusy) {
			t.Errorf("refused: %v", c.failed)
		}
		time.Sleep(time.Hour)
		synctest.Wait()
		if !slices.Contains(c.served, 99) {
			t.Error("the newcomer was not served")
		}
		mustBeEmpty(t, c.gate)
	})
}

func TestAFullHouseOfEqualsRefusesTheLast(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := newCrowd(1)
		c.send(t.Context(), user(1), time.Second)
		for id := range int64(crowd * Waiting) {
			c.send(t.Context(), user(id+2), time.Second)
		}
		c.send(t.Context(), user(1000), time.Second)
		if len(c.failed) != 1 || len(c.failed[1000]) != 1 {
			t.Errorf("refused: %v", c.failed)
		}
		time.Sleep(time.Hour)
		synctest.Wait()
		mustBeEmpty(t, c.gate)
	})
}

func TestWaitingEndsWithTheContext(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := newCrowd(1)
		c.send(t.Context(), user(1), time.Minute)
		late, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		gone, leave := context.WithCancelCause(t.Context())
		c.send(late, user(1), time.Second)
		c.send(gone, user(2), time.Second)
		leave(errGone)
		time.Sleep(2 * time.Second)
		synctest.Wait()
		if len(c.failed[1]) != 1 || !errors.Is(c.failed[1][0], context.DeadlineExceeded) {
			t.Errorf("after its deadline: %v", c.failed[1])
		}
		if len(c.failed[2]) != 1 || !errors.Is(c.failed[2][0], errGone) {
			t.Errorf("after the client left: %v", c.failed[2])
		}
		time.Sleep(time.Hour)
		synctest.Wait()
		mustBeEmpty(t, c.gate)
	})
}

func TestUnknownUsersTakeNoSlotOfKnownOnes(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := newCrowd(8)
		for range 100 {
			c.send(t.Context(), Key{Address: "192.0.2.1"}, time.Minute)
		}
		for range 8 {
			mustEnter(t, c.gate, user(1)).Leave()
		}
		other, cancel := context.WithTimeout(t.Context(), time.Hour)
		defer cancel()
		p, err := c.gate.Enter(other, Key{Address: "192.0.2.2"})
		if err != nil {
			t.Fatalf("another address: %v", err)
		}
		if err := p.As(other, user(2)); err != nil || c.gate.users.free != 7 {
			t.Errorf("as a user: %v, %d slots are free", err, c.gate.users.free)
		}
		p.Leave()
		time.Sleep(time.Hour)
		synctest.Wait()
		mustBeEmpty(t, c.gate)
	})
}

func TestLeavingTwiceFreesNobodyElsesSlot(t *testing.T) {
	t.Parallel()
	g := New(2)
	first, second := mustEnter(t, g, user(1)), mustEnter(t, g, user(1))
	first.Leave()
	first.Leave()
	if g.users.free != 1 {
		t.Errorf("%d slots are free", g.users.free)
	}
	second.Leave()
	mustBeEmpty(t, g)
}

func TestEnteringAFreeGateAllocatesOnlyThePass(t *testing.T) {
	g := New(8)
	mustEnter(t, g, user(1)).Leave()
	ctx := t.Context()
	if n := testing.AllocsPerRun(1000, func() {
		p, err := g.Enter(ctx, user(1))
		if err != nil {
			t.Fatal(err)
		}
		p.Leave()
	}); n > 1 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkEnterAndLeave(b *testing.B) {
	g, ctx := New(64), b.Context()
	b.ReportAllocs()
	for b.Loop() {
		if p, err := g.Enter(ctx, user(1)); err == nil {
			p.Leave()
		}
	}
}
