package main

import (
	"fmt"
	"time"
)

const (
	// syncDelay is what each fsync is made to take.
	syncDelay = 4 * time.Millisecond
	// syncConns write at once.
	syncConns = 32
	// syncGoal is how many writes shall share an fsync at least.
	syncGoal = 5
)

// syncResult tells how writes get along with a slow disk. A run without it says why.
type syncResult struct {
	DelayMillis float64 `json:"delay_ms"`
	Conns       int     `json:"connections"`
	Rate        float64 `json:"requests_per_s"`
	OneRate     float64 `json:"one_connection_requests_per_s"`
	Why         string  `json:"not_measured,omitempty"`
}

// String tells it in a sentence.
func (s *syncResult) String() string {
	if s.Why != "" {
		return "Writes on a slow disk were NOT measured: " + s.Why + "."
	}
	alone := 1000 / s.DelayMillis
	return fmt.Sprintf("With each fsync delayed to %.0f ms (strace), %d connections log time at %.0f/s and one at %.0f/s; "+
		"one fsync for each request allows %.0f/s: %.1fx (goal ≥ %dx: %s).",
		s.DelayMillis, s.Conns, s.Rate, s.OneRate, alone, s.Rate/alone, syncGoal, mark("goal", s.Rate >= syncGoal*alone))
}
