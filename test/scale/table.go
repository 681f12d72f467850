package scale

import (
	"iter"
	"strings"
)

// table is a table of the schema and the rows that it gets, fortnight by fortnight.
type table struct {
	name    string
	columns string // separated by spaces
	rows    func(w *World, f int) iter.Seq[[]any]
}

// hasID reports whether the rows come with their ids.
func (t table) hasID() bool { return strings.HasPrefix(t.columns, "id ") }

// tables returns every table that is filled row by row, each after those it refers to.
func tables() []table {
	list := []table{
		{"accounts", "id plan active subscribed_at created_at updated_at", users(accountRow)},
		{
			"users",
			"id uuid account_id email email_folded firstname lastname lastname_folded firstname_folded search_text is_admin created_at updated_at",
			users(userRow),
		},
	}
	list = append(list, settingTables()...)
	list = append(list, planTables()...)
	list = append(list, ticketTables()...)
	return append(list, table{"changes", "project_id revision at user_id noun noun_uuid what from_value to_value", perProject(changeRows)})
}

// perProject calls a function for each project and yields the rows that it returns, a project at a time.
func perProject(rows func(p *Project, f int) [][]any) func(*World, int) iter.Seq[[]any] {
	return func(w *World, f int) iter.Seq[[]any] {
		return func(yield func([]any) bool) {
			for _, p := range w.Projects {
				for _, row := range rows(p, f) {
					if !yield(row) {
						return
					}
				}
			}
		}
	}
}

// atFirst returns the rows that a project gets when it is created: n of them.
func atFirst(count func(p *Project) int, row func(p *Project, n int) []any) func(*World, int) iter.Seq[[]any] {
	return perProject(func(p *Project, f int) (rows [][]any) {
		if f == p.first-1 {
			for n := range count(p) {
				rows = append(rows, row(p, n))
			}
		}
		return rows
	})
}

// perTicket calls a function for each ticket of a project and fortnight.
func perTicket(rows func(t *ticket) [][]any) func(*World, int) iter.Seq[[]any] {
	return perProject(func(p *Project, f int) (all [][]any) {
		for n := range p.ticketsIn(f) {
			t := p.ticket(f, n)
			all = append(all, rows(&t)...)
		}
		return all
	})
}
