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
