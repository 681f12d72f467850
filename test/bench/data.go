package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"time"

	"earnest/internal/workspace"
)

// sizes describes the workspace: the number of projects, and the content of the large project.
type sizes struct {
	Projects int `json:"projects"`
	Tickets  int `json:"tickets"`
	Entries  int `json:"time_entries"`
}

func (s sizes) times(n int) sizes { return sizes{s.Projects, s.Tickets * n, s.Entries * n} }

// refs returns the refs of the projects, the large one first.
func (s sizes) refs() []string {
	refs := []string{"big"}
	for i := 1; i < s.Projects; i++ {
		refs = append(refs, fmt.Sprintf("small%d", i))
	}
	return refs
}

const (
	people  = 8
	tags    = 10
	epics   = 20
	sprints = 26
	// small is the number of tickets in each of the other projects. Each of these tickets has two time entries.
	small = 10
)

// owner owns every project and the keys.
const owner = "person0@example.org"

// writeData writes the workspace file piece by piece, because it may be larger than memory.
func writeData(path string, s sizes) (err error) {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	defer func() {
		if closed := file.Close(); err == nil {
			err = closed
		}
	}()
	buffer := bufio.NewWriterSize(file, 1<<20)
	w := workspace.NewWriter(buffer)
	for i := range people {
		w.Item("users", workspace.User{
			Email: person(i), Firstname: "Person", Lastname: fmt.Sprintf("Number %d", i), Plan: "business",
		})
	}
	writeProject(w, "big", s.Tickets, s.Entries)
	for _, ref := range s.refs()[1:] {
		writeProject(w, ref, small, 2*small)
	}
	if err := w.Close(); err != nil {
		return err
	}
	return buffer.Flush()
}

func person(i int) string { return fmt.Sprintf("person%d@example.org", i%people) }

// writeProject writes a project; the refs of its objects are prefixed with its own ref.
func writeProject(w *workspace.Writer, ref string, tickets, entries int) {
	w.Open("projects", workspace.Project{
		Ref: ref, Name: "Project " + ref, Description: new(sentence(3)), Color: "#3366cc", Budget: new(1e6),
		DefaultDoD: []string{"It is reviewed", "It is tested", "It is documented"},
	})
	for i := range people {
		w.Item("members", workspace.Member{User: person(i), TJM: new(400 + 25*float64(i))})
	}
	w.Item("statuses", workspace.Status{Key: "to_check", Label: "To check", Color: "#112233", BgColor: "#ddeeff", SortOrder: 10})
	for i := range tags {
		w.Item("tags", workspace.Tag{Ref: id(ref, "tag", i), Name: fmt.Sprintf("Tag %d", i)})
	}
	for i := range epics {
		w.Item("epics", workspace.Epic{Ref: id(ref, "epic", i), Title: fmt.Sprintf("Epic %d", i), Description: new(sentence(2))})
	}
	for i := range sprints {
		w.Item("sprints", newSprint(ref, i, tickets))
	}
	for i := range tickets {
		w.Item("tickets", newTicket(ref, i, entries/tickets))
	}
	w.End()
}

func newSprint(ref string, i, tickets int) workspace.Sprint {
	s := workspace.Sprint{
		Ref: id(ref, "sprint", i), Title: fmt.Sprintf("Sprint %d", i), Goal: new(sentence(1)), Status: "completed",
		StartDate: new(day(14 * i)), EndDate: new(day(14*i + 13)), Committed: map[string]float64{},
	}
	for t := range tickets {
		if at := t % sprints; at == i || carried(t) && at == i+1 {
			s.Committed[id(ref, "ticket", t)] = points(t)
		}
	}
	return s
}

// newTicket returns a typical ticket: a paragraph, three criteria, three subtasks and two tags. Some tickets have a dependency.
func newTicket(ref string, i, entries int) workspace.Ticket {
	statuses := []string{"done", "backlog", "done", "todo", "in_progress", "done", "in_review", "blocked"}
	t := workspace.Ticket{
		Ref: id(ref, "ticket", i), Title: fmt.Sprintf("Ticket %d: %s", i, sentence(1)), Description: new(sentence(4)),
		Status: statuses[i%len(statuses)], StoryPoints: new(points(i)), Assignee: person(i),
		Epic: id(ref, "epic", i%epics), Sprint: id(ref, "sprint", i%sprints),
		AcceptanceCriteria: []string{sentence(1), sentence(1), sentence(1)},
		Tags:               []string{id(ref, "tag", i%tags), id(ref, "tag", (i+3)%tags)},
		Subtasks: []workspace.Subtask{
			{Title: "First part", Status: "done", Assignee: person(i)}, {Title: "Second part", Status: "in_progress"}, {Title: "Third part"},
		},
	}
	if i%3 == 1 {
		t.Dependencies = []string{id(ref, "ticket", i-1)}
	}
	for e := range entries {
		t.TimeEntries = append(t.TimeEntries, workspace.TimeEntry{
			User: person(i + e), DurationMinutes: int64(30 + 15*(e%8)), LoggedAt: day(14*(i%sprints) + e%14), Comment: new(sentence(1)),
		})
	}
	return t
}

// carried reports whether the sprint before a ticket's own also committed to the ticket. That is true of every fourth ticket, except
// that others take the place of those in the first sprint.
func carried(i int) bool { return i%4 == 0 && i%sprints != 0 || i%(2*sprints) == 2 }

// carriedOver describes the large project's tickets.
const carriedOver = "25 % of them carried over from one sprint to the next"

func points(i int) float64 { return []float64{1, 2, 3, 5, 8}[i%5] }

func id(project, noun string, i int) string { return fmt.Sprintf("%s-%s%d", project, noun, i) }

// day returns the date n days after Monday, 6 January 2025.
func day(n int) string { return time.Date(2025, 1, 6+n, 0, 0, 0, 0, time.UTC).Format(time.DateOnly) }

func sentence(n int) string {
	return strings.TrimSpace(strings.Repeat("The reader sees the figures of the week at once. ", n))
}
