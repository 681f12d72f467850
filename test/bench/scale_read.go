package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"earnest/internal/apiv1"
	"earnest/test/scale"
)

const (
	// scaleGoal is how many times its cost in the small world a read with a limited answer may cost in the large one.
	scaleGoal = 2.0
	// scaleMemory is the most memory in MiB that a server may use for an answer of any length.
	scaleMemory = 200.0
	// searchGoal is how many milliseconds a search may take in the large world.
	searchGoal = 50.0
)

// Where a read takes place. Those of the usual project have about as much to read in both worlds, so that their ratio shows what
// the rest of the database costs them.
const (
	inLargest  = "largest project"
	inUsual    = "usual project"
	byMember   = "a member"
	byDirector = "everything"
)

// scaledRead is the result of one read in both worlds.
type scaledRead struct {
	Where  string   `json:"where"`
	Read   string   `json:"read"`
	Long   bool     `json:"long"`
	Search bool     `json:"search"`
	Small  readCost `json:"small"`
	Large  readCost `json:"large"`
}

// readCost is what one read costs.
type readCost struct {
	Bytes     int     `json:"bytes"`
	CPU       float64 `json:"cpu_us"`
	Database  float64 `json:"database_cpu_us"`
	Micros    float64 `json:"us"`
	MemoryMiB float64 `json:"peak_memory_mib"`
	Failed    string  `json:"failed,omitempty"`
}

// ratio returns how many times more the read costs in the large world, database included.
func (r scaledRead) ratio() float64 {
	if small := r.Small.CPU + r.Small.Database; small > 0 {
		return (r.Large.CPU + r.Large.Database) / small
	}
	return 0
}

// goal returns the goal for the cost in words, and whether it is met.
func (r scaledRead) goal() (words string, met bool) {
	if r.Long && r.Where != inUsual {
		return fmt.Sprintf("≤ %.0f MiB", scaleMemory), r.Large.MemoryMiB <= scaleMemory
	}
	return fmt.Sprintf("≤ %gx", scaleGoal), r.ratio() <= scaleGoal
}

// timeGoal returns the goal for the time that passes, in words, and whether it is met; "" means no goal.
func (r scaledRead) timeGoal() (words string, met bool) {
	if !r.Search {
		return "", true
	}
	return fmt.Sprintf("≤ %g ms", searchGoal), r.Large.Micros/1000 <= searchGoal
}

// pairOf is a read in the small and in the large world.
type pairOf struct {
	where string
	reads [2]scale.Read
}

// readPairs returns every read that is measured.
func readPairs(sides [2]*side) (pairs []pairOf) {
	add := func(where string, small, large []scale.Read) {
		for i := range small {
			pairs = append(pairs, pairOf{where, [2]scale.Read{small[i], large[i]}})
		}
	}
	small, usual := sides[0].world.Projects[0], sides[1].usual()
	add(inUsual, small.Reads(), usual.Reads())
	add(inLargest, small.Reads(), sides[1].world.Projects[0].Reads())
	add(byMember, small.OwnReads(), usual.OwnReads())
	add(byDirector, sides[0].world.DirectorReads(), sides[1].world.DirectorReads())
	return pairs
}

// measureReads measures each read in both worlds in turn.
func measureReads(ctx context.Context, o *options, sides [2]*side) (rows []scaledRead, err error) {
	for _, p := range readPairs(sides) {
		if !o.only.MatchString(p.where + ": " + p.reads[0].Name()) {
			continue
		}
		row := scaledRead{
			Where: p.where, Read: strings.TrimPrefix(p.reads[0].Name(), "GET "),
			Long: p.reads[0].Long || p.reads[1].Long, Search: p.reads[0].Search,
		}
		row.Small, row.Large = sides[0].cost(p.reads[0]), sides[1].cost(p.reads[1])
		for range scaleRounds - 1 {
			row.Small.better(sides[0].cost(p.reads[0]))
			row.Large.better(sides[1].cost(p.reads[1]))
		}
		row.sayMissed(o)
		rows = append(rows, row)
		if err := ctx.Err(); err != nil {
			return rows, err
		}
	}
	return rows, nil
}

// sayMissed reports a failure, and each goal that is not met.
func (r scaledRead) sayMissed(o *options) {
	if r.Large.Failed != "" {
		o.sayf("%s: %s failed: %s", r.Where, r.Read, r.Large.Failed)
		return
	}
	if words, met := r.goal(); !met {
		o.sayf("%s: %s: %.1fx and %.0f MiB, goal %s", r.Where, r.Read, r.ratio(), r.Large.MemoryMiB, words)
	}
	if words, met := r.timeGoal(); !met {
		o.sayf("%s: %s: %.1f ms, goal %s", r.Where, r.Read, r.Large.Micros/1000, words)
	}
}

// A read is repeated in each of several rounds, and the cheapest round counts, since other processes can only make it dearer.
const (
	scaleRounds = 3
	scaleSlot   = 80 * time.Millisecond
	mostCalls   = 200
	// slow is how long an answer may take before it is not asked for again.
	slow = 3 * time.Second
	// endless is how long an answer may take at all.
	endless = 5 * time.Minute
)

func (c *readCost) better(other readCost) {
	if other.CPU+other.Database < c.CPU+c.Database {
		other.MemoryMiB = max(c.MemoryMiB, other.MemoryMiB)
		*c = other
	}
}

// cost makes a read repeatedly, once to warm up. A parameter that means nothing is different each time, so that no answer comes
// from the cache.
func (s *side) cost(r scale.Read) readCost {
	c, err := dial(s.nodes[0].address, endless)
	if err != nil {
		return readCost{Failed: err.Error()}
	}
	defer closeAll([]*conn{c})
	begin := time.Now()
	size, err := s.fetch(c, r)
	if err != nil {
		return readCost{Failed: err.Error()}
	}
	resetPeak(s.nodes[0].pid())
	least := 3
	if time.Since(begin) > slow {
		least = 1
	}
	before, err := s.nodes[0].clocks()
	if err != nil {
		return readCost{Failed: err.Error()}
	}
	begin, calls := time.Now(), 0
	for ; calls < least || time.Since(begin) < scaleSlot && calls < mostCalls; calls++ {
		if _, err := s.fetch(c, r); err != nil {
			return readCost{Failed: err.Error()}
		}
	}
	took := time.Since(begin)
	after, err := s.nodes[0].clocks()
	if err != nil {
		return readCost{Failed: err.Error()}
	}
	held, _ := memoryOf(s.nodes[0].pid())
	each := float64(calls)
	return readCost{
		Bytes: size, CPU: micros(after.own-before.own) / each, Database: micros(after.database-before.database) / each,
		Micros: micros(took) / each, MemoryMiB: mib(held.most),
	}
}

// fetch makes a read once and returns the length of the answer.
func (s *side) fetch(c *conn, r scale.Read) (int, error) {
	s.fetched++
	target := r.Path + "?"
	if strings.Contains(r.Path, "?") {
		target = r.Path + "&"
	}
	q := s.request("GET", fmt.Sprintf("%sn=%d", target, s.fetched), "", r.By, 200)
	if _, err := c.Write(q.wire); err != nil {
		return 0, err
	}
	status, size, err := receive(c.in)
	if err == nil && status != q.status {
		err = fmt.Errorf("status %d", status)
	}
	return size, err
}

// request prepares a request by a user: with their key for the API, and with their cookie for the dashboard.
func (s *side) request(method, target, body string, by int64, status int) call {
	who := s.callers[by]
	if strings.HasPrefix(target, apiv1.Base+"/") {
		return newCall(method, target, who.Key, body, "", status)
	}
	return newCall(method, target, "none", body, sameOrigin(who.Cookie), status)
}
