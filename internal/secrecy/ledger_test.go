package secrecy_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// leak is a part of the answers of a route that told the two worlds apart.
type leak struct {
	route  string // with its method and the shape of its query
	member string // of the answer: a header, or where in the body
}

// sighting is how a leak was found.
type sighting struct {
	readers map[string]bool
	after   map[string]bool // the actions after which it was found
	example string
	times   int
}

// ledger holds what was compared and what was found.
type ledger struct {
	histories, actions, reads int
	bytes                     int64
	routes                    map[string]bool
	worked                    map[string]bool // reader and route of answers that were a success in a hidden project
	leaks                     map[leak]*sighting
}

func newLedger() *ledger {
	return &ledger{routes: map[string]bool{}, worked: map[string]bool{}, leaks: map[leak]*sighting{}}
}

// compared notes that the answers of both worlds to a question were compared, and in what they differed.
func (l *ledger) compared(q question, where string, after string, a, b answer) {
	l.reads++
	l.bytes += int64(len(a.body))
	l.routes[q.route] = true
	if a.status < 300 {
		l.worked[q.who+" "+q.route] = true
	}
	for member, example := range differences(q, a, b) {
		key := leak{q.route + q.query, member}
		found := l.leaks[key]
		if found == nil {
			found = &sighting{readers: map[string]bool{}, after: map[string]bool{}, example: where + ": " + example}
			l.leaks[key] = found
		}
		found.readers[q.reader()], found.after[after] = true, true
		found.times++
	}
}

// found tells whether a leak was found in a route, in one of its members, after an action; empty: any.
func (l *ledger) found(route, member, after string) bool {
	for key, s := range l.leaks {
		if strings.HasPrefix(key.route, route) && strings.Contains(key.member, member) && (after == "" || s.after[after]) {
			return true
		}
	}
	return false
}

// String lists what was found, a line for each leak.
func (l *ledger) String() string {
	lines := []string{}
	for key, s := range l.leaks {
		lines = append(lines, fmt.Sprintf("%-90s %-44s %4d× by %s; %s", key.route, key.member, s.times,
			strings.Join(slices.Sorted(maps.Keys(s.readers)), ", "), s.example))
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// size tells how much was compared.
func (l *ledger) size() string {
	return fmt.Sprintf("%d histories, %d actions, %d routes, %d pairs of answers, %d bytes each side",
		l.histories, l.actions, len(l.routes), l.reads, l.bytes)
}
