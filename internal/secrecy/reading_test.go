package secrecy_test

import (
	"fmt"
	"regexp"
	"strings"

	"earnest/evm"
	"earnest/internal/apiv1"
	"earnest/internal/dash"
	"earnest/internal/domain"
)

// question is one request by a reader.
type question struct {
	who    string // a person
	route  string // method and path from the route table
	query  string // its shape, without uuids and days
	target string
}

// reader describes who sends the request, and with which credentials.
func (q question) reader() string {
	if strings.HasPrefix(q.target, apiv1.Base) {
		return q.who + "'s key"
	}
	return q.who
}

// variants returns the paths and queries to request for a route, without its base.
type variants func(h *history) []string

// readings returns, for every GET route of both fronts, how to request it. A route without an entry fails the test.
func readings() map[string]variants {
	all := map[string]variants{}
	for base, table := range map[string]map[string]variants{apiv1.Base: apiReadings(), dash.Base: dashReadings()} {
		for path, row := range table {
			all["GET "+base+path] = row
		}
	}
	return all
}

// readRoutes lists every GET route of both fronts.
func readRoutes() []string {
	routes := []string{}
	for _, r := range apiv1.Routes() {
		if r.Method == "GET" {
			routes = append(routes, "GET "+apiv1.Base+r.Path)
		}
	}
	for _, r := range dash.Routes() {
		if r.Method == "GET" {
			routes = append(routes, "GET "+dash.Base+r.Path)
		}
	}
	return routes
}

// noFile is the uuid of no attachment: the histories have no files, whose content people choose themselves.
const noFile = "00000000-0000-4000-8000-000000000000"

func apiReadings() map[string]variants {
	return map[string]variants{
		"/projects":                   only("/projects"),
		"/projects/{uuid}":            inProjects("/projects/%s"),
		"/projects/{uuid}/members":    inProjects("/projects/%s/members"),
		"/super-epics":                inProjects("/super-epics?project=%s"),
		"/super-epics/{uuid}":         forEach("/super-epics/%s", func(p *project) []string { return p.supers }),
		"/epics":                      inProjects("/epics?project=%s"),
		"/epics/{uuid}":               forEach("/epics/%s", func(p *project) []string { return p.epics }),
		"/sprints":                    inProjects("/sprints?project=%s"),
		"/sprints/{uuid}":             forEach("/sprints/%s", func(p *project) []string { return p.sprints }),
		"/tickets":                    join(inProjects("/tickets?project=%s", "&page=1&per_page=3", "&updated_since=2026-03-10"), ticketFilters),
		"/tickets/{uuid}":             forEach("/tickets/%s", (*project).someTickets),
		"/subtasks":                   forEach("/subtasks?ticket_uuid=%s", (*project).someTickets),
		"/comments":                   forEach("/comments?ticket_uuid=%s", (*project).someTickets),
		"/comments/{uuid}":            forEach("/comments/%s", func(p *project) []string { return p.comments }),
		"/tickets/{uuid}/attachments": forEach("/tickets/%s/attachments", (*project).someTickets),
		"/attachments/{uuid}":         only("/attachments/" + noFile),
		"/team":                       inProjects("/team?project=%s"),
		"/time-entries":               inProjects("/time-entries?project=%s", "&page=1&per_page=5", "&updated_since=2026-03-10"),
		"/statuses":                   inProjects("/statuses?project=%s"),
		"/dependencies":               inProjects("/dependencies?project=%s"),
		"/milestones":                 inProjects("/milestones?project=%s"),
		"/finance":                    inProjects("/finance?project=%s"),
		"/portfolio/finance":          portfolios("/portfolio/finance"),
		"/me":                         only("/me"),
	}
}

func dashReadings() map[string]variants {
	return map[string]variants{
		"/session":                               only("/session"),
		"/sessions":                              only("/sessions"),
		"/oidc/start":                            only("/oidc/start"),
		"/oidc/callback":                         only("/oidc/callback?state=x&code=y"),
		"/keys":                                  only("/keys"),
		"/projects":                              only("/projects"),
		"/projects/{uuid}":                       inProjects("/projects/%s"),
		"/projects/{uuid}/cards":                 inProjects("/projects/%s/cards", "?sprint=active", "?sprint=none&epic=none", "?q=t", "?done=false&limit=3"),
		"/tickets/{uuid}":                        forEach("/tickets/%s", (*project).someTickets),
		"/tickets/{uuid}/comments":               forEach("/tickets/%s/comments", (*project).someTickets),
		"/tickets/{uuid}/time":                   forEach("/tickets/%s/time", (*project).someTickets),
		"/tickets/{uuid}/history":                forEach("/tickets/%s/history", (*project).someTickets),
		"/tickets/{uuid}/history/{id}":           forEach("/tickets/%s/history/40", (*project).someTickets),
		"/comments/{uuid}/history":               forEach("/comments/%s/history", func(p *project) []string { return p.comments }),
		"/tickets/{uuid}/attachments":            forEach("/tickets/%s/attachments", (*project).someTickets),
		"/attachments/{uuid}":                    only("/attachments/" + noFile),
		"/attachments/{uuid}/preview":            only("/attachments/" + noFile + "/preview"),
		"/project-keys":                          only("/project-keys"),
		"/sprints/{uuid}/start":                  forEach("/sprints/%s/start", func(p *project) []string { return p.sprints }),
		"/sprints/{uuid}/close":                  forEach("/sprints/%s/close", func(p *project) []string { return p.sprints }),
		"/sprints/{uuid}/chart":                  forEach("/sprints/%s/chart", func(p *project) []string { return p.sprints }),
		"/projects/{uuid}/velocity":              inProjects("/projects/%s/velocity"),
		"/projects/{uuid}/members":               inProjects("/projects/%s/members"),
		"/projects/{uuid}/tags":                  inProjects("/projects/%s/tags"),
		"/projects/{uuid}/statuses":              inProjects("/projects/%s/statuses"),
		"/projects/{uuid}/statuses/{key}/effect": inProjects("/projects/%s/statuses/todo/effect", "?is_done=true", "?to=done"),
		"/projects/{uuid}/types":                 inProjects("/projects/%s/types"),
		"/projects/{uuid}/budget":                inProjects("/projects/%s/budget", "?budget=90000", "?budget=0&contingency_pct=20", "?budget="),
		"/projects/{uuid}/budgets":               inProjects("/projects/%s/budgets"),
		"/projects/{uuid}/events":                streams,
		"/search":                                join(only("/search?q=t", "/search?q=rate"), inProjects("/search?q=1&project=%s")),
		"/projects/{uuid}/finance":               onDays("/projects/%s/finance"),
		"/projects/{uuid}/explain/{indicator}":   explanations,
		"/projects/{uuid}/what-if":               questionsOfWhatIf,
		"/projects/{uuid}/flow":                  inProjects("/projects/%s/flow", "?from=2026-03-03&to=2026-03-20"),
		"/projects/{uuid}/cycle-time":            inProjects("/projects/%s/cycle-time"),
		"/portfolio":                             portfolios("/portfolio"),
		"/projects/{uuid}/report":                join(onDays("/projects/%s/report"), inProjects("/projects/%s/report?lang=fr")),
		"/projects/{uuid}/export/{file}":         exports,
		"/projects/{uuid}/calendar":              inProjects("/projects/%s/calendar"),
		"/projects/{uuid}/roadmap":               inProjects("/projects/%s/roadmap"),
		"/epics/{uuid}":                          forEach("/epics/%s", func(p *project) []string { return p.epics }),
		"/super-epics/{uuid}":                    forEach("/super-epics/%s", func(p *project) []string { return p.supers }),
		"/time/week":                             weeks,
		"/time/recent":                           only("/time/recent"),
		"/time/totals":                           join(only("/time/totals"), inProjects("/time/totals?from=2026-03-01&to=2026-04-30&project=%s")),
		"/invitations":                           only("/invitations"),
		"/admin/users":                           only("/admin/users"),
		"/admin/invitations":                     only("/admin/invitations"),
		"/admin/plans":                           only("/admin/plans"),
		"/admin/currency":                        only("/admin/currency"),
		"/admin/quotas":                          only("/admin/quotas"),
		"/admin/finance-keys":                    only("/admin/finance-keys"),
		"/admin/changes":                         only("/admin/changes"),
		"/admin/changes/choices":                 only("/admin/changes/choices"),
		"/admin/changes.csv":                     only("/admin/changes.csv"),
		"/admin/health":                          only("/admin/health"),
		"/admin/backup":                          only("/admin/backup"),
		"/admin/backup/{id}":                     only("/admin/backup/1"),
		"/admin/backup/{id}/file":                only("/admin/backup/1/file"),
	}
}

func only(targets ...string) variants { return func(*history) []string { return targets } }

func join(rows ...variants) variants {
	return func(h *history) []string {
		all := []string{}
		for _, row := range rows {
			all = append(all, row(h)...)
		}
		return all
	}
}

// inProjects requests a path for every project, without an ending and with each of the endings.
func inProjects(form string, endings ...string) variants {
	return func(h *history) []string {
		all := []string{}
		for _, p := range h.projects {
			for _, ending := range append([]string{""}, endings...) {
				all = append(all, fmt.Sprintf(form, p.uuid)+ending)
			}
		}
		return all
	}
}

// forEach requests a path for certain objects of every project.
func forEach(form string, things func(*project) []string) variants {
	return func(h *history) []string {
		all := []string{}
		for _, p := range h.projects {
			for _, uuid := range things(p) {
				all = append(all, fmt.Sprintf(form, uuid))
			}
		}
		return all
	}
}

// onDays requests a path for every project, first without a day and then for each of several days, past and future.
func onDays(form string) variants {
	return func(h *history) []string {
		endings := []string{}
		for _, day := range h.days() {
			endings = append(endings, "?as_of="+day)
		}
		return inProjects(form, endings...)(h)
	}
}

func ticketFilters(h *history) []string {
	all := []string{}
	for _, p := range h.projects {
		for _, sprint := range p.sprints[max(0, len(p.sprints)-1):] {
			all = append(all, "/tickets?project="+p.uuid+"&sprint="+sprint)
		}
		for _, epic := range p.epics[max(0, len(p.epics)-1):] {
			all = append(all, "/tickets?project="+p.uuid+"&epic="+epic)
		}
	}
	return all
}

func portfolios(path string) variants {
	return func(h *history) []string {
		all, uuids := []string{path}, []string{}
		for _, p := range h.projects {
			all = append(all, path+"?projects="+p.uuid)
			uuids = append(uuids, p.uuid)
		}
		return append(all, path+"?projects="+strings.Join(uuids, ","))
	}
}

func explanations(h *history) []string {
	all := []string{}
	for _, name := range evm.Explainable() {
		all = append(all, inProjects("/projects/%s/explain/"+name, "?path=0&limit=5")(h)...)
	}
	return append(all, onDays("/projects/%s/explain/cpi")(h)...)
}

func questionsOfWhatIf(h *history) []string {
	return inProjects("/projects/%s/what-if", "?scope=0.001x", "?scope=%2B20", "?scope==1", "?velocity=2x", "?velocity=-50%25", "?rates=1.5x",
		"?rates=-20%25&scope=0.5x", "?shift=14", "?finish=2026-12-31", "?as_of="+h.days()[1], "?scope=0.001x&as_of="+h.days()[0])(h)
}

func exports(h *history) []string {
	all := []string{}
	for _, file := range []string{"tickets.csv", "tickets.xlsx", "time.csv", "time.xlsx", "finance.csv", "finance.xlsx"} {
		all = append(all, inProjects("/projects/%s/export/"+file)(h)...)
	}
	all = append(all, inProjects("/projects/%s/export/finance.csv?separator=semicolon", "&as_of="+h.days()[1])(h)...)
	for _, table := range []string{"indicators", "curve", "sprints", "epics", "members", "history", "forecast", "other"} {
		all = append(all, inProjects("/projects/%s/export/finance.csv?table="+table)(h)...)
	}
	return all
}

// streams follows each project from where the last reading ended, or from its beginning.
func streams(h *history) []string {
	all := []string{}
	for _, p := range h.projects {
		all = append(all, fmt.Sprintf("/projects/%s/events?after=%d", p.uuid, max(1, p.seen)))
	}
	return all
}

func weeks(h *history) []string {
	all := []string{"/time/week", "/time/week?day=2026-03-10"}
	for _, name := range h.names() {
		all = append(all, fmt.Sprint("/time/week?user=", h.worlds[0].people[name].id))
	}
	return all
}

// days returns the days to request: a past day, yesterday, today, a future day and the first day.
func (h *history) days() []string {
	now := h.worlds[0].clock.Now()
	days := []string{}
	for _, at := range []int{-9, -1, 0, 3} {
		days = append(days, string(domain.DateOf(now.AddDate(0, 0, at))))
	}
	return append(days, string(domain.DateOf(begin())))
}

// someTickets returns a project's oldest and newest tickets, and one that was deleted.
func (p *project) someTickets() []string {
	some := append([]string{}, p.tickets[:min(2, len(p.tickets))]...)
	some = append(some, p.tickets[max(2, len(p.tickets)-2, 0):]...)
	return append(some, p.gone[:min(1, len(p.gone))]...)
}

var (
	anyUUID = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`)
	anyDay  = regexp.MustCompile(`20[0-9]{2}-[0-9]{2}-[0-9]{2}`)
)

// questions returns everything that a person requests at one point in the history, in the order of the routes.
func (h *history) questions(who string) []question {
	all, table := []question{}, readings()
	for _, route := range readRoutes() {
		base := apiv1.Base
		if strings.HasPrefix(route, "GET "+dash.Base) {
			base = dash.Base
		}
		row, ok := table[route]
		if !ok {
			h.t.Errorf("%s has no row: add one to the readings", route)
			continue
		}
		for _, target := range row(h) {
			all = append(all, questionOf(who, route, base+target))
		}
	}
	return all
}

func questionOf(who, route, target string) question {
	_, query, _ := strings.Cut(target, "?")
	if query != "" {
		query = "?" + anyDay.ReplaceAllString(anyUUID.ReplaceAllString(query, "{uuid}"), "{day}")
	}
	switch {
	case strings.HasSuffix(route, "/events"):
		query = ""
	case strings.HasSuffix(route, "/{indicator}"), strings.HasSuffix(route, "/{file}"):
		path, _, _ := strings.Cut(target, "?")
		query = " " + path[strings.LastIndex(path, "/")+1:] + query
	}
	return question{who, route, query, target}
}
