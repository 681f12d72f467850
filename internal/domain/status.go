package domain

// Status is a column of a project's board; tickets refer to it by key.
type Status struct {
	Key       string
	Label     string
	Color     string
	BgColor   string
	SortOrder int64
	IsDone    bool
	IsDefault bool
}

// DefaultStatuses are the statuses of a new project.
func DefaultStatuses() []Status {
	return []Status{
		{"backlog", "Backlog", "#475569", "#f1f5f9", 1, false, true},
		{"todo", "To do", "#1d4ed8", "#dbeafe", 2, false, true},
		{"in_progress", "In progress", "#b45309", "#fef3c7", 3, false, true},
		{"in_review", "In review", "#7e22ce", "#f3e8ff", 4, false, true},
		{"done", "Done", "#15803d", "#dcfce7", 5, true, true},
		{"blocked", "Blocked", "#b91c1c", "#fee2e2", 6, false, true},
	}
}

// DefaultTicketTypes are the ticket types of a new project.
func DefaultTicketTypes() []string { return []string{"Story", "Bug"} }
