package demo

// The built-in statuses that the simulation uses; the statuses of epics and subtasks have the same names.
const (
	statusBacklog    = "backlog"
	statusTodo       = "todo"
	statusInProgress = "in_progress"
	statusInReview   = "in_review"
	statusBlocked    = "blocked"
	statusDone       = "done"
)
