package faults_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"testing"

	"earnest/test/rig"
)

// ledger records for every write whether it was acknowledged, refused or left without a complete response, and thus the states in
// which each object may be found.
type ledger struct {
	mu     sync.Mutex
	things map[string]*thing // by mark
	tally  tally
	odd    []string // responses that no fault explains

	excused bool // the fault explains any 500; set before the first write
}

// tally counts responses.
type tally struct{ acknowledged, refused, unknown int }

func (n tally) String() string {
	return fmt.Sprintf("%d acknowledged, %d refused, %d without an answer", n.acknowledged, n.refused, n.unknown)
}

// thing is a ticket, a subtask, a comment or a time entry, changed by one writer only, one write after the other. Its mark is the
// first word of its text, so that it can be found even if its uuid was never returned.
type thing struct {
	noun, mark, uuid string
	ticket           *thing // its ticket; nil for a ticket

	// states lists the states that the object may have been in: first gone, then one for each write that was not refused.
	// states[sure] is the last state known to have been reached, and those before it are past.
	states []state
	sure   int
}

// state is everything known about an object, as the canonical JSON of its facts, or gone if it does not exist.
type state string

const gone state = ""

// facts are the members of an object that the ledger compares.
type facts map[string]any

func (f facts) state() state {
	text, err := json.Marshal(f)
	if err != nil {
		panic(err) // strings, numbers and lists of strings can always be marshalled
	}
	return state(text)
}

func newLedger() *ledger { return &ledger{things: map[string]*thing{}} }

// settled reports whether the current state of an object is known.
func (g *thing) settled() bool { return g.sure == len(g.states)-1 }

// write is a request and the state in which it should leave its object.
type write struct {
	thing        *thing
	method, path string
	body         map[string]any
	then         state
}

// outcome is what a writer can conclude from a response.
type outcome int

const (
	acknowledged outcome = iota
	refused              // nothing was changed
	unknown              // the write may or may not have been applied
)

// judge returns what a response means: 503 and 4xx guarantee that nothing was changed; a 500 guarantees nothing.
func judge(a rig.Answer, err error) outcome {
	switch {
	case err != nil || a.Status == 500:
		return unknown
	case a.Status >= 200 && a.Status < 300:
		return acknowledged
	default:
		return refused
	}
}

// send sends a write and records the outcome.
func (l *ledger) send(ctx context.Context, c *rig.Caller, w write) outcome {
	l.expect(w)
	answer, err := c.Do(ctx, w.method, w.path, w.body)
	is := judge(answer, err)
	l.note(w, is, answer)
	return is
}

// expect records a write before it is sent, because from then on the database may contain the new state.
func (l *ledger) expect(w write) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(w.thing.states) == 0 {
		w.thing.states = []state{gone}
		l.things[w.thing.mark] = w.thing
	}
	w.thing.states = append(w.thing.states, w.then)
}

func (l *ledger) note(w write, is outcome, a rig.Answer) {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch is {
	case acknowledged:
		l.tally.acknowledged++
		w.thing.sure = len(w.thing.states) - 1
		w.thing.learn(a)
	case refused:
		l.tally.refused++
		w.thing.states = w.thing.states[:len(w.thing.states)-1]
	case unknown:
		l.tally.unknown++
	}
	if is != acknowledged && !l.explained(a) {
		l.odd = append(l.odd, fmt.Sprintf("an answer that no fault explains: %s %s: %d %s", w.method, w.path, a.Status, a.Body))
	}
}

// explained reports whether a fault explains a response. A fault explains a missing response, a 503, and a 500 with the message
// that the outcome is unknown.
func (l *ledger) explained(a rig.Answer) bool {
	switch a.Status {
	case 0, 503:
		return true
	case 500:
		return l.excused || bytes.Contains(a.Body, []byte("look whether it is there before you send it again"))
	default:
		return false
	}
}

// learn stores the uuid from the response to a creation.
func (g *thing) learn(a rig.Answer) {
	var body struct {
		Data struct {
			UUID string `json:"uuid"`
		} `json:"data"`
	}
	if json.Unmarshal(a.Body, &body) == nil && g.uuid == "" {
		g.uuid = body.Data.UUID
	}
}

// bookmark records which state of each object in a ledger was certain at a given moment.
type bookmark map[string]int

// now returns the current bookmark.
func (l *ledger) now() bookmark {
	l.mu.Lock()
	defer l.mu.Unlock()
	b := bookmark{}
	for mark, g := range l.things {
		b[mark] = g.sure
	}
	return b
}

// mustAgree reports every disagreement as a test failure.
func (l *ledger) mustAgree(t testing.TB, found map[string]found, since bookmark) {
	t.Helper()
	for _, sentence := range l.disagreements(found, since) {
		t.Error(sentence)
	}
}

// disagreements compares the objects that were found, by mark, with the ledger: each object must be in its last acknowledged
// state, or in one in which a later write may have left it. No object may be found that nobody created. If since is not nil, the
// objects were found in a copy that was begun when that bookmark was made; settle makes earlier bookmarks invalid.
func (l *ledger) disagreements(found map[string]found, since bookmark) []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	sentences := slices.Clone(l.odd)
	for mark, g := range l.things {
		from := g.sure
		if since != nil {
			from = since[mark]
		}
		if have := found[mark].state; !slices.Contains(g.states[from:], have) && !g.orphaned() {
			sentences = append(sentences, fmt.Sprintf("%s %s is\n\t%s\nand was acknowledged as\n\t%s\nbefore %d later writes",
				g.noun, mark, have, g.states[from], len(g.states)-from-1))
		}
	}
	for mark, f := range found {
		if l.things[mark] == nil {
			sentences = append(sentences, fmt.Sprintf("nobody made %s: %s", mark, f.state))
		}
	}
	return sentences
}

// orphaned reports whether an object was, or may have been, deleted with its ticket. Time entries are kept; everything else is
// deleted.
func (g *thing) orphaned() bool {
	return g.noun != "time_entry" && g.ticket != nil && slices.Contains(g.ticket.states[1:], gone)
}

// settle makes the state that was found the current state of every object; call it after mustAgree.
func (l *ledger) settle(found map[string]found) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for mark, g := range l.things {
		f := found[mark]
		g.states, g.sure = []state{f.state}, 0
		if g.uuid == "" {
			g.uuid = f.uuid
		}
		if f.state == gone {
			delete(l.things, mark)
		}
	}
}

// answers returns the counts so far.
func (l *ledger) answers() tally {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.tally
}
