package gate

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func TestARequestThatWaitsForASlowClientGivesUpItsSlot(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g := New(1)
		slow := mustEnter(t, g, user(1))
		began := time.Now()
		err := slow.Wait(t.Context(), func() {
			other := mustEnter(t, g, user(2))
			time.AfterFunc(time.Second, other.Leave)
		})
		if took := time.Since(began); err != nil || took != moment+time.Second {
			t.Errorf("it came back after %s: %v", took, err)
		}
		slow.Leave()
		mustBeEmpty(t, g)
	})
}

func TestAShortWaitKeepsTheSlot(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g := New(1)
		p := mustEnter(t, g, user(1))
		err := p.Wait(t.Context(), func() { time.Sleep(moment - 1) })
		if time.Sleep(time.Second); err != nil || g.users.free != 0 {
			t.Errorf("the place was given away: %v", err)
		}
		p.Leave()
		mustBeEmpty(t, g)
	})
}

func TestTooManySlowClientsOfOneUserAreRefusedAndKeepNoSlot(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g, refused := New(1), 0
		for range slowBodies + 3 {
			p := mustEnter(t, g, user(1))
			go func() {
				defer p.Leave()
				if errors.Is(p.Wait(t.Context(), func() { time.Sleep(time.Minute) }), ErrBusy) {
					refused++
				}
			}()
			time.Sleep(2 * moment)
			synctest.Wait()
		}
		if refused != 3 {
			t.Errorf("%d were refused", refused)
		}
		other := mustEnter(t, g, user(2))
		if err := other.Wait(t.Context(), func() { time.Sleep(time.Second) }); err != nil {
			t.Errorf("the slow client of another user: %v", err)
		}
		other.Leave()
		time.Sleep(time.Hour)
		synctest.Wait()
		mustBeEmpty(t, g)
	})
}

func TestAPanicLeaksNoSlot(t *testing.T) {
	t.Parallel()
	for name, after := range map[string]time.Duration{"at once": 0, "after another got the place": time.Second} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				g := New(1)
				p := mustEnter(t, g, user(1))
				func() {
					defer func() { _ = recover() }()
					defer p.Leave()
					_ = p.Wait(t.Context(), func() { time.Sleep(after); panic("gone") })
				}()
				time.Sleep(time.Second)
				synctest.Wait()
				mustBeEmpty(t, g)
			})
		})
	}
}

func TestBodiesAreHeldUpToABoundTogetherAndOfOneUser(t *testing.T) {
	t.Parallel()
	g := New(16)
	var held []*Pass
	hold := func(id int64, size int) error {
		p := mustEnter(t, g, user(id))
		held = append(held, p)
		_, err := io.Copy(io.Discard, p.Hold(strings.NewReader(strings.Repeat("x", size))))
		return err
	}
	quarter := func(id int64) error { return hold(id, small+userRoom/4) }
	for range 3 {
		if err := quarter(1); err != nil {
			t.Fatal(err)
		}
	}
	if err := quarter(1); !errors.Is(err, ErrFull) {
		t.Errorf("one user took all of the room: %v", err)
	}
	held[3].Leave()
	if err := quarter(2); err != nil {
		t.Errorf("there is no room for another user: %v", err)
	}
	if err := quarter(3); !errors.Is(err, ErrFull) {
		t.Errorf("a fifth quarter was held: %v", err)
	}
	if err := hold(3, small); err != nil {
		t.Errorf("there is no room for a small body: %v", err)
	}
	for _, p := range held {
		p.Leave()
		p.Leave() // a second call must not free memory that others hold
	}
	mustBeEmpty(t, g)
}
