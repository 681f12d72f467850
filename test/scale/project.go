package scale

import "fmt"

// Project is one project of the world.
type Project struct {
	ID      int64
	UUID    string
	Tickets int

	world       *World
	index       int
	first, last int // the fortnights of its first and last sprints
	has         counts
	before      counts // in the projects before this one
	people      int64  // the first of its members; the others follow
	revision    int64  // of the log, as far as it is written
}

// counts are numbers of things in a project. Each team has a sprint of its own.
type counts struct{ teams, epics, superEpics, tags, members int }

func (c counts) plus(o counts) counts {
	return counts{c.teams + o.teams, c.epics + o.epics, c.superEpics + o.superEpics, c.tags + o.tags, c.members + o.members}
}

const (
	sprintSize = 40 // tickets in a usual sprint
	mostTeams  = 16
	teamSize   = 8
	// bosses are the owner, an admin and a viewer; the teams come after them, and then those who only look on.
	bosses = 3
)

// Director is the user who is an administrator of the instance and a member of every project.
const Director int64 = 1

func (w *World) addProjects() {
	for i, tickets := range w.shares() {
		p := w.newProject(i, tickets)
		p.before = w.has
		w.has = w.has.plus(p.has)
		w.Projects = append(w.Projects, p)
	}
}

func (w *World) newProject(i, tickets int) *Project {
	r := w.draw(ofProject, int64(i))
	p := &Project{
		ID: int64(i) + 1, Tickets: tickets, world: w, index: i,
		has: counts{
			teams: clamp(tickets/(w.fortnights*sprintSize), 1, mostTeams),
			epics: clamp(tickets/25, 3, 4_000), superEpics: clamp(tickets/250, 1, 400), tags: clamp(tickets/50, 8, 1_500),
		},
	}
	lasts := clamp(tickets/sprintSize, 6, w.fortnights-1)
	p.last = w.current()
	if i > 0 && r.chance(0.4) { // it is over
		p.last = lasts + r.below(w.current()-lasts+1)
	}
	p.first = p.last - lasts + 1
	p.UUID = r.newUUID(p.created())
	p.has.members = min(clamp(p.has.teams*teamSize+bosses+tickets/20, bosses+teamSize, 900), w.Size.Users-1)
	p.people = Director + 1 + int64(r.below(w.Size.Users-p.has.members))
	return p
}

func clamp(n, least, most int) int { return max(least, min(n, most)) }

func (p *Project) name() string { return fmt.Sprintf("Project %d", p.ID) }

// live reports whether the project has a sprint under way.
func (p *Project) live() bool { return p.last == p.world.current() }

// created returns when the project was created: at the beginning of the fortnight before its first sprint.
func (p *Project) created() moment { return p.world.begin(p.first-1) + hour }

// ticketsIn returns the number of tickets that belong to a fortnight.
func (p *Project) ticketsIn(f int) int {
	if f < p.first || f > p.last {
		return 0
	}
	done, all := f-p.first, p.last-p.first+1
	return p.Tickets*(done+1)/all - p.Tickets*done/all
}

// member returns the user who is the project's member of a number.
func (p *Project) member(number int) int64 { return p.people + int64(number) }

// worker returns a member of a team.
func (p *Project) worker(team, number int) int64 {
	return p.member(bosses + (team*teamSize+number)%min(p.has.teams*teamSize, p.has.members-bosses))
}

// Owner returns the user who owns the project.
func (p *Project) Owner() int64 { return p.member(0) }

// Worker returns a user who works in the project.
func (p *Project) Worker() int64 { return p.worker(0, 0) }

// anybody returns any of the project's members.
func (p *Project) anybody(r *random) int64 { return p.member(r.below(p.has.members)) }

// The ids of what a project has. Those of sprints have gaps, since not every project has a sprint in every fortnight.

func (p *Project) epicID(n int) int64 { return int64(p.before.epics + n + 1) }

func (p *Project) superEpicID(n int) int64 { return int64(p.before.superEpics + n + 1) }

func (p *Project) tagID(n int) int64 { return int64(p.before.tags + n + 1) }

func (p *Project) typeID(n int) int64 { return int64(2*p.index + n + 1) }

func (p *Project) sprintID(f, team int) int64 {
	return int64(f)*int64(p.world.has.teams) + int64(p.before.teams+team+1)
}

func (p *Project) epicUUID(n int) string {
	return p.world.draw(ofEpic, p.ID, int64(n)).newUUID(p.created() + hour)
}

func (p *Project) superEpicUUID(n int) string {
	return p.world.draw(ofSuperEpic, p.ID, int64(n)).newUUID(p.created() + hour)
}

func (p *Project) tagUUID(n int) string {
	return p.world.draw(ofTag, p.ID, int64(n)).newUUID(p.created())
}

func (p *Project) sprintUUID(f, team int) string {
	return p.world.draw(ofSprint, p.ID, int64(f), int64(team)).newUUID(p.planned(f))
}

// planned returns when the sprints of a fortnight were created.
func (p *Project) planned(f int) moment { return p.world.begin(f-1) + 2*hour }
