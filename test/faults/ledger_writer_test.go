package faults_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	"earnest/internal/workspace"
	"earnest/test/rig"
)

// writers are goroutines that create, change and delete objects in a project until they are stopped. Each has its own objects.
type writers struct {
	wg   sync.WaitGroup
	quit chan struct{}
}

// marks numbers objects across all tests of the process; a mark is never reused.
var marks atomic.Int64

// errorPause is how long a writer pauses after a write that was not acknowledged.
const errorPause = 5 * time.Millisecond

// startWriters starts n writers; caller returns the client that each of them uses.
func startWriters(l *ledger, p *place, n int, caller func(i int) *rig.Caller) *writers {
	ws := &writers{quit: make(chan struct{})}
	for i := range n {
		w := &writer{ledger: l, place: p, caller: caller(i), rng: rand.New(rand.NewPCG(uint64(i), rand.Uint64()))}
		ws.wg.Go(func() { w.run(ws.quit) })
	}
	return ws
}

// stop stops the writers, after each has finished its current request.
func (ws *writers) stop() {
	close(ws.quit)
	ws.wg.Wait()
}

// writer changes its own objects, one write at a time.
type writer struct {
	ledger *ledger
	place  *place
	caller *rig.Caller
	rng    *rand.Rand
	mine   []*thing // the most recent ones; older ones are no longer changed
}

// keep is how many of its most recent objects a writer may still change.
const keep = 24

func (w *writer) run(quit <-chan struct{}) {
	defer w.caller.HTTP.CloseIdleConnections()
	for {
		select {
		case <-quit:
			return
		default:
		}
		if w.step() == acknowledged {
			continue
		}
		select {
		case <-quit:
			return
		case <-time.After(errorPause):
		}
	}
}

// step sends one write, which changes an object that is known to exist or creates a new one.
func (w *writer) step() outcome {
	next := w.create()
	if g := w.pick(); g != nil && w.rng.IntN(3) > 0 {
		next = w.change(g)
	}
	is := w.ledger.send(context.Background(), w.caller, next)
	if is == acknowledged && next.method == "POST" {
		w.mine = append(w.mine, next.thing)
		w.mine = w.mine[max(0, len(w.mine)-keep):]
	}
	return is
}

// pick returns one of the writer's objects that is known to exist, or nil.
func (w *writer) pick() *thing { return w.pickIf(func(*thing) bool { return true }) }

func (w *writer) pickIf(fits func(*thing) bool) *thing {
	w.ledger.mu.Lock()
	defer w.ledger.mu.Unlock()
	for range 4 {
		if len(w.mine) == 0 {
			return nil
		}
		g := w.mine[w.rng.IntN(len(w.mine))]
		if alive(g) && fits(g) && (g.ticket == nil || alive(g.ticket)) {
			return g
		}
	}
	return nil
}

func alive(g *thing) bool { return g.settled() && g.states[g.sure] != gone }

// create returns a write that creates a ticket, or an object on an existing ticket.
func (w *writer) create() write {
	mark := fmt.Sprintf("m%d", marks.Add(1))
	ticket := w.pickIf(func(g *thing) bool { return g.noun == "ticket" })
	if ticket == nil {
		return w.createTicket(mark)
	}
	switch w.rng.IntN(5) {
	case 0:
		return w.createSubtask(mark, ticket)
	case 1:
		return w.createComment(mark, ticket)
	case 2, 3:
		return w.createEntry(mark, ticket)
	default:
		return w.createTicket(mark)
	}
}

func (w *writer) createTicket(mark string) write {
	k := w.randomTicket(mark)
	body := ticketBody(k)
	body["project_uuid"] = w.place.project
	return write{&thing{noun: "ticket", mark: mark}, "POST", "/api/v1/tickets", body, ticketFacts(k).state()}
}

func (w *writer) randomTicket(mark string) workspace.Ticket {
	points, text := float64(w.rng.IntN(20)), fmt.Sprintf("what %d", w.rng.Int32())
	k := workspace.Ticket{
		Title: fmt.Sprintf("%s a pier of %d", mark, w.rng.Int32()), Description: &text, StoryPoints: &points,
		Priority: one(w.rng, []string{"critique", "haute", "normale", "faible"}), Status: one(w.rng, []string{"todo", "in_progress", "done"}),
		Epic: one(w.rng, w.place.epics), Sprint: one(w.rng, w.place.sprints),
	}
	for i := range w.rng.IntN(4) {
		k.AcceptanceCriteria = append(k.AcceptanceCriteria, fmt.Sprintf("line %d", i))
		k.Tags = append(k.Tags, w.place.tags[i%len(w.place.tags)])
	}
	k.Tags = k.Tags[:min(len(k.Tags), len(w.place.tags))]
	return k
}

func one(rng *rand.Rand, list []string) string { return list[rng.IntN(len(list))] }

func ticketBody(k workspace.Ticket) map[string]any {
	return map[string]any{
		"title": k.Title, "description": k.Description, "priority": k.Priority, "status": k.Status, "story_points": k.StoryPoints,
		"epic_uuid": k.Epic, "sprint_uuid": k.Sprint,
		"acceptance_criteria": append([]string{}, k.AcceptanceCriteria...), "tags": append([]string{}, k.Tags...),
	}
}

func (w *writer) createSubtask(mark string, ticket *thing) write {
	body := map[string]any{"ticket_uuid": ticket.uuid, "title": mark + " bolt", "status": "todo"}
	return write{&thing{noun: "subtask", mark: mark, ticket: ticket}, "POST", "/api/v1/subtasks", body, subtaskFacts(mark+" bolt", "todo").state()}
}

func (w *writer) createComment(mark string, ticket *thing) write {
	content := "<p>" + mark + " said</p>"
	body := map[string]any{"ticket_uuid": ticket.uuid, "content": content}
	return write{&thing{noun: "comment", mark: mark, ticket: ticket}, "POST", "/api/v1/comments", body, facts{"content": content}.state()}
}

func (w *writer) createEntry(mark string, ticket *thing) write {
	minutes, day := int64(1+w.rng.IntN(600)), fmt.Sprintf("2026-10-%02d", 1+w.rng.IntN(31))
	body := map[string]any{"ticket_uuid": ticket.uuid, "duration_minutes": minutes, "logged_at": day, "comment": mark + " work"}
	return write{&thing{noun: "time_entry", mark: mark, ticket: ticket}, "POST", "/api/v1/time-entries", body, entryFacts(mark+" work", minutes, day).state()}
}

// change returns a write that updates an object or, now and then, deletes it. A time entry is never changed; instead, another
// object is created.
func (w *writer) change(g *thing) write {
	path := "/api/v1/" + g.noun + "s/" + g.uuid
	if g.noun == "time_entry" {
		return w.create()
	}
	if w.rng.IntN(8) == 0 {
		return write{g, "DELETE", path, nil, gone}
	}
	switch g.noun {
	case "ticket":
		k := w.randomTicket(g.mark)
		return write{g, "PUT", path, ticketBody(k), ticketFacts(k).state()}
	case "subtask":
		title, status := fmt.Sprintf("%s bolt %d", g.mark, w.rng.Int32()), one(w.rng, []string{"todo", "in_progress", "done"})
		return write{g, "PUT", path, map[string]any{"title": title, "status": status}, subtaskFacts(title, status).state()}
	default:
		content := fmt.Sprintf("<p>%s said %d</p>", g.mark, w.rng.Int32())
		return write{g, "PUT", path, map[string]any{"content": content}, facts{"content": content}.state()}
	}
}
