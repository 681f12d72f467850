package secrecy_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"earnest/internal/apiv1"
	"earnest/internal/dash"
	"earnest/internal/domain"
)

// plot describes how a history is played.
type plot struct {
	seed  uint64
	steps int
	every int  // actions between two full readings
	open  bool // the projects show their rates to everyone, so the readers must see a difference
	same  bool // people have the same rates in both worlds, so nobody may see a difference
	plain bool // every change to a rate gives it a new value, in both worlds
}

// name distinguishes histories.
func (p plot) name() string {
	if p.plain {
		return fmt.Sprintf("seed %d, every rate another", p.seed)
	}
	return fmt.Sprintf("seed %d, any rates", p.seed)
}

// history is the same story in two worlds in which people have different rates.
type history struct {
	plot

	t        *testing.T
	random   *rand.Rand    // determines what happens
	costs    [2]*rand.Rand // determine the rates
	worlds   [2]*world
	projects []*project
	ledger   *ledger
	step     int
	last     string // the latest action
}

// project is a project as the history knows it. Only its owner and admins may see the rates of a secret project.
type project struct {
	uuid   string
	secret bool
	open   bool  // currently shows its rates to everyone
	seen   int64 // the revision from which the readers follow it

	members map[string]string      // the uuid of each member
	roles   map[string]string      // missing: not in the team
	rates   map[string][2]*float64 // everyone's last rate

	epics, supers, sprints, tickets, gone, comments, entries []string
}

func mustHistory(t *testing.T, p plot, l *ledger, urls [2]string) *history {
	t.Helper()
	h := &history{plot: p, t: t, ledger: l, random: rand.New(rand.NewPCG(p.seed, 0))}
	for i := range h.worlds {
		stream := uint64(i)
		if p.same {
			stream = 0
		}
		h.costs[i] = rand.New(rand.NewPCG(p.seed, 1+stream))
		h.worlds[i] = mustWorld(t, urls[i])
		mustRepeat(t, p.seed, begin())
		for _, name := range h.names() {
			h.worlds[i].mustPerson(t, name)
		}
	}
	l.histories++
	return h
}

// names returns the people; each is in every project, initially in the role of the same name, except that dev is a member.
func (h *history) names() []string { return []string{"owner", "admin", "member", "viewer", "dev"} }

// deed is someone's action.
type deed struct {
	name   string
	who    string
	method string
	target string
	body   any
}

func (h *history) pick(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return list[h.random.IntN(len(list))]
}

// do performs the same action in both worlds.
func (h *history) do(d deed) map[string]any { return h.doEach(d, d) }

// doEach performs one action in each world, a minute after the previous action. The responses to people who do not see rates are
// compared.
func (h *history) doEach(first, second deed) map[string]any {
	h.t.Helper()
	h.step++
	h.ledger.actions++
	h.last = first.name
	var got [2]answer
	for i, d := range []deed{first, second} {
		w := h.worlds[i]
		w.clock.Advance(time.Minute)
		mustRepeat(h.t, h.seed<<20+uint64(h.step), w.clock.Now())
		got[i] = w.call(h.t, d.who, d.method, d.target, d.body)
		if got[i].status >= http.StatusInternalServerError {
			h.t.Fatalf("%s: %s: %d %s", h.place(), d.name, got[i].status, got[i].body)
		}
	}
	if h.blind(first.who) {
		route := first.method + " " + anyUUID.ReplaceAllString(first.target, "{uuid}")
		h.ledger.compared(question{who: first.who, route: route, target: first.target}, h.place(), first.name, got[0], got[1])
	}
	if got[0].status != got[1].status {
		h.t.Fatalf("%s: %s: the worlds went apart: %d %s, %d %s", h.place(), first.name, got[0].status, got[0].body, got[1].status, got[1].body)
	}
	if got[0].status < http.StatusMultipleChoices {
		h.ledger.done[first.name]++
	}
	return decoded(got[0])
}

// decoded returns the object in a response, without the API's envelope, or nil if the request was refused.
func decoded(a answer) map[string]any {
	var body map[string]any
	if a.status >= 300 || json.Unmarshal(a.body, &body) != nil {
		return nil
	}
	if data, ok := body["data"].(map[string]any); ok {
		return data
	}
	return body
}

// uuid returns the uuid of an object, or "" if the request was refused.
func uuid(thing map[string]any) string {
	text, _ := thing["uuid"].(string)
	return text
}

func (h *history) place() string {
	return fmt.Sprintf("seed %d, step %d (%s)", h.seed, h.step, h.last)
}

// blind reports whether a person is currently not allowed to learn anything about rates.
func (h *history) blind(who string) bool {
	if who != "member" && who != "viewer" && who != "dev" {
		return false
	}
	return h.plot.open || !slices.ContainsFunc(h.projects, func(p *project) bool {
		return p.secret && (p.open || p.roles[who] == "admin" || p.roles[who] == "owner")
	})
}

// ask sends a request in both worlds, and compares the responses unless the caller may currently see rates.
func (h *history) ask(q question) [2]answer {
	h.t.Helper()
	var got [2]answer
	for i, w := range h.worlds {
		if strings.HasSuffix(q.route, "/events") {
			got[i] = w.follow(h.t, q.who, q.target)
		} else {
			got[i] = w.call(h.t, q.who, http.MethodGet, q.target, nil)
		}
	}
	if got[0].status == http.StatusUnauthorized {
		h.t.Fatalf("%s: %s of %s is refused to everybody without a session: %s", h.place(), q.target, q.reader(), got[0].body)
	}
	if h.blind(q.who) {
		h.ledger.compared(q, h.place(), h.last, got[0], got[1])
	}
	return got
}

// askAgain repeats a request twice: as a client that already has the response, and for the headers only.
func (h *history) askAgain(q question, got [2]answer) {
	h.t.Helper()
	if got[0].header.Get("ETag") == "" || got[1].header.Get("ETag") == "" {
		return
	}
	var again, head [2]answer
	for i, w := range h.worlds {
		again[i] = w.call(h.t, q.who, http.MethodGet, q.target, nil, "If-None-Match", got[0].header.Get("ETag"))
		head[i] = w.call(h.t, q.who, http.MethodHead, q.target, nil)
	}
	q.query += " If-None-Match"
	h.ledger.compared(q, h.place(), h.last, again[0], again[1])
	q.query = strings.TrimSuffix(q.query, " If-None-Match") + " HEAD"
	h.ledger.compared(q, h.place(), h.last, head[0], head[1])
}

// readers returns the people whose responses are compared.
func readers() []string { return []string{"member", "viewer"} }

// readAll lets every reader read everything, with both kinds of credentials.
func (h *history) readAll() {
	h.t.Helper()
	for _, who := range readers() {
		for _, q := range h.questions(who) {
			h.askAgain(q, h.ask(q))
		}
		for _, p := range h.projects {
			q := question{who, "GET /calendar/{token}.ics", "", h.worlds[0].people[who].calendar[p.uuid]}
			h.askAgain(q, h.ask(q))
		}
	}
	for _, p := range h.projects {
		p.seen = h.revision(p) - 1
	}
}

// revision returns the revision of a project.
func (h *history) revision(p *project) int64 {
	h.t.Helper()
	var frame struct {
		Revision int64 `json:"revision"`
	}
	a := h.worlds[0].call(h.t, "owner", http.MethodGet, dash.Base+"/projects/"+p.uuid, nil)
	if err := json.Unmarshal(a.body, &frame); err != nil || frame.Revision < 2 {
		h.t.Fatalf("%v in %s", err, a.body)
	}
	return frame.Revision
}

// probe reads the routes that would be the first to reveal a cost. It runs after every action, even for readers who may currently
// see costs.
func (h *history) probe() {
	h.t.Helper()
	for _, who := range readers() {
		for _, p := range h.projects {
			h.ask(questionOf(who, "GET "+apiv1.Base+"/finance", apiv1.Base+"/finance?project="+p.uuid))
			if p.secret {
				h.ask(questionOf(who, "GET "+dash.Base+"/projects/{uuid}/finance", dash.Base+"/projects/"+p.uuid+"/finance"))
			}
		}
		for _, path := range []string{apiv1.Base + "/portfolio/finance", apiv1.Base + "/projects", dash.Base + "/projects"} {
			h.ask(questionOf(who, "GET "+path, path))
		}
	}
}

// pass lets days go by and stores the report for each day when it ends, as the daily job does.
func (h *history) pass(days int) {
	h.t.Helper()
	h.step++
	h.last = "days pass"
	for _, w := range h.worlds {
		for range days {
			w.clock.Advance(24 * time.Hour)
			if _, err := w.app.Money.StoreDays(h.t.Context(), "node"); err != nil {
				h.t.Fatal(err)
			}
		}
	}
}

// day returns the day that is the given number of days after today.
func (h *history) day(from int) string {
	return string(domain.DateOf(h.worlds[0].clock.Now().AddDate(0, 0, from)))
}
