package demo

import (
	"fmt"
	"slices"

	"earnest/internal/domain"
	"earnest/internal/workspace"
)

func (p *project) fileSprints() []workspace.Sprint {
	var list []workspace.Sprint
	for _, s := range p.sprints {
		list = append(list, p.fileSprint(s))
	}
	if p.undated != nil {
		list = append(list, workspace.Sprint{
			Ref:    p.undated.ref,
			Title:  p.undated.title,
			Goal:   optional(p.undatedGoal),
			Status: string(p.undated.status),
			Stamps: both(p.at(p.start(-5), 10)),
		})
	}
	return list
}

func (p *project) fileSprint(s *sprint) workspace.Sprint {
	start, end := p.start(s.offset), p.end(s.offset)
	sprint := workspace.Sprint{
		Ref:       s.ref,
		Title:     s.title,
		Goal:      optional(p.goal(s)),
		Status:    string(s.status),
		StartDate: new(string(start)),
		EndDate:   new(string(end)),
		Committed: s.committed,
		Stamps:    both(later(p.at(start.AddDays(-10), 10), p.began())),
	}
	if s.committed != nil {
		sprint.CommittedAt = domain.Stamp(p.at(start, 9))
		sprint.UpdatedAt = sprint.CommittedAt
	}
	if s.status == domain.Completed {
		sprint.UpdatedAt = domain.Stamp(p.at(end, 17))
	}
	if s.status == domain.Active && len(p.dod) > 1 {
		sprint.DoD = p.dod[:len(p.dod)-1]
	}
	return sprint
}

// goal names the two epics that most of the sprint is about.
func (p *project) goal(s *sprint) string {
	weight := map[int]float64{}
	for _, t := range s.batch {
		weight[t.epic] += t.size()
	}
	var epics []int
	for i := range p.epics {
		if weight[i] > 0 {
			epics = append(epics, i)
		}
	}
	if len(epics) == 0 {
		return ""
	}
	slices.SortStableFunc(epics, func(a, b int) int { return int(weight[b] - weight[a]) })
	goal := fmt.Sprintf(p.phrases.next(p.closes(epics[0], s)), p.epics[epics[0]].title)
	if len(epics) > 1 {
		goal += fmt.Sprintf(p.phrases.next("both"), p.epics[epics[1]].title)
	}
	return goal
}

// closes returns "finish" if no later sprint contains a ticket of the epic, or else "advance".
func (p *project) closes(epic int, s *sprint) string {
	for _, t := range p.epicTickets(epic) {
		if t.sprint != nil && t.sprint != p.undated && t.sprint.offset > s.offset {
			return "advance"
		}
	}
	return "finish"
}
