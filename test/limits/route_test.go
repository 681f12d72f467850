package limits

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"earnest/internal/apiv1"
	"earnest/internal/dash"
	"earnest/internal/dash/calendar"
	"earnest/internal/db/dbtest"
	"earnest/test/rig"
)

// The limits on the cost of a request. CPU time is not limited for a route that streams, because its reader sets the pace.
const (
	mostCPU      = 300 * time.Millisecond
	mostHeld     = 64 * mebibyte
	mostStreamed = 16 * mebibyte
)

// A route fails only if it exceeds the CPU limit in all its tries, since other processes affect the CPU caches. After a try that
// takes more than hopeless times the limit, there are no more tries. Memory is measured once.
const (
	tries    = 4
	hopeless = 3
)

// row describes the most expensive call to a route, and the limits that apply to it.
type row struct {
	by  who                               // the least privileged caller
	ask func(t testing.TB, w *world) call // nil: the route's own path, without a body

	streams bool                         // it sends data while reading it, or waits for events
	later   string                       // why the route may exceed its limits for now; it is measured and reported anyway
	refused int                          // the status with which the route refuses everyone
	hangsUp int                          // chunks after which the client of an endless stream hangs up
	wait    func(t testing.TB, w *world) // waits until the work that the request started is over, since it is part of the cost
	once    bool                         // the call can be made only once
}

// variant separates a route from the description of another call to the same route.
const variant = " | "

// rows returns a row for every route of both fronts and the calendar, keyed by method and full path.
func rows() map[string]row {
	all := map[string]row{}
	for _, area := range []map[string]row{
		apiRows(), sessionRows(), projectRows(), ticketRows(), sprintRows(), settingRows(), insightRows(), timeRows(), roadmapRows(), adminRows(),
	} {
		maps.Copy(all, area)
	}
	return all
}

// routes returns every operation that the product serves.
func routes() []string {
	list := []string{"GET " + calendar.Base + "/{token}"}
	for _, r := range apiv1.Routes() {
		list = append(list, r.Method+" "+apiv1.Base+r.Path)
	}
	for _, r := range dash.Routes() {
		list = append(list, r.Method+" "+dash.Base+r.Path)
	}
	return list
}

func TestEveryRouteHasARow(t *testing.T) {
	t.Parallel()
	table := map[string]bool{}
	for key := range rows() {
		route, _, _ := strings.Cut(key, variant)
		table[route] = true
	}
	for _, route := range routes() {
		if !table[route] {
			t.Errorf("%s has no row: say in rows_*_test.go how it is called at its worst and what it may cost", route)
		}
		delete(table, route)
	}
	for route := range table {
		t.Errorf("%s has a row but is not a route", route)
	}
}

// Nothing runs in parallel, because the CPU time measured is that of the whole process.
func TestEveryRouteKeepsToItsLimitsInAProjectAtItsLimits(t *testing.T) { //nolint:paralleltest // it measures this process
	if !rig.Long() {
		t.Skip("what each route costs was not measured: it takes minutes of an idle machine; make soak ARGS='-run Limits' does it")
	}
	t.Run("sqlite", func(t *testing.T) { mustKeepLimits(t, dbtest.SQLite(t)) })     //nolint:paralleltest // it measures this process
	t.Run("postgres", func(t *testing.T) { mustKeepLimits(t, dbtest.Postgres(t)) }) //nolint:paralleltest // it measures this process
}

func mustKeepLimits(t *testing.T, url string) {
	t.Helper()
	w, table := mustWorld(t, url), rows()
	order := slices.Sorted(maps.Keys(table))
	slices.SortStableFunc(order, func(a, b string) int { return rank(a, table[a]) - rank(b, table[b]) })
	var report strings.Builder
	// Slashes are replaced with dots, because -run splits names at slashes. To run one route, use
	// -run 'Limits/sqlite/cycle-time'.
	for _, route := range order {
		t.Run(strings.ReplaceAll(route, "/", "."), func(t *testing.T) { //nolint:paralleltest // it measures this process
			r := table[route]
			c := w.measure(t, route, r)
			problem := r.judge(c)
			if problem != "" && r.later == "" {
				t.Error(problem)
			}
			fmt.Fprintf(&report, "%-62s %9.1f ms %8.1f MiB  %-8s %s\n", route, float64(c.cpu.Microseconds())/1000, float64(c.held)/mebibyte, r.class(), problem)
		})
	}
	t.Logf("what each route costs:\n%s", report.String())
}

// rank puts reads first, writes next, and calls that can be made only once last.
func rank(route string, r row) int {
	switch {
	case route == "DELETE /api/v1/projects/{uuid}":
		return 3 // it deletes the large project
	case r.once:
		return 2
	case !strings.HasPrefix(route, http.MethodGet+" "):
		return 1
	default:
		return 0
	}
}

func (r row) class() string {
	switch {
	case r.later != "":
		return "later"
	case r.streams:
		return "streams"
	default:
		return "plain"
	}
}

// judge describes the limits that a cost exceeds, with the reason if that is allowed for now. It returns "" if there are none.
func (r row) judge(c cost) string {
	var over []string
	if !r.streams && c.cpu > mostCPU {
		over = append(over, fmt.Sprintf("%d ms of CPU, over %d", c.cpu.Milliseconds(), mostCPU.Milliseconds()))
	}
	if most := r.mostHeld(); c.held > most {
		over = append(over, fmt.Sprintf("holds %d MiB, over %d", c.held/mebibyte, most/mebibyte))
	}
	problem := strings.Join(over, "; ")
	if problem != "" && r.later != "" {
		problem += " (later: " + r.later + ")"
	}
	return problem
}

func (r row) mostHeld() int64 {
	if r.streams {
		return mostStreamed
	}
	return mostHeld
}

// measure calls a route until a call stays within the limits or the tries are used up. Each call is made right after a write to
// the project. It returns the lowest cost.
func (w *world) measure(t *testing.T, route string, r row) (best cost) {
	t.Helper()
	if r.once {
		w.run(t, route, r, func(f func()) { best.cpu = cpuOf(t, func() { best.held = grownBy(f) }) })
		return best
	}
	best.held, best.cpu = w.held(t, route, r), w.cpu(t, route, r)
	for range tries - 1 {
		if r.judge(best) == "" || best.cpu > hopeless*mostCPU || best.held > r.mostHeld() {
			break
		}
		best.cpu = min(best.cpu, w.cpu(t, route, r))
	}
	return best
}

func (w *world) held(t *testing.T, route string, r row) (bytes int64) {
	t.Helper()
	w.run(t, route, r, func(f func()) { bytes = heldBy(f) })
	return bytes
}

func (w *world) cpu(t *testing.T, route string, r row) (used time.Duration) {
	t.Helper()
	w.run(t, route, r, func(f func()) { used = cpuOf(t, f) })
	return used
}

// run prepares one call to a route and passes it to the function measure, which makes the call.
func (w *world) run(t *testing.T, route string, r row, measure func(func())) {
	t.Helper()
	method, path, _ := strings.Cut(route, " ")
	path, _, _ = strings.Cut(path, variant)
	c := call{path: path}
	if r.ask != nil {
		c = r.ask(t, w)
	}
	c.method, c.hangsUp = method, r.hangsUp
	if c.by == (person{}) {
		c.by = w.people[r.by]
	}
	w.touch(t)
	request := c.prepare(t)
	measure(func() {
		w.serve(request)
		if r.wait != nil {
			r.wait(t, w)
		}
	})
	if a := request.answer; !r.allows(a.status) {
		t.Errorf("%s answers %d: %s", route, a.status, a.body.String())
	}
}

// allows reports whether a status is expected.
func (r row) allows(status int) bool {
	if r.refused != 0 {
		return status == r.refused
	}
	return status < http.StatusBadRequest
}
