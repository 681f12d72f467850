package demo

import (
	"embed"
	"fmt"
	"strings"

	"earnest/internal/workspace"
)

//go:embed catalogue/*.txt
var catalogueFiles embed.FS

// catalogue is a project as described by its text file: the work, the team, and how well the project goes.
type catalogue struct {
	ref, name, lang, colour, about string
	past, planned                  int     // the number of sprints before the active one and after it
	ended                          int     // how many sprints ago it ended; 0 if it is still running
	spi                            float64 // schedule performance
	cpi                            float64 // cost performance, which determines the budget
	budget                         float64 // if given explicitly
	contingency                    float64
	funding                        *fundingText // how the budget was raised; nil if it never was
	ratesFor                       string
	serial                         bool // one epic after another, instead of one per super-epic in parallel
	dod, types, tags               []string
	statuses                       []workspace.Status
	members                        []memberText
	milestones                     []milestoneText
	links                          []linkText
	commentaries                   []commentaryText
	undatedTitle, undatedGoal      string // a sprint without dates
	supers                         []superText
	epics                          []epicText
	tickets                        []ticketText
}

type memberText struct {
	nick, role, scrum, service, status string
	minutes                            int // per full day
	rate, raised                       *float64
	raisedAt                           int // the sprint of the raise, counted from the active one
	from, until                        int // first and last sprint
}

type fundingText struct {
	before     float64 // the share of the present budget that was in force before
	offset     int     // the sprint at whose start the budget was raised
	by, reason string
}

type milestoneText struct {
	offset       int // the sprint at the end of which it is due
	name, colour string
}

// linkText is a link between two epics.
type linkText struct {
	pred, succ string
	kind       string // finish-to-start if empty
	lag        int64  // in working days
}

type commentaryText struct {
	offset   int // the sprint at the end of which it was written
	by, text string
}

type superText struct{ title, about string }

type epicText struct {
	id, title, about string
	super            int // -1 means none
	tags             []string
}

// ticketText is one ticket in a catalogue. At most one of the flags found, later, outside and undated is set.
type ticketText struct {
	title, about, priority, kind string
	points                       *float64 // nil if not estimated
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

// readCatalogues returns the projects in display order.
func readCatalogues() []catalogue {
	var list []catalogue
	for _, name := range []string{"app", "ticketing", "realtime", "maintenance", "opendata", "mobility", "signage", "tooling"} {
		list = append(list, parse(name+".txt"))
	}
	return list
}

// lines returns the non-empty lines of a file.
func lines(name string) []string {
	content, err := catalogueFiles.ReadFile("catalogue/" + name)
	if err != nil {
		panic(err) // it is embedded, so it cannot be missing
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

// malformed panics on a mistake in our own catalogues; the first test that reads them finds it.
func malformed(file string, i int, line string) {
	panic(fmt.Sprintf("%s, line %d of text: cannot read %q", file, i+1, line))
}
