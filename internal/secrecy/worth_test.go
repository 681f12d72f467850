package secrecy_test

import (
	"fmt"
	"net/http"
	"strings"

	"earnest/internal/apiv1"
	"earnest/internal/dash"
)

// knownLeak is a way in which a person who may not see rates could compute what someone costs.
type knownLeak struct {
	about         string
	route, member string
	after         string // the action before and after which that person reads; empty: any
}

func knownLeaks() []knownLeak {
	finance := "GET " + apiv1.Base + "/finance?project={uuid}"
	forecast := "GET " + dash.Base + "/projects/{uuid}/what-if?scope=0.001x"
	return []knownLeak{
		{"the cost of single sprints, by a forecast with hardly any scope", forecast, "then.forecast.cost.p50", ""},
		{"the cost of a ticket's time in a sprint", finance, "data.ac", leavesSprint},
		{"the cost of a ticket's time, by another epic", finance, "data.engaged_charge", changesEpic},
		{"the cost of an epic", finance, "data.engaged_charge", closesEpic},
	}
}

// knownLeaks reports which of the known leaks were found.
func (l *ledger) knownLeaks() string {
	lines := []string{}
	for _, k := range knownLeaks() {
		lines = append(lines, fmt.Sprintf("found %v: %s (%s %s after %q)", l.found(k.route, k.member, k.after), k.about, k.route, k.member, k.after))
	}
	return strings.Join(lines, "\n")
}

// mustBeWorthIt checks that there was something to learn and someone to learn it: managers see different costs, and the readers
// can read their projects.
func (h *history) mustBeWorthIt() {
	h.t.Helper()
	for _, who := range readers() {
		if !h.blind(who) {
			h.t.Errorf("%s sees rates at the end", who)
		}
	}
	for _, p := range h.projects {
		if !p.secret {
			continue
		}
		var seen [2]string
		for i, w := range h.worlds {
			seen[i] = string(w.call(h.t, "admin", http.MethodGet, apiv1.Base+"/finance?project="+p.uuid, nil).body)
		}
		if (seen[0] == seen[1]) != h.same {
			h.t.Errorf("an admin sees %s in one world and %s in the other", seen[0], seen[1])
		}
		for _, who := range readers() {
			for _, target := range p.mustSee() {
				if a := h.worlds[0].call(h.t, who, http.MethodGet, target, nil); a.status != http.StatusOK {
					h.t.Errorf("%s gets %d of %s: %s", who, a.status, target, a.body)
				}
			}
		}
	}
}

// mustSee returns the paths that everyone in a project's team can read, whether or not they see its rates.
func (p *project) mustSee() []string {
	all := []string{}
	for _, path := range []string{
		"", "/cards", "/finance", "/explain/spi", "/report", "/roadmap", "/velocity", "/flow", "/cycle-time", "/members", "/statuses",
		"/types", "/tags", "/calendar", "/export/tickets.csv", "/export/tickets.xlsx", "/export/time.csv",
	} {
		all = append(all, dash.Base+"/projects/"+p.uuid+path)
	}
	for _, path := range []string{"", "/members"} {
		all = append(all, apiv1.Base+"/projects/"+p.uuid+path)
	}
	for _, list := range []string{"super-epics", "epics", "sprints", "tickets", "team", "time-entries", "statuses", "dependencies", "milestones"} {
		all = append(all, apiv1.Base+"/"+list+"?project="+p.uuid)
	}
	return append(all,
		apiv1.Base+"/projects",
		apiv1.Base+"/portfolio/finance",
		apiv1.Base+"/tickets/"+p.tickets[0],
		dash.Base+"/projects",
		dash.Base+"/portfolio",
		dash.Base+"/tickets/"+p.tickets[0],
		dash.Base+"/tickets/"+p.tickets[0]+"/history",
		dash.Base+"/epics/"+p.epics[0],
		dash.Base+"/super-epics/"+p.supers[0],
		dash.Base+"/sprints/"+p.sprints[0]+"/chart",
		dash.Base+"/time/week",
		dash.Base+"/time/totals?project="+p.uuid,
	)
}
