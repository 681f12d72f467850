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

// ledger remembers of every write whether it was acknowledged, refused or left without a whole answer, and so in which states
// each thing may be found.
type ledger struct {
	mu     sync.Mutex
	things map[string]*thing // by mark
	tally  tally
	odd    []string // answers that no fault explains

	excused bool // set before the first write: a 500 is explained by the fault
}

// tally counts answers.
type tally struct{ acknowledged, refused, unknown int }

func (n tally) String() string {
	return fmt.Sprintf("%d acknowledged, %d refused, %d without an answer", n.acknowledged, n.refused, n.unknown)
}

// thing is a ticket, a subtask, a comment or a time entry, changed by one writer only, one write after the other. Its mark is the
// first word of its text, so that it is found also when its uuid was never told.
type thing struct {
	noun, mark, uuid string
	ticket           *thing // what it hangs on; nil for a ticket

	// states are those it was to have, one for each write that was not refused, the first being that it is not there. All before
	// the one that is sure are over.
	states []state
	sure   int
}

// state is all that is known of a thing, as canonical JSON of its facts; gone where it is not there.
type state string

const gone state = ""

// facts are the members of a thing that the ledger compares.
type facts map[string]any

func (f facts) state() state {
	text, err := json.Marshal(f)
	if err != nil {
		panic(err) // texts, numbers and lists of texts
	}
	return state(text)
}

func newLedger() *ledger { return &ledger{things: map[string]*thing{}} }

// settled reports whether the present state of a thing is known.
func (g *thing) settled() bool { return g.sure == len(g.states)-1 }

// write is a request and the state that it is to give its thing.
type write struct {
	thing        *thing
	method, path string
	body         map[string]any
	then         state
}

// outcome is what a writer may conclude from an answer.
type outcome int

const (
	acknowledged outcome = iota
	refused              // nothing was changed
	unknown              // it may or may not have been done
)

// judge returns what an answer means: 503 and 4xx promise that nothing was changed; a 500 promises nothing.
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

// send sends a write and remembers what came of it.
func (l *ledger) send(ctx context.Context, c *rig.Caller, w write) outcome {
	l.expect(w)
	answer, err := c.Do(ctx, w.method, w.path, w.body)
	is := judge(answer, err)
	l.note(w, is, answer)
	return is
}

// expect notes a write before it is sent: from now on its state may be found.
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

// explained reports whether a fault explains an answer: that there was none, a 503, or a 500 that says openly that nobody knows.
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

// learn keeps the uuid that the answer to a creation tells.
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

// bookmark is a moment in a ledger: how far each thing was sure.
type bookmark map[string]int

// now takes the present moment.
func (l *ledger) now() bookmark {
	l.mu.Lock()
	defer l.mu.Unlock()
	b := bookmark{}
	for mark, g := range l.things {
		b[mark] = g.sure
	}
	return b
}

// mustAgree fails a test with every disagreement.
func (l *ledger) mustAgree(t testing.TB, found map[string]found, since bookmark) {
	t.Helper()
	for _, sentence := range l.disagreements(found, since) {
		t.Error(sentence)
	}
}

// disagreements holds what was found, by mark, against the ledger: each thing must be in its last acknowledged state, or in one
// that a later write would have given it. Nothing may be found that nobody made. With a bookmark, what was found is a copy that
// was begun then; bookmarks end with settle.
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

// orphaned reports whether a thing went with its ticket, or may have gone: time stays, all else goes.
func (g *thing) orphaned() bool {
	return g.noun != "time_entry" && g.ticket != nil && slices.Contains(g.ticket.states[1:], gone)
}

// settle makes what was found the present state of every thing, after mustAgree.
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

// answers returns what was answered so far.
func (l *ledger) answers() tally {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.tally
}
