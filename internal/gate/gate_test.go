package gate

import (
	"errors"
	"io"
	"strings"
	"sync"
	"testing"
	"time"
)

func mustEnter(t *testing.T, g *Gate) *Pass {
	t.Helper()
	p, ok := g.Enter()
	if !ok {
		t.Fatal("there is no place")
	}
	return p
}

func TestAFullGateRefusesAtOnce(t *testing.T) {
	t.Parallel()
	g := New(2)
	first, _ := mustEnter(t, g), mustEnter(t, g)
	if _, ok := g.Enter(); ok {
		t.Error("a third got in")
	}
	first.Leave()
	first.Leave() // once more gives nobody else's place away
	mustEnter(t, g)
	if _, ok := g.Enter(); ok {
		t.Error("a third got in after one had left")
	}
}

func TestWhoWaitsForASlowClientGivesThePlaceAway(t *testing.T) {
	t.Parallel()
	g := New(1)
	slow := mustEnter(t, g)
	var other *Pass
	if slow.Wait(func() { other = mustSoon(t, g) }) {
		t.Error("there was a place for the one that came back, though another has it")
	}
	slow.Leave()
	if _, ok := g.Enter(); ok {
		t.Error("the one without a place gave one away")
	}
	other.Leave()
	if back := mustEnter(t, g); !back.Wait(func() { mustSoon(t, g).Leave() }) {
		t.Error("there was no place for the one that came back, though all were free")
	}
}

func TestAShortWaitKeepsThePlace(t *testing.T) {
	t.Parallel()
	g := New(1)
	p := mustEnter(t, g)
	if !p.Wait(func() {}) {
		t.Error("the place was lost")
	}
	if _, ok := g.Enter(); ok {
		t.Error("the place was given away")
	}
}

func TestTooManyWhoWaitKeepTheirPlaces(t *testing.T) {
	t.Parallel()
	g := New(1)
	release := make(chan struct{})
	var all sync.WaitGroup
	for range waiters {
		p := mustSoon(t, g)
		all.Go(func() { p.Wait(func() { <-release }) })
	}
	last := mustSoon(t, g)
	last.Wait(func() { time.Sleep(3 * moment) }) // it is time itself that is tested
	if _, ok := g.Enter(); ok {
		t.Error("one more may wait than there is room for")
	}
	close(release)
	all.Wait()
}

// mustSoon waits until there is a place.
func mustSoon(t *testing.T, g *Gate) *Pass {
	t.Helper()
	for end := time.Now().Add(30 * time.Second); time.Now().Before(end); time.Sleep(time.Millisecond) {
		if p, ok := g.Enter(); ok {
			return p
		}
	}
	t.Error("there was no place in half a minute")
	return &Pass{gate: g}
}

func TestAPanicWhileWaitingLosesNoPlace(t *testing.T) {
	t.Parallel()
	g := New(1)
	p := mustEnter(t, g)
	func() {
		defer func() { _ = recover() }()
		defer p.Leave()
		p.Wait(func() {
			mustSoon(t, g).Leave()
			panic("gone")
		})
	}()
	mustEnter(t, g)
	if len(g.outside) != 0 {
		t.Error("it still counts as waiting")
	}
}

func TestBodiesAreHeldUpToABoundTogether(t *testing.T) {
	t.Parallel()
	g := New(8)
	var held []*Pass
	hold := func(size int) error {
		p := mustEnter(t, g)
		held = append(held, p)
		_, err := io.Copy(io.Discard, p.Hold(strings.NewReader(strings.Repeat("x", size))))
		return err
	}
	read := func() error { return hold(small + room/4) }
	for range 4 {
		if err := read(); err != nil {
			t.Fatal(err)
		}
	}
	if err := hold(small); err != nil {
		t.Errorf("there is no room for a small one: %v", err)
	}
	if err := read(); !errors.Is(err, ErrFull) {
		t.Errorf("a fifth quarter was held: %v", err)
	}
	for _, p := range held[3:] {
		p.Leave()
		p.Leave() // once more frees nobody else's room
	}
	if err := read(); err != nil {
		t.Errorf("there is no room after some have left: %v", err)
	}
	if err := read(); !errors.Is(err, ErrFull) {
		t.Errorf("a fifth quarter was held in the end: %v", err)
	}
}
