package front

import (
	"context"
	"testing"
	"time"
)

func TestWaitingForABodyPausesTheDeadline(t *testing.T) {
	t.Parallel()
	const patience = 200 * time.Millisecond
	for name, begin := range map[string]func(*Deadline){
		"clock not set": func(*Deadline) {},
		"clock set":     func(d *Deadline) { d.Done() },
	} {
		d := NewDeadline(context.Background(), patience)
		begin(d)
		resume := d.Pause()
		time.Sleep(2 * patience) // the test needs real time to pass
		resume()
		if err := d.Err(); err != nil {
			t.Errorf("%s: the time is up: %v", name, err)
		}
		select {
		case <-d.Done():
		case <-time.After(time.Minute):
		}
		if !d.passed() {
			t.Errorf("%s: the time is never up", name)
		}
		d.End()
	}
}

func TestTheDeadlineIsKnownUntilItIsLifted(t *testing.T) {
	t.Parallel()
	const patience = time.Hour
	latest := time.Now().Add(patience + time.Minute)
	d := NewDeadline(context.Background(), patience)
	defer d.End()
	if by, ok := d.Deadline(); !ok || by.After(latest) {
		t.Errorf("it is %v, %v", by, ok)
	}
	sooner, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if by, ok := NewDeadline(sooner, patience).Deadline(); !ok || time.Until(by) > time.Minute {
		t.Errorf("with a request that ends sooner, it is %v, %v", by, ok)
	}
	if err := d.Lift(); err != nil {
		t.Fatal(err)
	}
	if by, ok := d.Deadline(); ok {
		t.Errorf("after it was lifted, it is %v", by)
	}
}
