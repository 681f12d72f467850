package main

import (
	"fmt"
	"time"
)

const (
	// syncDelay is how long each fsync is made to take.
	syncDelay = 4 * time.Millisecond
	// syncConns is the number of concurrent writers.
	syncConns = 32
	// syncGoal is the minimum number of writes that should share an fsync.
	syncGoal = 5
)

// syncResult describes how writes cope with a slow disk, or why that was not measured.
type syncResult struct {
	DelayMillis float64 `json:"delay_ms"`
	Conns       int     `json:"connections"`
	Rate        float64 `json:"requests_per_s"`
	OneRate     float64 `json:"one_connection_requests_per_s"`
	Why         string  `json:"not_measured,omitempty"`
}

// String returns the result as a sentence.
func (s *syncResult) String() string {
	if s.Why != "" {
		return "Writes on a slow disk were NOT measured: " + s.Why + "."
	}
	alone := 1000 / s.DelayMillis
	return fmt.Sprintf("With each fsync delayed to %.0f ms (strace), %d connections log time at %.0f/s and one at %.0f/s; "+
		"one fsync for each request allows %.0f/s: %.1fx (goal ≥ %dx: %s).",
		s.DelayMillis, s.Conns, s.Rate, s.OneRate, alone, s.Rate/alone, syncGoal, mark("goal", s.Rate >= syncGoal*alone))
}
