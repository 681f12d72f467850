package store

import (
	"cmp"
	"context"
	"slices"

	"earnest/internal/db"
	"earnest/internal/domain"
)

// Names holds references to items in one project: the ids of users, the keys of statuses, and the uuids of everything else.
type Names struct {
	Statuses           []string
	Epic, Sprint, Type *string
	Tags               []string
	Assignee           *int64
	Dependencies       []string
	After, Before      string // the tickets next to which the ticket is put; empty if there are none

	// Ticket is the uuid of the ticket that refers to these items, if it already exists. Its current status and tags are looked up along with the
	// new ones.
	Ticket      string
	DefaultType bool // whether Type is to be the default type of the project
}

// Resolved holds the items of a project that were found by name.
type Resolved struct {
	Done             map[string]bool // whether each status means done, by key
	EpicID, SprintID *int64
	Type             *domain.TicketType // with its id, uuid and name
	Tags             []domain.Tag       // in creation order
	Ending           []domain.Tag       // tags being removed, which items can keep but not gain; see TagEnd
	Assignee         *string            // the full name of a user who can be assigned work
	Dependencies     []domain.TicketRef
	Cycle            bool // the dependencies lead back to the ticket
	Place            Place
}

// The kinds of row, as given in the first column of each SELECT.
const (
	aStatus       = 1
	anEpic        = 2
	aSprint       = 3
	aTag          = 4
	anEndingTag   = 5
	anAssignee    = 6
	aType         = 7
	aDependency   = 9
	aCycle        = 10
	aTicketAfter  = 11
	aTicketBefore = 12
	aLastRank     = 13
)

// tagsAtOnce is the maximum number of tags that one statement looks up. It is small because a separate prepared statement is needed for
// each number of tags.
const tagsAtOnce = 4

// defaultType selects the default type of a project or, if it has none, the first of its types.
const defaultType = `SELECT 7, y.id, y.uuid, y.name FROM ticket_types y WHERE y.project_id = $1 AND y.id = (
  SELECT d.id FROM ticket_types d WHERE d.project_id = $1 ORDER BY d.is_default DESC, d.sort_order, d.id LIMIT 1) AND y.project_id = `

// Resolve looks up items of a project by name.
func Resolve(ctx context.Context, tx *db.Tx, projectID int64, n Names) (Resolved, error) {
	var found Resolved
	err := tx.Together(ctx, found.Lookups(tx, projectID, n)...)
	return found, err
}

// Lookups returns the statements that look up items of a project by name and add them to r. There is one statement for everything, unless there are many
// tags or any dependencies, since in SQLite starting and ending a statement costs about as much as finding a row.
func (r *Resolved) Lookups(tx *db.Tx, projectID int64, n Names) []db.Statement {
	*r = Resolved{Done: map[string]bool{}, Tags: []domain.Tag{}, Dependencies: []domain.TicketRef{}}
	q := db.Query{Args: []any{projectID}}
	const status = `SELECT 1, id, key, CASE WHEN is_done THEN 'done' ELSE '' END FROM statuses WHERE project_id = $1 AND key = `
	for _, key := range n.Statuses {
		look(&q, status, key)
	}
	if n.Ticket != "" && len(n.Statuses) > 0 {
		look(&q, status+`(SELECT x.status FROM tickets x WHERE x.uuid = `, n.Ticket)
		q.Text += `)`
	}
	if n.Epic != nil {
		look(&q, `SELECT 2, id, uuid, '' FROM epics WHERE project_id = $1 AND uuid = `, *n.Epic)
	}
	if n.Sprint != nil {
		look(&q, `SELECT 3, id, uuid, '' FROM sprints WHERE project_id = $1 AND uuid = `, *n.Sprint)
	}
	if n.Assignee != nil {
		look(&q, `SELECT 6, u.id, u.firstname, u.lastname FROM members m JOIN users u ON u.id = m.user_id WHERE `+assignable, *n.Assignee)
	}
	if n.Type != nil {
		look(&q, `SELECT 7, id, uuid, name FROM ticket_types WHERE project_id = $1 AND uuid = `, *n.Type)
	}
	if n.DefaultType {
		look(&q, defaultType, projectID)
	}
	lookForPlace(&q, n)
	looks := append(tagLookups(q, projectID, n), dependencyLookups(tx, projectID, n)...)
	statements := make([]db.Statement, 0, len(looks))
	for _, l := range looks {
		if l.Text != "" {
			statements = append(statements, db.Statement{SQL: l.Text, Args: l.Args, Row: r.take})
		}
	}
	return statements
}

// tagLookups adds the lookups of tags to q, and to further queries if there are many.
func tagLookups(q db.Query, projectID int64, n Names) []db.Query {
	const tag = `SELECT CASE WHEN` + ended + ` THEN 5 ELSE 4 END, t.id, t.uuid, t.name FROM tags t`
	if n.Ticket != "" && n.Tags != nil {
		look(&q, tag+` JOIN ticket_tags g ON g.tag_id = t.id JOIN tickets x ON x.id = g.ticket_id WHERE t.project_id = $1 AND x.uuid = `, n.Ticket)
	}
	looks := []db.Query{q}
	for i, uuid := range slices.Compact(slices.Sorted(slices.Values(n.Tags))) {
		if i > 0 && i%tagsAtOnce == 0 {
			looks = append(looks, db.Query{Args: []any{projectID}})
		}
		look(&looks[len(looks)-1], tag+` WHERE t.project_id = $1 AND t.uuid = `, uuid)
	}
	return looks
}

// dependencyLookups returns the query for the tickets that a ticket is to depend on and, if the ticket exists, one that returns a row if a
// chain of dependencies leads from them back to it.
func dependencyLookups(tx *db.Tx, projectID int64, n Names) []db.Query {
	if len(n.Dependencies) == 0 {
		return nil
	}
	these := db.Text(`FROM tickets WHERE project_id = $1 AND deleted_at IS NULL AND uuid` + tx.In(2))
	list := db.List(tx, n.Dependencies)
	looks := []db.Query{db.NewQuery(`SELECT 9, id, uuid, title `+these+` ORDER BY id`, projectID, list)}
	if n.Ticket != "" {
		looks = append(looks, db.NewQuery(`
WITH RECURSIVE reachable (id) AS (
  SELECT id `+these+`
  UNION
  SELECT d.depends_on_id FROM ticket_dependencies d JOIN reachable r ON d.ticket_id = r.id
)
SELECT 10, x.id, x.uuid, '' FROM reachable r JOIN tickets x ON x.id = r.id WHERE x.uuid = $3`, projectID, list, n.Ticket))
	}
	return looks
}

// look adds one lookup to a query as a separate SELECT, since SQLite would build a temporary table for a list of names.
func look(q *db.Query, text db.Text, name any) {
	if q.Text != "" {
		q.Text += ` UNION ALL `
	}
	q.And(text, name)
}

func (r *Resolved) take(rows db.Rows) error {
	var kind, id int64
	var name, more string // name is a key, a uuid, a first name or a rank; more is what else is known of the item
	if err := rows.Scan(&kind, &id, &name, &more); err != nil {
		return err
	}
	switch kind {
	case aStatus:
		r.Done[name] = more != ""
	case anEpic:
		r.EpicID = &id
	case aSprint:
		r.SprintID = &id
	case aTag:
		addTag(&r.Tags, domain.Tag{ID: id, UUID: name, Name: more})
	case anEndingTag:
		addTag(&r.Ending, domain.Tag{ID: id, UUID: name, Name: more})
	case anAssignee:
		r.Assignee = new(domain.FullName(name, more))
	case aType:
		r.Type = &domain.TicketType{ID: id, UUID: name, Name: more}
	case aDependency:
		r.Dependencies = append(r.Dependencies, domain.TicketRef{ID: id, UUID: name, Title: more})
	case aCycle:
		r.Cycle = true
	case aTicketAfter:
		r.Place.After = &Gap{name, more}
	case aTicketBefore:
		r.Place.Before = &Gap{more, name}
	case aLastRank:
		r.Place.Last = name
	}
	return nil
}

// addTag adds a tag to a list in creation order, unless it is already there.
func addTag(list *[]domain.Tag, tag domain.Tag) {
	i, known := slices.BinarySearchFunc(*list, tag, func(a, b domain.Tag) int { return cmp.Compare(a.ID, b.ID) })
	if !known {
		*list = slices.Insert(*list, i, tag)
	}
}
