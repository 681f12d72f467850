package limits

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"earnest/internal/workspace"
)

// The number of objects of each kind: slightly below the project's limits, so that more can still be created.
const (
	epics      = 5_000 - room
	superEpics = 500 - room
	links      = 5_000 - room
	sprints    = 2_000 - room
	statuses   = 200 - builtIn - room
	types      = 200 - room
	tags       = 2_000 - room
	members    = 1_000 - room
	room       = 20
	builtIn    = 6 // statuses that every project has
)

// Sizes that the product does not limit.
const (
	tickets    = 20_000
	entries    = 200_000
	comments   = 1_000 // on the busy ticket
	busyTime   = 5_000 // time entries on the busy ticket
	fat        = 4     // number of epics, sprints, tags, types and statuses with far more tickets than the others
	fatEpic    = 500   // tickets in a fat epic
	fatSprint  = 500   // tickets in a fat sprint
	fatStatus  = 1_000 // tickets in a fat status
	largeGroup = 1_990 // epics in each of the two large super-epics, which are linked
	parallel   = 10    // concurrent sprints
)

// firstDay returns the Monday on which the project began; today returns the current time in the world.
func firstDay() time.Time { return time.Date(2018, 7, 16, 0, 0, 0, 0, time.UTC) }

func today() time.Time { return time.Date(2026, 3, 10, 9, 0, 0, 0, time.UTC) }

func day(n int) string { return firstDay().AddDate(0, 0, n).Format(time.DateOnly) }

// days returns how many days the project has lasted.
func days() int { return int(today().Sub(firstDay()).Hours() / 24) }

func name(noun string, i int) string { return fmt.Sprintf("%s%d", noun, i) }

func email(i int) string { return fmt.Sprintf("person%d@example.org", i) }

// The people in the file who call routes: person0 is the owner, person1 an admin, person2 a viewer and the others members.
const (
	ownerNumber = iota
	adminNumber
	viewerNumber
	memberNumber
)

// mustFile returns the workspace file to import, with one project close to its limits and two small ones.
func mustFile(t testing.TB) []byte {
	t.Helper()
	f := workspace.File{Projects: []workspace.Project{large(), small("small", "Small"), small("brief", "Brief")}}
	for i := range members {
		f.Users = append(f.Users, workspace.User{Email: email(i), Firstname: "Person", Lastname: name("Number ", i), Plan: "business"})
	}
	data, err := json.Marshal(f)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func small(ref, name string) workspace.Project {
	return workspace.Project{
		Ref: ref, Name: name, Members: team(5),
		Tickets: []workspace.Ticket{{Ref: "other of " + ref, Title: "Other"}},
	}
}

func large() workspace.Project {
	p := workspace.Project{
		Ref: "large", Name: "Large", Budget: new(50e6), Members: team(members), Stamps: workspace.Stamps{CreatedAt: day(0) + " 08:00:00"},
	}
	for i := range statuses {
		p.Statuses = append(p.Statuses, workspace.Status{
			Key: name("status", i), Label: name("Status ", i), Color: "#112233", BgColor: "#ddeeff", SortOrder: int64(10 + i), IsDone: i%2 == 1,
		})
	}
	for i := range types {
		p.Types = append(p.Types, workspace.TicketType{Name: name("Type ", i), Default: i == 0})
	}
	for i := range tags {
		p.Tags = append(p.Tags, workspace.Tag{Ref: name("tag", i), Name: name("tag ", i)})
	}
	for i := range 100 {
		p.Milestones = append(p.Milestones, workspace.Milestone{Name: name("Milestone ", i), Date: day(30 * i)})
	}
	p.SuperEpics, p.Epics, p.Dependencies = roadmap()
	for i := range sprints {
		p.Sprints = append(p.Sprints, sprint(i))
	}
	for i := range tickets {
		p.Tickets = append(p.Tickets, ticket(i))
	}
	commit(&p)
	return p
}

func team(n int) []workspace.Member {
	var list []workspace.Member
	for i := range n {
		m := workspace.Member{
			User: email(i), ProjectRole: "member", TJM: new(400 + float64(i%300)),
			Rates: []workspace.Rate{{From: day(400 + i%1_000), TJM: 500 + float64(i%300)}},
		}
		if i < memberNumber {
			m.ProjectRole = []string{"owner", "admin", "viewer"}[i]
		}
		list = append(list, m)
	}
	return list
}

// roadmap returns two linked super-epics with nearly 2,000 epics each, and a dense network of links between the other epics.
func roadmap() (supers []workspace.SuperEpic, all []workspace.Epic, deps []workspace.Link) {
	for i := range superEpics {
		supers = append(supers, workspace.SuperEpic{Ref: name("super", i), Title: name("Super-epic ", i)})
	}
	for i := range epics {
		all = append(all, workspace.Epic{Ref: name("epic", i), Title: name("Epic ", i), SuperEpic: name("super", superOf(i))})
	}
	deps = append(deps, workspace.Link{Pred: "super0", Succ: "super1"})
	for step := 1; len(deps) < links; step++ {
		for i := 2 * largeGroup; i+step < epics && len(deps) < links; i++ {
			deps = append(deps, workspace.Link{Pred: name("epic", i), Succ: name("epic", i+step)})
		}
	}
	return supers, all, deps
}

func superOf(epic int) int {
	if epic < 2*largeGroup {
		return epic / largeGroup
	}
	rest := epics - 2*largeGroup
	return 2 + (epic-2*largeGroup)*(superEpics-2)/rest
}

// sprint returns the i-th sprint. Sprints last two weeks, and several run at the same time. The last ones are running or planned,
// and have the most tickets.
func sprint(i int) workspace.Sprint {
	from := 14 * (i / parallel)
	s := workspace.Sprint{Ref: name("sprint", i), Title: name("Sprint ", i), StartDate: new(day(from)), EndDate: new(day(from + 11))}
	switch {
	case i >= sprints-fat:
		s.Status = "planning"
	case i >= sprints-2*fat:
		s.Status = "active"
	default:
		s.Status = "completed"
	}
	return s
}

// commit sets the commitment of each sprint that has started to the tickets in it.
func commit(p *workspace.Project) {
	held := map[string]map[string]float64{}
	for _, t := range p.Tickets {
		if held[t.Sprint] == nil {
			held[t.Sprint] = map[string]float64{}
		}
		held[t.Sprint][t.Ref] = *t.StoryPoints
	}
	for i := range p.Sprints {
		if s := &p.Sprints[i]; s.Status != "planning" {
			s.Committed, s.CommittedAt = held[s.Ref], *s.StartDate+" 08:00:00"
		}
	}
}

// ticket returns the i-th ticket. Most tickets are done. The first ones are in the fat epics, sprints and statuses; ticket 0 is
// the busy one.
func ticket(i int) workspace.Ticket {
	t := workspace.Ticket{
		Ref: name("ticket", i), Title: fmt.Sprintf("Ticket %d: the reader sees the figures", i), Description: new(strings.Repeat("The reader sees the figures. ", 8)),
		StoryPoints: new([]float64{1, 2, 3, 5, 8}[i%5]), Status: []string{"done", "done", "done", "in_progress", "backlog"}[i%5],
		Type: name("Type ", i%types), Epic: name("epic", fat+i%(epics-fat)), Sprint: name("sprint", i%(sprints-2*fat)), Assignee: email(memberNumber + i%(members-memberNumber)),
		Tags: []string{name("tag", fat+i%(tags-fat))},
	}
	for k := range fat {
		t.Tags = append(t.Tags, name("tag", k))
	}
	fatten(&t, i)
	if i > 0 {
		t.Dependencies = []string{name("ticket", i/2)}
	}
	for k := range 3 * (1 - min(1, i%10)) {
		t.Subtasks = append(t.Subtasks, workspace.Subtask{Title: name("Part ", k), Status: []string{"done", "todo", "in_progress"}[k]})
	}
	date(&t, i)
	return t
}

// fatten puts the first tickets into the fat epics, sprints, statuses and types.
func fatten(t *workspace.Ticket, i int) {
	if i < fat*fatEpic {
		t.Epic = name("epic", i/fatEpic)
	}
	if i < 2*fat*fatSprint {
		t.Sprint = name("sprint", sprints-1-i/fatSprint)
	}
	if j := i - 2*fat*fatSprint; j >= 0 && j < fat*fatStatus {
		t.Status = name("status", j/fatStatus)
	}
	if i < tickets*4/5 {
		t.Type = name("Type ", i*fat/(tickets*4/5))
	}
	if i%5 == 4 {
		t.Assignee = email(memberNumber + 10 + i%fat)
	}
}

// date sets when a ticket was created, worked on and done.
func date(t *workspace.Ticket, i int) {
	created := i * (days() - 60) / tickets
	t.CreatedAt = day(created) + " 10:00:00"
	if t.Status == "done" {
		t.DoneAt = day(created+20) + " 15:00:00"
	}
	count := (entries - busyTime) / tickets
	if i == 0 {
		count = busyTime
		talk(t)
	} else if i <= (entries-busyTime)%tickets {
		count++
	}
	for k := range count {
		t.TimeEntries = append(t.TimeEntries, workspace.TimeEntry{
			User: email((i*7 + k) % members), DurationMinutes: int64(30 + 15*(k%8)), LoggedAt: day(created + 5 + k%14), Comment: new("Worked on the figures"),
		})
	}
}

func talk(t *workspace.Ticket) {
	for k := range comments {
		t.Comments = append(t.Comments, workspace.Comment{
			Author: email(k % members), Content: "<p>" + strings.Repeat("Some <b>words</b> about it. ", 20) + "</p>",
		})
	}
}
