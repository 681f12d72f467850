package scale

import (
	"fmt"

	"earnest/internal/db"
)

// ticketTables returns the tables of tickets and of what belongs to them.
func ticketTables() []table {
	return []table{
		{
			"tickets", "id uuid project_id type_id epic_id sprint_id assignee_id title description priority status story_points " +
				"acceptance_criteria rank done_at renamed_at deleted_at created_at updated_at committed number began_at",
			perTicket(ticketRow),
		},
		{"commitments", "sprint_id ticket_id project_id points", perTicket(commitmentRows)},
		{"ticket_tags", "ticket_id tag_id project_id", perTicket(ticketTagRows)},
		{"ticket_dependencies", "ticket_id depends_on_id project_id", perTicket(dependencyRows)},
		{"subtasks", "uuid project_id ticket_id title status sort_order created_at updated_at", perTicket(subtaskRows)},
		{"comments", "uuid project_id ticket_id author_id content mentions created_at updated_at", perTicket(commentRows)},
		{"time_entries", "uuid project_id ticket_id user_id duration_minutes comment logged_at created_at updated_at", perTicket(entryRows)},
	}
}

// orNull returns nil in place of 0, which stands for nothing.
func orNull[T ~int64](n T) *int64 {
	if n == 0 {
		return nil
	}
	return new(int64(n))
}

func (t *ticket) epicID() int64 {
	if t.epic < 0 {
		return 0
	}
	return t.p.epicID(t.epic)
}

func (t *ticket) sprintID() int64 {
	if t.sprint() == 0 {
		return 0
	}
	return t.p.sprintID(t.sprint(), t.team)
}

func ticketRow(t *ticket) [][]any {
	return [][]any{{
		t.id, t.uuid, t.p.ID, t.p.typeID(int(t.id) % 2), orNull(t.epicID()), orNull(t.sprintID()), orNull(t.assignee()), t.title(), t.description(),
		t.priority(), t.status(), t.points, db.AsJSON(t.criteria()), t.rank(), orNull(t.done), t.created, orNull(t.deleted),
		t.created, t.updated(), t.committed(), t.id, orNull(t.begun),
	}}
}

func commitmentRows(t *ticket) (rows [][]any) {
	for _, f := range t.commitments() {
		rows = append(rows, []any{t.p.sprintID(f, t.team), t.id, t.p.ID, t.points})
	}
	return rows
}

func ticketTagRows(t *ticket) (rows [][]any) {
	for _, tag := range t.tags() {
		rows = append(rows, []any{t.id, t.p.tagID(tag), t.p.ID})
	}
	return rows
}

func dependencyRows(t *ticket) [][]any {
	if other, ok := t.dependsOn(); ok {
		return [][]any{{t.id, other.id, t.p.ID}}
	}
	return nil
}

func subtaskRows(t *ticket) (rows [][]any) {
	for _, s := range t.subtasks() {
		rows = append(rows, []any{s.uuid, t.p.ID, t.id, s.title(), s.status, int64(s.number), t.created, max(t.created, t.done)})
	}
	return rows
}

func commentRows(t *ticket) (rows [][]any) {
	for _, c := range t.comments() {
		rows = append(rows, []any{c.uuid, t.p.ID, t.id, c.author, c.content, "[]", c.at, c.at})
	}
	return rows
}

func entryRows(t *ticket) (rows [][]any) {
	for _, e := range t.entries() {
		rows = append(rows, []any{e.uuid, t.p.ID, t.id, e.user, e.minutes, e.comment(), e.at.day(), e.at, e.at})
	}
	return rows
}

// rank returns the ticket's place in the order of its project, which is that of the ids.
func (t *ticket) rank() string { return fmt.Sprintf("V%08d1", t.id) }
