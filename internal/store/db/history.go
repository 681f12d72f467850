package db

import (
	"regexp"
	"strings"
	"sync"
)

// maxTouched bounds how many things, and how many of their parts, are remembered as touched.
const maxTouched = 10_000

// Version names a state of the database, where that is known at next to no cost.
type Version struct {
	wide int64 // how often anything at all may have changed
	seq  int64 // of the last commit of this process that is accounted for
}

// Touch is the new state of a thing whose readers can see all that changed in it by that state.
type Touch struct{ ID, Revision, At int64 }

// Part is the new state of a part of a thing: its moment, which is another after every change that the part shows.
type Part struct {
	Thing, ID, At int64
	New           bool // there was no such part before
}

// touched is what is known of a thing that was touched, and when, in the order of commits.
type touched struct {
	Touch
	seq   int64
	loose int64 // when parts of it may have changed that were not told of
	grown int64 // when it got a new part
	parts map[int64]changedPart
}

type changedPart struct{ at, seq int64 }

// effect is what a transaction changed: some things that it touched, and parts of them, or anything (wide).
type effect struct {
	wide    bool
	loose   bool // more parts of the things than those that are told of
	touches map[int64]Touch
	parts   []Part
}

func (e *effect) touch(t Touch) {
	if e.touches == nil {
		e.touches = map[int64]Touch{}
	}
	e.touches[t.ID] = t
}

// all tells whether anything may have changed: also where parts did, but nobody told of what.
func (e *effect) all() bool {
	for _, p := range e.parts {
		if _, told := e.touches[p.Thing]; !told {
			return true
		}
	}
	return e.wide || e.loose && len(e.touches) == 0
}

// history accounts for what was committed to a SQLite file. The commits of this process say what they changed. A commit of
// another process is noticed, but nobody knows what it changed: then anything may have.
//
// Two numbers of SQLite's tell them apart. That of the watch is another after any commit. That of the writer's own
// connection is another only after commits of others.
type history struct {
	watch  *sqliteWatch
	writer *sqliteWatch // on the writer's connection; only the writer asks it

	mu         sync.Mutex
	seen       int64 // the watch's number for which everything below accounts
	foreign    int64 // the writer's number at the last commit
	committing bool  // the writer's next commit may be visible, but is not accounted for
	now        Version
	touched    map[int64]*touched
	parts      int // of all that were touched
}

func newHistory(watch, writer *sqliteWatch) *history {
	h := &history{watch: watch, writer: writer, touched: map[int64]*touched{}}
	h.seen, _ = watch.number()
	h.foreign, _ = writer.number()
	return h
}

// version gives the present state's. It is unknown in the moment between a commit and its account.
func (h *history) version() (Version, bool) {
	n, ok := h.watch.number()
	h.mu.Lock()
	defer h.mu.Unlock()
	if ok && n == h.seen {
		return h.now, true
	}
	if h.committing {
		return Version{}, false
	}
	if n, ok = h.watch.number(); !ok {
		return Version{}, false
	}
	if n != h.seen {
		h.now.wide++
		h.seen = n
	}
	return h.now, true
}

// since gives what is known of things at a version that was true once: the last touch of each since then, where there was one. ok
// is false where anything may have changed between the two.
func (h *history) since(then, now Version, ids []int64) (touches map[int64]Touch, ok bool) {
	if then.wide != now.wide {
		return nil, false
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.now.wide != then.wide {
		return nil, false
	}
	if then.seq == h.now.seq {
		return nil, true
	}
	for _, id := range ids {
		if last, ok := h.touched[id]; ok && last.seq > then.seq {
			if touches == nil {
				touches = map[int64]Touch{}
			}
			touches[id] = last.Touch
		}
	}
	return touches, true
}

// partsSince tells what is known of parts of a thing at a version that was true once: each that changed since then is given with
// its place among ids and its moment. grown tells whether the thing got new parts, and ok is false where any part may have changed.
func (h *history) partsSince(then, now Version, thing int64, ids []int64, changed func(i int, at int64)) (grown, ok bool) {
	if then.wide != now.wide {
		return false, false
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.now.wide != then.wide {
		return false, false
	}
	last, ok := h.touched[thing]
	if !ok || last.seq <= then.seq {
		return false, true
	}
	if last.loose > then.seq {
		return false, false
	}
	for i, id := range ids {
		if p, ok := last.parts[id]; ok && p.seq > then.seq {
			changed(i, p.at)
		}
	}
	return last.grown > then.seq, true
}

// begin is called before a commit.
func (h *history) begin() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.committing = true
}

// end accounts for a commit with what its writes changed, or with nil if that is not known. The watch is asked first: what others
// commit before that is told by the writer's number, what they commit after it by the watch's next one.
func (h *history) end(changed []effect) {
	seen, watched := h.watch.number()
	foreign, asked := h.writer.number()
	h.mu.Lock()
	defer h.mu.Unlock()
	h.now.seq++
	wide := changed == nil || !watched || !asked || foreign != h.foreign
	for _, e := range changed {
		wide = wide || e.all()
		h.note(e)
	}
	if wide || len(h.touched)+h.parts > maxTouched {
		h.now.wide++
		clear(h.touched)
		h.parts = 0
	}
	h.seen, h.foreign, h.committing = seen, foreign, false
}

// note remembers what a write changed.
func (h *history) note(e effect) {
	for id, t := range e.touches {
		known, ok := h.touched[id]
		if !ok {
			known = &touched{}
			h.touched[id] = known
		}
		known.Touch, known.seq = t, h.now.seq
		if e.loose {
			known.loose = h.now.seq
		}
	}
	for _, p := range e.parts {
		if known, ok := h.touched[p.Thing]; ok {
			h.parts += known.note(p, h.now.seq)
		}
	}
}

// note gives how many parts more are remembered.
func (t *touched) note(p Part, seq int64) int {
	before := len(t.parts)
	if t.parts == nil {
		t.parts = map[int64]changedPart{}
	}
	t.parts[p.ID] = changedPart{p.At, seq}
	if p.New {
		t.grown = seq
	}
	return len(t.parts) - before
}

// written finds what a statement writes to.
var written = regexp.MustCompile(`(?i)\b(?:INSERT\s+(?:OR\s+\w+\s+)?INTO|REPLACE\s+INTO|UPDATE|DELETE\s+FROM)\s+(\w+)`)

// upsert is the part of an INSERT that names no table of its own, deletes finds what removes rows, and reads is how statements
// begin that write nothing, as long as they are not of the others.
var (
	upsert  = regexp.MustCompile(`(?i)\bDO\s+UPDATE\s+SET\b`)
	deletes = regexp.MustCompile(`(?i)\b(?:DELETE\s+FROM|REPLACE)\b`)
	reads   = regexp.MustCompile(`(?i)^\s*(?:SELECT|WITH|VALUES)\b`)
)

// reach tells how far statements reach.
type reach struct{ quiet, parts map[string]bool }

// extent is how far a statement reaches: wide if it writes to a table whose changes no Touch tells of, and loose if it may
// change parts of things. Whatever deletes may, because other rows may go with those that it names.
type extent struct {
	wide, loose bool
	writes      bool
	counts      bool // it tells how many rows it changed, so that with none it changed nothing
}

func newReach(quiet, parts []string) *reach {
	return &reach{quiet: setOf(quiet), parts: setOf(parts)}
}

func setOf(names []string) map[string]bool {
	set := map[string]bool{}
	for _, name := range names {
		set[name] = true
	}
	return set
}

// of reads a statement. A connection that only reads has no reach.
func (r *reach) of(sql string) extent {
	if r == nil {
		return extent{}
	}
	tables := written.FindAllStringSubmatch(upsert.ReplaceAllString(sql, ""), -1)
	e := extent{loose: deletes.MatchString(sql), writes: true, counts: true}
	if len(tables) == 0 {
		e.counts = false
		e.writes = !reads.MatchString(sql)
		e.wide = e.writes
	}
	for _, table := range tables {
		name := strings.ToLower(table[1])
		e.wide = e.wide || !r.quiet[name]
		e.loose = e.loose || r.parts[name]
	}
	return e
}
