package load

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"

	"earnest/test/rig"
)

// register is the part of a ticket that the test writes and reads: three fields, each changed separately.
type register struct{ title, text, points string }

// wish is a client's operation on a ticket: to set a field or, if field is empty, to read the ticket.
type wish struct {
	ticket int
	field  string
	value  string
}

func (r register) with(w wish) register {
	switch w.field {
	case "title":
		r.title = w.value
	case "description":
		r.text = w.value
	case "story_points":
		r.points = w.value
	}
	return r
}

// model returns the sequential model, which describes how a single copy of the data would have responded. Both a change and a
// read return the whole ticket, so that a lost field is noticed immediately.
func model(tickets int) porcupine.Model {
	return porcupine.Model{
		Partition: func(history []porcupine.Operation) [][]porcupine.Operation {
			parts := make([][]porcupine.Operation, tickets)
			for _, op := range history {
				at := op.Input.(wish).ticket
				parts[at] = append(parts[at], op)
			}
			return parts
		},
		Init: func() any { return register{"start", "start", "0"} },
		Step: func(state, input, output any) (bool, any) {
			next := state.(register).with(input.(wish))
			return output.(register) == next, next
		},
		DescribeOperation: func(input, output any) string { return fmt.Sprintf("%+v: %+v", input, output) },
	}
}

// Tickets are read from every node, singly and in lists, and some of the requests are conditional. A cache may save work, but
// must never return data that a completed change has made outdated.
func TestReadsAndWritesOfTicketsOverAllNodesAreLinearizable(t *testing.T) {
	t.Parallel()
	eachCluster(t, func(t *testing.T, c *cluster) {
		t.Helper()
		h := &history{cluster: c, began: time.Now(), number: seedNumber(t)}
		for range rig.Times(6, 40) {
			h.tickets = append(h.tickets, mustMake(t, c, "/tickets", map[string]any{"project_uuid": c.clients[0].home, "title": "start", "description": "start"}))
		}
		var all sync.WaitGroup
		const clients = 12
		for i := range clients {
			all.Go(func() { h.client(t, i, rig.Times(3_000, 100_000)/clients) })
		}
		all.Wait()
		t.Logf("%d operations on %d tickets, %d reads answered with 304", len(h.done), len(h.tickets), h.spared)
		if h.spared == 0 {
			t.Error("no conditional read was answered with 304")
		}
		if result := porcupine.CheckOperationsTimeout(model(len(h.tickets)), h.done, 2*time.Minute); result != porcupine.Ok {
			t.Errorf("no order of these operations explains what was answered: %s", result)
		}
	})
}

// history records the requests that the clients made, when they made them, and the responses they got.
type history struct {
	*cluster

	tickets []string
	number  uint64
	began   time.Time

	mu     sync.Mutex
	done   []porcupine.Operation
	spared int // reads answered with 304
}

func (h *history) add(ops ...porcupine.Operation) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.done = append(h.done, ops...)
}

func (h *history) now() int64 { return time.Since(h.began).Nanoseconds() }

// client runs the given number of operations, one after the other.
func (h *history) client(t *testing.T, id, count int) {
	t.Helper()
	r := rand.New(rand.NewPCG(h.number, uint64(id)))
	kept := map[string]answered{}
	for i := range count {
		var err error
		at := r.IntN(len(h.tickets))
		switch n := r.IntN(10); {
		case n < 3:
			err = h.change(id, wish{at, one(r, "title", "description"), fmt.Sprintf("c%d-%d", id, i)})
		case n < 4:
			err = h.change(id, wish{at, "story_points", strconv.Itoa(r.IntN(10_000))})
		case n < 9:
			err = h.read(id, r.IntN(2), at, kept)
		default:
			err = h.list(id, r.IntN(2), kept)
		}
		if err != nil {
			t.Error(err)
			return
		}
	}
}

// wireTicket is a ticket as the API returns it.
type wireTicket struct {
	UUID        string  `json:"uuid"`
	Title       string  `json:"title"`
	Description string  `json:"description"`
	Points      float64 `json:"story_points"`
}

func (w wireTicket) register() register {
	return register{w.Title, w.Description, strconv.FormatFloat(w.Points, 'f', -1, 64)}
}

func (h *history) change(id int, w wish) error {
	var value any = w.value
	if w.field == "story_points" {
		value = json.RawMessage(w.value)
	}
	call := h.now()
	a, err := h.caller(id).Do(context.Background(), "PUT", "/api/v1/tickets/"+h.tickets[w.ticket], map[string]any{w.field: value})
	back := h.now()
	var body struct {
		Data wireTicket `json:"data"`
	}
	if err == nil && a.Status != 200 {
		err = fmt.Errorf("a change answers %d: %s", a.Status, a.Body)
	}
	if err == nil {
		err = json.Unmarshal(a.Body, &body)
	}
	h.add(porcupine.Operation{ClientId: id, Input: w, Call: call, Output: body.Data.register(), Return: back})
	return err
}

// answered is a response that a client has cached.
type answered struct {
	tag  string
	body []byte
}

// get reads a path from a node. Every other client makes conditional requests.
func (h *history) get(id, node int, path string, kept map[string]answered) ([]byte, error) {
	c := h.caller(node)
	r, err := http.NewRequestWithContext(context.Background(), http.MethodGet, c.URL+"/api/v1"+path, http.NoBody)
	if err != nil {
		return nil, err
	}
	r.Header.Set("Authorization", "Bearer "+c.Key)
	had, known := kept[path]
	if known && id%2 == 0 {
		r.Header.Set("If-None-Match", had.tag)
	}
	a, err := readAll(c.HTTP.Do(r))
	switch {
	case err != nil:
		return nil, err
	case a.Status == http.StatusNotModified:
		h.mu.Lock()
		h.spared++
		h.mu.Unlock()
		return had.body, nil
	case a.Status != http.StatusOK:
		return nil, fmt.Errorf("a read answers %d: %s", a.Status, a.Body)
	}
	kept[path] = answered{a.Header.Get("ETag"), a.Body}
	return a.Body, nil
}

func (h *history) read(id, node, at int, kept map[string]answered) error {
	call := h.now()
	text, err := h.get(id, node, "/tickets/"+h.tickets[at], kept)
	back := h.now()
	var body struct {
		Data wireTicket `json:"data"`
	}
	if err == nil {
		err = json.Unmarshal(text, &body)
	}
	if err == nil {
		h.add(porcupine.Operation{ClientId: id, Input: wish{ticket: at}, Call: call, Output: body.Data.register(), Return: back})
	}
	return err
}

// list reads all tickets in one request, which counts as a read of each.
func (h *history) list(id, node int, kept map[string]answered) error {
	call := h.now()
	text, err := h.get(id, node, "/tickets?per_page=100&project="+h.clients[0].home, kept)
	back := h.now()
	var body struct {
		Data []wireTicket `json:"data"`
	}
	if err == nil {
		err = json.Unmarshal(text, &body)
	}
	for _, ticket := range body.Data {
		for at, uuid := range h.tickets {
			if uuid == ticket.UUID {
				h.add(porcupine.Operation{ClientId: id, Input: wish{ticket: at}, Call: call, Output: ticket.register(), Return: back})
			}
		}
	}
	return err
}

func TestTheModelRefusesAStaleReadAndALostField(t *testing.T) {
	t.Parallel()
	fresh := register{"new", "start", "0"}
	write := porcupine.Operation{Input: wish{0, "title", "new"}, Call: 0, Output: fresh, Return: 10}
	for name, c := range map[string]struct {
		after porcupine.Operation
		want  bool
	}{
		"fresh read": {porcupine.Operation{ClientId: 1, Input: wish{}, Call: 20, Output: fresh, Return: 30}, true},
		"stale read": {porcupine.Operation{ClientId: 1, Input: wish{}, Call: 20, Output: register{"start", "start", "0"}, Return: 30}, false},
		"early read": {porcupine.Operation{ClientId: 1, Input: wish{}, Call: 5, Output: register{"start", "start", "0"}, Return: 30}, true},
		"lost field": {porcupine.Operation{ClientId: 1, Input: wish{0, "description", "x"}, Call: 20, Output: register{"start", "x", "0"}, Return: 30}, false},
	} {
		if got := porcupine.CheckOperations(model(1), []porcupine.Operation{write, c.after}); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
