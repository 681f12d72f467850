package scale

import (
	"fmt"
	"math"
	"net/http"
	"slices"
	"sort"

	"earnest/internal/apiv1"
	"earnest/internal/dash"
)

// Mix is a load like that of a team which works with the product all day: nine requests in ten read. Users and projects are drawn
// by Zipf's law: a few are very active, and most are rarely seen.
type Mix struct {
	world    *World
	visitors []visitor // the most active first
	active   weights
}

// visitor is somebody who works in a project.
type visitor struct {
	user    int64
	project *Project
}

// Request is a request of a mix.
type Request struct {
	Name, Method, Path, Body string
	By                       int64
	Status                   int
}

// Load returns the mix of a number of users, who work in projects that are under way; larger projects have more of them.
func (w *World) Load(users int) *Mix {
	m := &Mix{world: w, active: zipf(users)}
	var live []*Project
	var sizes []float64
	for _, p := range w.Projects {
		if p.live() {
			live = append(live, p)
			sizes = append(sizes, float64(p.has.members))
		}
	}
	by := newWeights(sizes)
	for n := range users {
		r := w.draw(ofLoad, int64(n))
		p := live[by.pick(r)]
		m.visitors = append(m.visitors, visitor{p.worker(r.below(p.has.teams), r.below(teamSize)), p})
	}
	return m
}

// Users returns everybody who takes part.
func (m *Mix) Users() (users []int64) {
	for _, v := range m.visitors {
		users = append(users, v.user)
	}
	return users
}

// Request returns the n-th request.
func (m *Mix) Request(n int) Request {
	r := m.world.draw(ofLoad, int64(n), 1)
	v := m.visitors[m.active.pick(r)]
	acts := acts()
	chances := make([]float64, len(acts))
	for i, a := range acts {
		chances[i] = a.share
	}
	a := acts[newWeights(chances).pick(r)]
	q := a.request(v.project, r)
	q.Name, q.By = a.name, v.user
	return q
}

// act is something that users do, and its share of all requests in per cent.
type act struct {
	name    string
	share   float64
	request func(p *Project, r *random) Request
}

func get(path string) Request {
	return Request{Method: http.MethodGet, Path: path, Status: http.StatusOK}
}

// page returns a request for a page of a project.
func page(path string) func(*Project, *random) Request {
	return func(p *Project, _ *random) Request { return get(dash.Base + fmt.Sprintf(path, p.UUID)) }
}

// own returns a request that is the same for everybody.
func own(path string) func(*Project, *random) Request {
	return func(*Project, *random) Request { return get(path) }
}

// onTicket returns a request about a recent ticket.
func onTicket(path string) func(*Project, *random) Request {
	return func(p *Project, r *random) Request { return get(fmt.Sprintf(path, p.recent(r).uuid)) }
}

func acts() []act {
	return []act{
		{"board", 18, func(p *Project, r *random) Request {
			return get(fmt.Sprintf("%s/projects/%s/cards%s&sprint=%s", dash.Base, p.UUID, boardQuery, p.sprintUUID(p.last, r.below(p.has.teams))))
		}},
		{"project", 8, page("/projects/%s")},
		{"ticket", 14, onTicket(dash.Base + "/tickets/%s")},
		{"comments", 6, onTicket(dash.Base + "/tickets/%s/comments")},
		{"history", 3, onTicket(dash.Base + "/tickets/%s/history")},
		{"backlog", 2, page("/projects/%s/cards" + backlogQuery)},
		{"week", 5, own(dash.Base + "/time/week")},
		{"projects", 4, own(dash.Base + "/projects")},
		{"search", 3, func(_ *Project, r *random) Request { return get(dash.Base + "/search?q=" + pick(r, places)) }},
		{"finance", 2, page("/projects/%s/finance")},
		{"velocity", 1, page("/projects/%s/velocity")},
		{"roadmap", 1, page("/projects/%s/roadmap")},
		{"portfolio", 1, own(dash.Base + "/portfolio")},
		{"API: ticket", 8, onTicket(apiv1.Base + "/tickets/%s")},
		{"API: tickets", 5, func(p *Project, r *random) Request {
			return get(fmt.Sprintf("%s/tickets?project=%s&page=%d&per_page=100", apiv1.Base, p.UUID, 1+r.early(1+p.Tickets/100)))
		}},
		{"API: updated", 5, func(p *Project, _ *random) Request {
			return get(apiv1.Base + "/tickets?page=1&per_page=100&project=" + p.UUID + "&updated_since=" + p.world.since())
		}},
		{"API: time", 3, func(p *Project, _ *random) Request {
			return get(apiv1.Base + "/time-entries?page=1&per_page=100&project=" + p.UUID)
		}},
		{"API: finance", 1, func(p *Project, _ *random) Request { return get(apiv1.Base + "/finance?project=" + p.UUID) }},
		{"log time", 4, logTime},
		{"change a ticket", 4, changeTicket},
		{"comment", 2, addComment},
	}
}

func logTime(p *Project, r *random) Request {
	body := fmt.Sprintf(`{"ticket_uuid":%q,"duration_minutes":%d,"logged_at":%q}`, p.recent(r).uuid, 15*(1+r.below(16)), (p.world.end - aDay).day())
	return Request{Method: http.MethodPost, Path: apiv1.Base + "/time-entries", Body: body, Status: http.StatusCreated}
}

func changeTicket(p *Project, r *random) Request {
	body := fmt.Sprintf(`{"story_points":%d}`, r.below(100))
	return Request{Method: http.MethodPut, Path: dash.Base + "/tickets/" + p.recent(r).uuid, Body: body, Status: http.StatusOK}
}

func addComment(p *Project, r *random) Request {
	body := fmt.Sprintf(`{"ticket_uuid":%q,"content":%q}`, p.recent(r).uuid, sentences(r, 3))
	return Request{Method: http.MethodPost, Path: apiv1.Base + "/comments", Body: body, Status: http.StatusCreated}
}

// recent returns a ticket of the last fortnights that is not deleted; the latest ones are the most likely.
func (p *Project) recent(r *random) ticket {
	for {
		f := p.last - r.early(min(6, p.last-p.first+1))
		if n := p.ticketsIn(f); n > 0 {
			if t := p.ticket(f, r.below(n)); t.deleted == 0 {
				return t
			}
		}
	}
}

// weights are the running sums of the chances of several choices.
type weights []float64

func newWeights(chances []float64) weights {
	sums := slices.Clone(chances)
	for i := 1; i < len(sums); i++ {
		sums[i] += sums[i-1]
	}
	return sums
}

// zipf returns weights of which the n-th is in proportion to 1/n.
func zipf(n int) weights {
	chances := make([]float64, n)
	for i := range chances {
		chances[i] = math.Pow(float64(i+1), -1)
	}
	return newWeights(chances)
}

func (w weights) pick(r *random) int { return sort.SearchFloat64s(w, r.fraction()*w[len(w)-1]) }
