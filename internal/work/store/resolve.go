package store

import (
	"cmp"
	"context"
	"slices"

	"earnest/internal/db"
	"earnest/internal/domain"
)

// Names holds references to items in one project: the keys of statuses, and the uuids of everything else.
type Names struct {
	Statuses     []string
	Epic, Sprint *string
	Tags         []string
}

// Resolved holds the items of a project that were found by name.
type Resolved struct {
	Done             map[string]bool // whether each status means done, by key
	EpicID, SprintID *int64
	Tags             []domain.Tag // in creation order
	Ending           []domain.Tag // tags being removed, which items can keep but not gain; see TagEnd
}

// The kinds of row, as given in the first column of each SELECT.
const (
	aStatus     = 1
	anEpic      = 2
	aSprint     = 3
	aTag        = 4
	anEndingTag = 5
)

// tagsAtOnce is the maximum number of tags that one statement looks up. It is small because a separate prepared statement is needed for
// each number of tags.
const tagsAtOnce = 4

// Resolve looks up items of a project by name, in one statement unless there are many tags, since in SQLite starting and ending a statement
// costs about as much as finding a row. On PostgreSQL it always takes one round trip.
func Resolve(ctx context.Context, tx *db.Tx, projectID int64, n Names) (Resolved, error) {
	found := Resolved{Done: map[string]bool{}, Tags: []domain.Tag{}}
	q := db.Query{Args: []any{projectID}}
	for _, key := range n.Statuses {
		look(&q, `SELECT 1, id, key, CASE WHEN is_done THEN 'done' ELSE '' END FROM statuses WHERE project_id = $1 AND key = `, key)
	}
	if n.Epic != nil {
		look(&q, `SELECT 2, id, uuid, '' FROM epics WHERE project_id = $1 AND uuid = `, *n.Epic)
	}
	if n.Sprint != nil {
		look(&q, `SELECT 3, id, uuid, '' FROM sprints WHERE project_id = $1 AND uuid = `, *n.Sprint)
	}
	looks := []db.Query{q}
	for i, uuid := range slices.Compact(slices.Sorted(slices.Values(n.Tags))) {
		if i > 0 && i%tagsAtOnce == 0 {
			looks = append(looks, db.Query{Args: []any{projectID}})
		}
		look(&looks[len(looks)-1], `SELECT CASE WHEN`+ended+` THEN 5 ELSE 4 END, t.id, t.uuid, t.name FROM tags t WHERE t.project_id = $1 AND t.uuid = `, uuid)
	}
	if looks[0].Text == "" {
		return found, nil
	}
	err := tx.Batch(ctx, looks, found.take)
	slices.SortFunc(found.Tags, func(a, b domain.Tag) int { return cmp.Compare(a.ID, b.ID) })
	return found, err
}

// look adds one lookup to a query as a separate SELECT, since SQLite would build a temporary table for a list of names.
func look(q *db.Query, text db.Text, name string) {
	if q.Text != "" {
		q.Text += ` UNION ALL `
	}
	q.And(text, name)
}

func (r *Resolved) take(rows db.Rows) error {
	var kind, id int64
	var name, more string // name is a key or a uuid; more is a tag's name, or "done" if a status means done
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
		r.Tags = append(r.Tags, domain.Tag{ID: id, UUID: name, Name: more})
	case anEndingTag:
		r.Ending = append(r.Ending, domain.Tag{ID: id, UUID: name, Name: more})
	}
	return nil
}
