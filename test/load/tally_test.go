package load

import (
	"maps"
	"net/http"
	"slices"
	"sync"
	"testing"
)

// tally counts responses.
type tally struct {
	progress func(format string, args ...any)

	mu       sync.Mutex
	total    int
	sent     map[string]int // by kind of request
	good     map[string]int // answered with 2xx, by kind of request
	reached  map[string]int // answered with 2xx, by operation
	statuses map[int]int
	problems []string
}

func newTally(t testing.TB) *tally {
	t.Helper()
	return &tally{progress: t.Logf, sent: map[string]int{}, good: map[string]int{}, reached: map[string]int{}, statuses: map[int]int{}}
}

func (s *tally) count(l *letter, r reply, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	kind := "valid"
	if len(l.how) > 0 {
		kind = l.how[0]
	}
	s.sent[kind]++
	if s.total++; s.total%100_000 == 0 {
		s.progress("%d letters, %d wrong answers", s.total, len(s.problems))
	}
	if err != nil || r.Response == nil {
		s.statuses[0]++
		return
	}
	s.statuses[r.StatusCode]++
	if r.StatusCode/100 == 2 || r.StatusCode == http.StatusNotModified {
		s.good[kind]++
		if l.op != nil && kind == "valid" {
			s.reached[l.op.name]++
		}
	}
}

func (s *tally) tell(problem string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.problems = append(s.problems, problem); len(s.problems) <= 10 {
		s.progress("%s", problem) // immediately, because the long form takes hours
	}
}

// judge fails the test if a response was wrong, or if too few requests succeeded for the test to prove anything.
func (s *tally) judge(t *testing.T, doc *document) {
	t.Helper()
	if len(s.problems) > 0 {
		t.Errorf("%d wrong answers, the first of them above", len(s.problems))
	}
	total, good := 0, 0
	for kind, n := range s.sent {
		total, good = total+n, good+s.good[kind]
	}
	t.Logf("%d letters, %d wrong answers, %d%% answered with 2xx; of those meant to succeed %d%%; by status %v", total, len(s.problems),
		100*good/total, 100*s.good["valid"]/s.sent["valid"], s.statuses)
	for _, kind := range slices.Sorted(maps.Keys(s.sent)) {
		t.Logf("%-10s %7d sent, %7d answered with 2xx", kind, s.sent[kind], s.good[kind])
	}
	if s.statuses[http.StatusNotModified] == 0 {
		t.Error("no conditional read was answered with 304")
	}
	if s.good["valid"]*10 < s.sent["valid"]*8 {
		t.Errorf("of %d letters that were meant to succeed only %d did: too little of the product was reached", s.sent["valid"], s.good["valid"])
	}
	for _, op := range doc.operations {
		if s.reached[op.name] == 0 {
			t.Errorf("%s was never answered with 2xx", op.name)
		}
	}
}
