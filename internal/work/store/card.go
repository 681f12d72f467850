package store

import (
	"context"
	"strings"

	"earnest/internal/db"
	"earnest/internal/domain"
)

// Cards returns the cards of a project that match the filter, up to its limit and in its order, along with the
// number and the total points of all matches. The number of statements is constant.
func Cards(ctx context.Context, tx *db.Tx, f domain.CardFilter) (cards []domain.Card, total int, points float64, err error) {
	f.By = domain.Ungrouped
	page, err := CardPage(ctx, tx, f)
	if len(page.Groups) > 0 {
		total, points = page.Groups[0].Total, page.Groups[0].Points
	}
	return page.Cards, total, points, err
}

// TicketsByText returns the ids of the tickets that contain all words of a text, have a comment that does, or have the text as their key. It returns nil
// if the text is empty. Deleted tickets may be among them.
func TicketsByText(ctx context.Context, tx *db.Tx, projectID int64, text string) (*[]int64, error) {
	if text == "" {
		return nil, nil //nolint:nilnil // without a text, every ticket matches
	}
	if len(domain.SearchWords(text)) == 0 {
		return &[]int64{}, nil
	}
	found, err := tx.IDs(ctx, ticketsByText(tx, projectID, text))
	return &found, err
}

// ticketsByText selects the tickets with a text search alone. If it also read the tickets of the project, PostgreSQL could decide to search again
// for each of them, as it does while it believes that there are few.
func ticketsByText(tx *db.Tx, projectID int64, text string) (q db.Query) {
	q.Text = textSearch(tx, &q, projectID, text)
	return q
}

// textSearch returns a statement that selects the tickets of a project that match a text, and adds its parameters to the query. The text must contain a
// word.
func textSearch(tx *db.Tx, q *db.Query, projectID int64, text string) db.Text {
	q.Args = append(q.Args, db.List(tx, tx.MatchWords([]int64{projectID}, db.InText, domain.SearchWords(text))))
	n := len(q.Args)
	search := `
SELECT m.id FROM ` + tx.Matching(`ticket_words`, n) + ` m
UNION
SELECT (SELECT c.ticket_id FROM comments c WHERE c.id = m.id) FROM ` + tx.Matching(`comment_words`, n) + ` m`
	key, number, isKey := domain.ParseTicketKey(strings.TrimSpace(text))
	if !isKey {
		return search
	}
	byKey := db.Query{Args: q.Args, Text: search + `
UNION
SELECT t.id FROM project_keys k JOIN tickets t ON t.project_id = k.project_id`}
	byKey.And(` AND t.number = `, number)
	byKey.And(` WHERE k.key = `, key)
	byKey.And(` AND k.project_id = `, projectID)
	q.Args = byKey.Args
	return byKey.Text
}

// cardFilter gives the planner a single id column to search by (sprint, epic or project) and hides the others from it, so that neither
// engine can choose a worse index. The filter's sprints and epics must be in its project. If found is not nil, only those tickets match.
func cardFilter(tx *db.Tx, text db.Text, f domain.CardFilter, found *[]int64) db.Query {
	q := db.Query{Text: text + ` WHERE t.deleted_at IS NULL`}
	if found != nil {
		q.In(tx, ` AND t.id`, db.List(tx, *found))
	}
	bySprint := len(f.Sprint.Of) > 0 && !f.Sprint.None
	byEpic := len(f.Epic.Of) > 0 && !f.Epic.None && !bySprint
	switch {
	case bySprint:
		choose(tx, &q, `t.sprint_id`, f.Sprint)
		choose(tx, &q, `t.epic_id + 0`, f.Epic)
	case byEpic:
		choose(tx, &q, `t.epic_id`, f.Epic)
		choose(tx, &q, `t.sprint_id + 0`, f.Sprint)
	default:
		q.And(` AND t.project_id = `, f.ProjectID)
		choose(tx, &q, `t.epic_id + 0`, f.Epic)
		choose(tx, &q, `t.sprint_id + 0`, f.Sprint)
	}
	choose(tx, &q, `t.assignee_id + 0`, f.Assignee)
	q.Among(tx, ` AND t.priority`, f.Priorities, ``)
	q.Among(tx, ` AND t.status`, f.Statuses, ``)
	q.Among(tx, ` AND t.type_id + 0 IN (SELECT y.id FROM ticket_types y WHERE y.uuid`, f.Types, `)`)
	q.Among(tx, ` AND EXISTS (SELECT 1 FROM ticket_tags g JOIN tags x ON x.id = g.tag_id WHERE g.ticket_id = t.id AND x.uuid`, f.Tags, `)`)
	if f.Done.Set && f.Done.Value {
		q.Text += ` AND t.done_at IS NOT NULL`
	}
	if f.Done.Set && !f.Done.Value {
		q.Text += ` AND t.done_at IS NULL`
	}
	return q
}

// choose adds the condition that a choice of ids imposes on a column.
func choose(tx *db.Tx, q *db.Query, column db.Text, c domain.Choice[int64]) {
	switch {
	case c.Any():
	case len(c.Of) == 0:
		q.Text += ` AND ` + column + ` IS NULL`
	case c.None:
		q.In(tx, ` AND (`+column+` IS NULL OR `+column, db.List(tx, c.Of))
		q.Text += `)`
	default:
		q.In(tx, ` AND `+column, db.List(tx, c.Of))
	}
}

// SprintsOf returns the ids of a project's sprints with the given uuids and, if active is true, those of its active sprints.
func SprintsOf(ctx context.Context, tx *db.Tx, projectID int64, uuids []string, active bool) ([]int64, error) {
	q := db.NewQuery(`SELECT id FROM sprints WHERE project_id = $1 AND (uuid`, projectID)
	q.In(tx, ``, db.List(tx, uuids))
	if active {
		q.Text += ` OR status = 'active'`
	}
	q.Text += `) ORDER BY id`
	return tx.IDs(ctx, q)
}

// EpicsOf returns the ids of a project's epics with the given uuids.
func EpicsOf(ctx context.Context, tx *db.Tx, projectID int64, uuids []string) ([]int64, error) {
	q := db.NewQuery(`SELECT id FROM epics WHERE project_id = $1`, projectID)
	q.In(tx, ` AND uuid`, db.List(tx, uuids))
	q.Text += ` ORDER BY id`
	return tx.IDs(ctx, q)
}
