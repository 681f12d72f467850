package demo

import (
	"embed"
	"fmt"
	"strings"

	"earnest/internal/workspace"
)

//go:embed catalogue/*.txt
var catalogueFiles embed.FS

// catalogue is a project as its text file tells it: what there is to do, by whom, and how well it goes.
type catalogue struct {
	ref, name, lang, colour, about string
	past, planned                  int     // sprints before the active one and after it
	ended                          int     // how many sprints ago it ended; 0: it runs
	spi                            float64 // how it keeps its plan
	cpi                            float64 // how it keeps its budget, from which the budget follows
	budget                         float64 // when it is given instead
	contingency                    float64
	ratesFor                       string
	serial                         bool // one epic after another, not one of each super-epic side by side
	dod, types, tags               []string
	statuses                       []workspace.Status
	members                        []memberText
	milestones                     []milestoneText
	links                          [][2]string // of epics
	undatedTitle, undatedGoal      string      // a sprint without dates
	supers                         []superText
	epics                          []epicText
	tickets                        []ticketText
}

type memberText struct {
	nick, role, scrum, service, status string
	minutes                            int // of a full day
	rate, raised                       *float64
	raisedAt                           int // in which sprint, counted from the active one
	from, until                        int // first and last sprint
}

type milestoneText struct {
	offset       int // the sprint at whose end it lies
	name, colour string
}

type superText struct{ title, about string }

type epicText struct {
	id, title, about string
	super            int // -1: none
	tags             []string
}

// ticketText is one ticket of a catalogue. At most one of the four flags is set.
type ticketText struct {
	title, about, priority, kind string
	points                       *float64 // nil: not estimated
	epic                         int
	tags, criteria, subtasks     []string
	comments                     []commentText
	after                        bool // depends on the ticket above
	found                        bool // turns up during a sprint
	later                        bool // stays in the backlog
	outside                      bool // worked on in no sprint
	undated                      bool // in the sprint without dates
}

type commentText struct{ author, content string }

// readCatalogues returns the projects in the order in which they are shown.
func readCatalogues() []catalogue {
	var list []catalogue
	for _, name := range []string{"app", "ticketing", "realtime", "maintenance", "opendata", "mobility", "signage", "tooling"} {
		list = append(list, parse(name+".txt"))
	}
	return list
}

// lines returns the lines of a file that say something.
func lines(name string) []string {
	content, err := catalogueFiles.ReadFile("catalogue/" + name)
	if err != nil {
		panic(err) // embedded: it cannot be missing
	}
	var kept []string
	for line := range strings.Lines(string(content)) {
		line = strings.TrimRight(line, " \n")
		if line != "" && !strings.HasPrefix(line, "# ") {
			kept = append(kept, line)
		}
	}
	return kept
}

// malformed reports a mistake in our own texts, found by the first test that reads them.
func malformed(file string, i int, line string) {
	panic(fmt.Sprintf("%s, line %d of text: cannot read %q", file, i+1, line))
}
