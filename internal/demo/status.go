package demo

// The built-in statuses that the play speaks of; those of epics and subtasks have the same names.
const (
	statusBacklog    = "backlog"
	statusTodo       = "todo"
	statusInProgress = "in_progress"
	statusInReview   = "in_review"
	statusBlocked    = "blocked"
	statusDone       = "done"
)
