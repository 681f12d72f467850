package scale

import (
	"fmt"
	"time"

	"earnest/internal/apiv1"
	"earnest/internal/dash"
)

// Read is a request that changes nothing.
type Read struct {
	Route string // method and path, as in the fronts' tables of routes
	Form  string // what this form of the request asks for, if there are several
	Path  string
	By    int64 // the user who asks
	// Long means that the answer is as long as what it lists. Any other answer has a limited length.
	Long bool
	// Search means that the texts of tickets and comments are searched.
	Search bool
}

// Name identifies the read among all reads.
func (r Read) Name() string {
	if r.Form == "" {
		return r.Route
	}
	return r.Route + " | " + r.Form
}

// Users returns who makes the reads.
func Users(all []Read) (users []int64) {
	for _, r := range all {
		users = append(users, r.By)
	}
	return users
}

// Unmeasured returns the routes that are not in the lists of reads, each with the reason.
func Unmeasured() map[string]string {
	return map[string]string{
		"GET /dash/projects/{uuid}/events":      "it never ends",
		"GET /dash/oidc/start":                  "no identity provider is configured",
		"GET /dash/oidc/callback":               "no identity provider is configured",
		"GET /dash/tickets/{uuid}/history/{id}": "it reads one row by its id, and no text in this world ever changes",
		"GET /dash/admin/backup/{id}":           "it is about one backup, which the benchmark makes from the command line",
		"GET /dash/admin/backup/{id}/file":      "it sends a file that is there",
		"GET /dash/attachments/{uuid}":          "its length is that of the file",
		"GET /dash/attachments/{uuid}/preview":  "its cost is that of the image",
		"GET /api/v1/attachments/{uuid}":        "its length is that of the file",
	}
}

// list collects reads.
type list struct {
	reads []Read
	by    int64
}

// v1 adds a read of the API; the path is that of the route with its names in braces, which are replaced in order, and a query.
func (l *list) v1(route, form, query string, long bool, uuids ...any) {
	l.add(apiv1.Base, route, form, query, long, uuids)
}

func (l *list) dash(route, form, query string, long bool, uuids ...any) {
	l.add(dash.Base, route, form, query, long, uuids)
}

// search adds a search by the dashboard, whose answer has a limited length.
func (l *list) search(route, form, query string, uuids ...any) {
	l.dash(route, form, query, false, uuids...)
	l.reads[len(l.reads)-1].Search = true
}

func (l *list) add(base, route, form, query string, long bool, names []any) {
	l.reads = append(l.reads, Read{
		Route: "GET " + base + route, Form: form, By: l.by, Long: long,
		Path: base + fmt.Sprintf(braces.ReplaceAllString(route, "%v"), names...) + query,
	})
}

// Reads returns every read about one project, most of them by somebody who works in it.
func (p *Project) Reads() []Read {
	l := &list{by: p.Worker()}
	p.apiReads(l)
	p.pageReads(l)
	p.insightReads(l)
	l.dash("/projects/{uuid}/budgets", "", "", false, p.UUID)
	l.by = p.member(1) // an admin
	l.dash("/projects/{uuid}/budget", "", "?budget=5000", false, p.UUID)
	l.dash("/projects/{uuid}/statuses/{key}/effect", "", "?to=done", false, p.UUID, "todo")
	return l.reads
}

// since returns a moment shortly before the world's end, in the form that updated_since takes.
func (w *World) since() string { return (w.end - aDay).time().Format(time.RFC3339) }

func (p *Project) apiReads(l *list) {
	t, c := p.example()
	of := "?project=" + p.UUID
	page := of + "&page=1&per_page=100"
	last := fmt.Sprintf("%s&page=%d&per_page=100", of, max(1, p.Tickets*9/1000))
	l.v1("/projects/{uuid}", "", "", false, p.UUID)
	l.v1("/projects/{uuid}/members", "", "", true, p.UUID)
	l.v1("/super-epics", "", of, true)
	l.v1("/super-epics/{uuid}", "", "", false, p.superEpicUUID(0))
	l.v1("/epics", "", of, true)
	l.v1("/epics/{uuid}", "", "", false, p.epicUUID(0))
	l.v1("/sprints", "", of, true)
	l.v1("/sprints/{uuid}", "", "", false, p.sprintUUID(p.last, 0))
	l.v1("/tickets", "first 100", page, false)
	l.v1("/tickets", "100 near the end", last, false)
	l.v1("/tickets", "of a sprint", of+"&sprint="+p.sprintUUID(p.last, 0), false)
	l.v1("/tickets", "of an epic", of+"&epic="+p.epicUUID(0), false)
	l.v1("/tickets", "updated since yesterday", page+"&updated_since="+p.world.since(), false)
	l.v1("/tickets", "all", of, true)
	l.v1("/tickets/{uuid}", "", "", false, t.uuid)
	l.v1("/subtasks", "", "?ticket_uuid="+t.uuid, false)
	l.v1("/comments", "", "?ticket_uuid="+t.uuid, false)
	l.v1("/comments/{uuid}", "", "", false, c.uuid)
	l.v1("/tickets/{uuid}/attachments", "", "", false, t.uuid)
	l.v1("/team", "", of, true)
	l.v1("/time-entries", "first 100", page, false)
	l.v1("/time-entries", "of a ticket", of+"&story="+t.uuid, false)
	l.v1("/time-entries", "updated since yesterday", page+"&updated_since="+p.world.since(), false)
	l.v1("/time-entries", "all", of, true)
	l.v1("/statuses", "", of, false)
	l.v1("/dependencies", "", of, true)
	l.v1("/milestones", "", of, false)
	l.v1("/finance", "", of, false)
}

// What the pages ask for when they open: the first cards of each status, and of what is in no sprint.
const (
	boardQuery   = "?by=status&limit=30"
	backlogQuery = "?by=sprint&limit=30&sprint=none&done=false"
)

func (p *Project) pageReads(l *list) {
	t, c := p.example()
	sprint := p.sprintUUID(p.last, 0)
	l.dash("/projects/{uuid}", "", "", false, p.UUID)
	l.dash("/projects/{uuid}/cards", "board", boardQuery, false, p.UUID)
	l.dash("/projects/{uuid}/cards", "board of a sprint", boardQuery+"&sprint="+sprint, false, p.UUID)
	l.dash("/projects/{uuid}/cards", "backlog", backlogQuery, false, p.UUID)
	l.search("/projects/{uuid}/cards", "search", boardQuery+"&q=timetable", p.UUID)
	l.dash("/tickets/{uuid}", "", "", false, t.uuid)
	l.dash("/tickets/{uuid}/comments", "", "", false, t.uuid)
	l.dash("/tickets/{uuid}/attachments", "", "", false, t.uuid)
	l.dash("/tickets/{uuid}/time", "", "", false, t.uuid)
	l.dash("/tickets/{uuid}/history", "", "", false, t.uuid)
	l.dash("/comments/{uuid}/history", "", "", false, c.uuid)
	l.dash("/sprints/{uuid}/start", "", "", false, p.sprintUUID(p.planning(), 0))
	l.dash("/sprints/{uuid}/close", "", "", false, sprint)
	l.dash("/sprints/{uuid}/chart", "", "", false, sprint)
	l.dash("/projects/{uuid}/velocity", "", "", false, p.UUID)
	l.dash("/projects/{uuid}/members", "", "", true, p.UUID)
	l.dash("/projects/{uuid}/tags", "", "", true, p.UUID)
	l.dash("/projects/{uuid}/statuses", "", "", false, p.UUID)
	l.dash("/projects/{uuid}/types", "", "", false, p.UUID)
	l.dash("/projects/{uuid}/calendar", "", "", false, p.UUID)
	l.search("/search", "in a project", "?q=timetable&project="+p.UUID)
	l.search("/search", "by a number in the title", fmt.Sprintf("?q=%d", t.id))
	l.search("/search", "of nothing", "?q=no+ticket+has+this")
}

func (p *Project) insightReads(l *list) {
	w := p.world
	days := "?from=" + w.begin(p.last-5).day() + "&to=" + w.begin(p.last).day()
	l.dash("/projects/{uuid}/finance", "", "", false, p.UUID)
	l.dash("/projects/{uuid}/explain/{indicator}", "", "", false, p.UUID, "cpi")
	l.dash("/projects/{uuid}/explain/{indicator}", "one step down", "?path=0&limit=50", false, p.UUID, "ac")
	l.dash("/projects/{uuid}/what-if", "", "?scope=1.2x&velocity=0.9x&rates=-5%25&shift=10", false, p.UUID)
	l.dash("/projects/{uuid}/flow", "ten weeks", days, false, p.UUID)
	l.dash("/projects/{uuid}/cycle-time", "", "", false, p.UUID)
	l.dash("/projects/{uuid}/report", "", "", false, p.UUID)
	l.dash("/projects/{uuid}/export/{file}", "time", "", true, p.UUID, "time.csv")
	l.dash("/projects/{uuid}/export/{file}", "tickets", "", true, p.UUID, "tickets.xlsx")
	l.dash("/projects/{uuid}/export/{file}", "finance", "", true, p.UUID, "finance.xlsx")
	l.dash("/projects/{uuid}/roadmap", "", "", true, p.UUID)
	l.dash("/epics/{uuid}", "", "", false, p.epicUUID(0))
	l.dash("/super-epics/{uuid}", "", "", false, p.superEpicUUID(0))
}

// planning returns the fortnight of the sprints that come next, or of the last ones if the project is over.
func (p *Project) planning() int {
	if p.live() {
		return p.last + 1
	}
	return p.last
}

// OwnReads returns the reads about a user and what they may see, by somebody who works in one project or a few.
func (p *Project) OwnReads() []Read {
	l := &list{by: p.Worker()}
	l.personal(false, p.world)
	return l.reads
}

// DirectorReads returns the reads of the person who is in every project and may administer the instance.
func (w *World) DirectorReads() []Read {
	l := &list{by: Director}
	l.personal(true, w)
	l.dash("/admin/users", "", "", false)
	l.dash("/admin/users", "search", "?q=person", false)
	l.dash("/admin/invitations", "", "", false)
	l.dash("/admin/plans", "", "", false)
	l.dash("/admin/currency", "", "", false)
	l.dash("/admin/quotas", "", "", false)
	l.dash("/admin/finance-keys", "", "", false)
	l.dash("/admin/changes", "", "", false)
	l.dash("/admin/changes", "of a person", fmt.Sprintf("?user=%d", w.Projects[0].Worker()), false)
	l.dash("/admin/changes", "of a project", "?project="+w.Projects[0].UUID, false)
	l.dash("/admin/changes/choices", "", "", false)
	l.dash("/admin/changes.csv", "a week", "?from="+(w.end-8*aDay).day()+"&to="+(w.end-aDay).day(), true)
	l.dash("/admin/health", "", "", false)
	l.dash("/admin/backup", "", "", false)
	return l.reads
}

// personal adds the reads whose answers depend on which projects the user is in; all means every project.
func (l *list) personal(all bool, w *World) {
	year := "?from=" + (w.end - 365*aDay).day() + "&to=" + w.end.day()
	l.v1("/projects", "", "", all)
	l.v1("/portfolio/finance", "", "", all)
	l.v1("/me", "", "", false)
	l.dash("/session", "", "", false)
	l.dash("/sessions", "", "", false)
	l.dash("/invitations", "", "", false)
	l.dash("/keys", "", "", false)
	l.dash("/projects", "", "", all)
	l.dash("/portfolio", "", "", all)
	l.search("/search", "palette", "?q=timetable")
	l.search("/search", "palette, a project", "?q=project+7")
	l.dash("/time/week", "", "?day="+(w.end-3*aDay).day(), false)
	l.dash("/time/recent", "", "", false)
	l.dash("/project-keys", "", "", false)
	l.dash("/time/totals", "a year", year, all)
}
