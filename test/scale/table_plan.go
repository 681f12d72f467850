package scale

import (
	"fmt"
	"iter"
)

// planTables returns the tables of super-epics, epics, links and sprints.
func planTables() []table {
	return []table{
		{
			"super_epics", "id uuid project_id title description status created_at updated_at",
			atFirst(func(p *Project) int { return p.has.superEpics }, superEpicRow),
		},
		{
			"epics", "id uuid project_id super_epic_id title description status created_at updated_at",
			atFirst(func(p *Project) int { return p.has.epics }, epicRow),
		},
		{
			"links", "uuid project_id type pred_type pred_uuid succ_type succ_uuid created_at updated_at",
			atFirst(func(p *Project) int { return (p.has.epics - 1) / 3 }, linkRow),
		},
		{
			"sprints", "id uuid project_id title goal status start_date end_date dod committed_at goal_met created_at updated_at",
			sprintRows(),
		},
	}
}

func superEpicRow(p *Project, n int) []any {
	at := p.created() + hour
	return []any{p.superEpicID(n), p.superEpicUUID(n), p.ID, fmt.Sprintf("Theme %d", n+1), nil, "in_progress", at, at}
}

func (p *Project) superEpicOf(epic int) int { return epic * p.has.superEpics / p.has.epics }

func epicTitle(n int) string { return fmt.Sprintf("Epic %d", n+1) }

func (p *Project) epicDescription(n int) string {
	return sentences(p.world.draw(ofEpic, p.ID, int64(n), 1), 3)
}

func (p *Project) epicStatus(n int) string {
	if p.epicDone(n) {
		return "done"
	}
	return "in_progress"
}

func epicRow(p *Project, n int) []any {
	at := p.created() + hour
	return []any{
		p.epicID(n), p.epicUUID(n), p.ID, p.superEpicID(p.superEpicOf(n)), epicTitle(n), p.epicDescription(n), p.epicStatus(n), at, at,
	}
}

// linkRow links every third epic to the one after it.
func linkRow(p *Project, n int) []any {
	at := p.created() + hour
	return []any{
		p.world.draw(ofLink, p.ID, int64(n)).newUUID(at), p.ID, "FS", "epic", p.epicUUID(3 * n), "epic", p.epicUUID(3*n + 1), at, at,
	}
}

// sprint is a sprint of one team, with the tickets that were in it when it began.
type sprint struct {
	p         *Project
	f, team   int
	committed []ticket
}

// sprints returns the sprints of a fortnight, one for each team. Those after the current fortnight are still being planned.
func (p *Project) sprints(f int) []sprint {
	if f < p.first || f > p.planning() {
		return nil
	}
	list := make([]sprint, p.has.teams)
	for team := range list {
		list[team] = sprint{p: p, f: f, team: team}
	}
	if f > p.last {
		return list
	}
	for _, from := range []int{f - 1, f} {
		for n := range p.ticketsIn(from) {
			if t := p.ticket(from, n); t.planned && (from == f || t.carried != 0) {
				list[t.team].committed = append(list[t.team].committed, t)
			}
		}
	}
	return list
}

func (s *sprint) id() int64 { return s.p.sprintID(s.f, s.team) }

func (s *sprint) uuid() string { return s.p.sprintUUID(s.f, s.team) }

func (s *sprint) title() string { return fmt.Sprintf("Sprint %d.%d", s.f-s.p.first+1, s.team+1) }

func (s *sprint) goal() string {
	return sentences(s.p.world.draw(ofSprint, s.p.ID, int64(s.f), int64(s.team), 1), 1)
}

func (s *sprint) from() string { return s.p.world.begin(s.f).day() }

func (s *sprint) to() string { return (s.p.world.begin(s.f) + 13*aDay).day() }

// started returns when the sprint began, or 0 if it is still being planned.
func (s *sprint) started() moment {
	if s.f > s.p.last {
		return 0
	}
	return s.p.world.begin(s.f) + 9*hour
}

// closed returns when the sprint ended, or 0 if it has not.
func (s *sprint) closed() moment {
	if s.f >= s.p.world.current() {
		return 0
	}
	return s.p.world.begin(s.f+1) + 6*hour + hour/2
}

func (s *sprint) status() string {
	switch {
	case s.started() == 0:
		return "planning"
	case s.closed() == 0:
		return "active"
	default:
		return "completed"
	}
}

// sprintRows yields the sprints of each fortnight; the last fortnight also has those that are being planned.
func sprintRows() func(*World, int) iter.Seq[[]any] {
	return perProject(func(p *Project, f int) (rows [][]any) {
		list := p.sprints(f)
		if f == p.world.current() {
			list = append(list, p.sprints(f+1)...)
		}
		for _, s := range list {
			rows = append(rows, s.row())
		}
		return rows
	})
}

func (s *sprint) row() []any {
	var committed *int64
	if s.started() != 0 && len(s.committed) > 0 {
		committed = new(int64(s.started()))
	}
	var met *bool
	if s.closed() != 0 {
		met = new(s.f%3 != 0)
	}
	created := s.p.planned(s.f)
	return []any{
		s.id(), s.uuid(), s.p.ID, s.title(), s.goal(), s.status(), s.from(), s.to(), nil, committed, met,
		created, max(created, s.started(), s.closed()),
	}
}
