package db

import (
	"maps"
	"regexp"
	"strings"
	"sync"
)

// maxTouched bounds how many things are remembered as touched.
const maxTouched = 10_000

// Version names a state of the database, where that is known at next to no cost.
type Version struct {
	wide int64 // how often anything at all may have changed
	seq  int64 // of the last commit of this process that is accounted for
}

// Touch is the new state of a thing whose readers can see all that changed in it by that state.
type Touch struct{ ID, Revision, At int64 }

// touched is a Touch with its place in the order of commits.
type touched struct {
	Touch
	seq int64
}

// effect is what a transaction changed: some things that it touched, or anything (wide).
type effect struct {
	wide    bool
	touches map[int64]Touch
}

func (e *effect) touch(t Touch) {
	if e.touches == nil {
		e.touches = map[int64]Touch{}
	}
	e.touches[t.ID] = t
}

func (e *effect) add(other effect) {
	e.wide = e.wide || other.wide
	if e.touches == nil {
		e.touches = other.touches
		return
	}
	maps.Copy(e.touches, other.touches)
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
	touched    map[int64]touched
}

func newHistory(watch, writer *sqliteWatch) *history {
	h := &history{watch: watch, writer: writer, touched: map[int64]touched{}}
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

// begin is called before a commit.
func (h *history) begin() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.committing = true
}

// end accounts for a commit with what it changed. The watch is asked first: what others commit before that is told by
// the writer's number, what they commit after it by the watch's next one.
func (h *history) end(changed effect) {
	seen, watched := h.watch.number()
	foreign, asked := h.writer.number()
	h.mu.Lock()
	defer h.mu.Unlock()
	h.now.seq++
	if changed.wide || !watched || !asked || foreign != h.foreign || len(h.touched)+len(changed.touches) > maxTouched {
		h.now.wide++
		clear(h.touched)
	}
	for id, t := range changed.touches {
		h.touched[id] = touched{t, h.now.seq}
	}
	h.seen, h.foreign, h.committing = seen, foreign, false
}

// written finds what a statement writes to.
var written = regexp.MustCompile(`(?i)\b(?:INSERT\s+(?:OR\s+\w+\s+)?INTO|REPLACE\s+INTO|UPDATE|DELETE\s+FROM)\s+(\w+)`)

// upsert is the part of an INSERT that names no table of its own, and reads is how statements begin that write nothing, as
// long as they are not of the others.
var (
	upsert = regexp.MustCompile(`(?i)\bDO\s+UPDATE\s+SET\b`)
	reads  = regexp.MustCompile(`(?i)^\s*(?:SELECT|WITH|VALUES)\b`)
)

// reach tells how far statements reach: whether each writes only to tables whose changes are told of by a Touch.
type reach struct {
	quiet map[string]bool
	known sync.Map // of constant SQL texts
}

func newReach(quiet []string) *reach {
	r := &reach{quiet: map[string]bool{}}
	for _, table := range quiet {
		r.quiet[table] = true
	}
	return r
}

// wide tells whether a statement may change anything.
func (r *reach) wide(sql string) bool {
	if known, ok := r.known.Load(sql); ok {
		return known == true
	}
	wide := r.read(sql)
	r.known.Store(sql, wide)
	return wide
}

func (r *reach) read(sql string) bool {
	tables := written.FindAllStringSubmatch(upsert.ReplaceAllString(sql, ""), -1)
	for _, table := range tables {
		if !r.quiet[strings.ToLower(table[1])] {
			return true
		}
	}
	return len(tables) == 0 && !reads.MatchString(sql)
}
