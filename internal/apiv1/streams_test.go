package apiv1

import (
	"context"
	"testing"

	"earnest/internal/domain"
)

func TestOneUserLeavesAQuarterOfTheTurnsToOthers(t *testing.T) {
	t.Parallel()
	s := newStreams(8)
	for i := range 6 {
		if ok, _ := s.try(1); !ok {
			t.Fatalf("turn %d was refused", i)
		}
	}
	if ok, _ := s.try(1); ok {
		t.Error("one user has seven of eight turns")
	}
	if err := s.await(context.Background(), 1); domain.KindOf(err) != domain.Unavailable {
		t.Errorf("waiting for a seventh: %v", err)
	}
	for range 2 {
		if ok, _ := s.try(2); !ok {
			t.Error("another user has no turn")
		}
	}
	if ok, _ := s.try(3); ok {
		t.Error("there are nine turns")
	}
}

func TestAReleasedTurnGoesToAWaiter(t *testing.T) {
	t.Parallel()
	s := newStreams(1)
	if err := s.await(context.Background(), 1); err != nil {
		t.Fatal(err)
	}
	got := make(chan error)
	go func() { got <- s.await(context.Background(), 1) }()
	s.leave(1)
	if err := <-got; err != nil {
		t.Error(err)
	}
}
