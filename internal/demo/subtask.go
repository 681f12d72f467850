package demo

import (
	"time"

	"earnest/internal/workspace"
)

// subtasks returns the subtasks in the catalogue or, now and then, the usual steps; their progress follows from the ticket's.
func (p *project) subtasks(t *ticket) []workspace.Subtask {
	titles := t.subtasks
	if len(titles) == 0 && !t.outside && t.size() >= 3 && p.chance(0.4) {
		for range 2 + p.rand.IntN(3) {
			titles = append(titles, p.phrases.next("subtask"))
		}
	}
	var list []workspace.Subtask
	for i, title := range titles {
		list = append(list, workspace.Subtask{
			Title:     title,
			Status:    subtaskStatus(t, i, len(titles)),
			SortOrder: new(int64(i + 1)),
			Assignee:  p.people[t.assignee].email,
			Stamps:    both(t.created.Add(time.Duration(i) * time.Second)),
		})
	}
	return list
}

func subtaskStatus(t *ticket, i, n int) string {
	finished := 0 // of n
	switch {
	case t.done:
		finished = n
	case t.status == statusInReview:
		finished = n - 1
	case len(t.turns) > 0:
		finished = n / 2
	}
	switch {
	case i < finished:
		return statusDone
	case i == finished && len(t.turns) > 0:
		return statusInProgress
	default:
		return statusTodo
	}
}
