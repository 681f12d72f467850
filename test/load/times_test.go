package load

import (
	"fmt"
	"slices"
	"sync"
	"time"
)

// times collects durations.
type times struct {
	mu   sync.Mutex
	list []time.Duration
}

func (s *times) add(took time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.list = append(s.list, took)
}

func (s *times) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.list)
}

// at returns a quantile of the durations; at(0.99) is p99.
func (s *times) at(part float64) time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.list) == 0 {
		return 0
	}
	slices.Sort(s.list)
	return s.list[min(len(s.list)-1, int(part*float64(len(s.list))))]
}

func (s *times) String() string {
	return fmt.Sprintf("%d, p50 %s, p99 %s, slowest %s", s.count(), s.at(0.5).Round(time.Microsecond), s.at(0.99).Round(time.Microsecond), s.at(1).Round(time.Microsecond))
}
