package secrecy_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// leak is a part of a route's responses that differed between the two worlds.
type leak struct {
	route  string // with its method
	query  string // its shape
	member string // a header, or a path in the body
}

// sighting records how a leak was found.
type sighting struct {
	readers map[string]bool
	after   map[string]bool // the actions after which it was found
	example string
	times   int
}

// ledger records what was compared and what was found.
type ledger struct {
	histories, actions, reads int
	bytes                     int64
	routes                    map[string]bool
	done                      map[string]int // how often each action was accepted
	leaks                     map[leak]*sighting
}

func newLedger() *ledger {
	return &ledger{routes: map[string]bool{}, done: map[string]int{}, leaks: map[leak]*sighting{}}
}

// compared records that both worlds' responses to a question were compared, and how they differed.
func (l *ledger) compared(q question, where string, after string, a, b answer) {
	l.reads++
	l.bytes += int64(len(a.body))
	l.routes[q.route] = true
	for member, example := range differences(a, b) {
		key := leak{q.route, q.query, member}
		found := l.leaks[key]
		if found == nil {
			found = &sighting{readers: map[string]bool{}, after: map[string]bool{}, example: where + ": " + example}
			l.leaks[key] = found
		}
		found.readers[q.reader()], found.after[after] = true, true
		found.times++
	}
}

// add adds the counts from another ledger.
func (l *ledger) add(other *ledger) {
	l.histories += other.histories
	l.actions += other.actions
	l.reads += other.reads
	l.bytes += other.bytes
	maps.Copy(l.routes, other.routes)
	for name, n := range other.done {
		l.done[name] += n
	}
}

// found reports whether a leak was found in a route's responses, in a member whose name contains the given text, after the given
// action; an empty action means any.
func (l *ledger) found(route, member, after string) bool {
	for key, s := range l.leaks {
		if key.route+key.query == route && strings.Contains(key.member, member) && (after == "" || s.after[after]) {
			return true
		}
	}
	return false
}

// String lists the members that differed by route, then each leak with the place where it was first found.
func (l *ledger) String() string {
	members, lines := map[string]map[string]bool{}, []string{}
	for key, s := range l.leaks {
		if members[key.route] == nil {
			members[key.route] = map[string]bool{}
		}
		members[key.route][key.member] = true
		lines = append(lines, fmt.Sprintf("%s%s: %s, %d times, by %s; first at %s", key.route, key.query, key.member, s.times,
			strings.Join(slices.Sorted(maps.Keys(s.readers)), ", "), s.example))
	}
	slices.Sort(lines)
	out := []string{fmt.Sprintf("%d members of %d routes told the two worlds apart:", len(lines), len(members))}
	for _, route := range slices.Sorted(maps.Keys(members)) {
		out = append(out, route+": "+strings.Join(slices.Sorted(maps.Keys(members[route])), ", "))
	}
	return strings.Join(append(append(out, "", "Each of them:"), lines...), "\n")
}

// size describes how much was compared.
func (l *ledger) size() string {
	return fmt.Sprintf("%d histories, %d actions of %d kinds, %d routes, %d pairs of answers, %d bytes each side; accepted: %v",
		l.histories, l.actions, len(l.done), len(l.routes), l.reads, l.bytes, l.done)
}
