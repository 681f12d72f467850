package store

import (
	"context"

	"earnest/internal/db"
	"earnest/internal/domain"
)

// Person is a user's id and name.
type Person struct {
	ID   int64
	Name string
}

// Everybody returns up to limit users of the instance whose name or email address contains a text, sorted by last name.
func Everybody(ctx context.Context, tx *db.Tx, text string, limit int) ([]Person, error) {
	q := db.Query{Text: `SELECT id, firstname, lastname FROM users WHERE TRUE`}
	q.AndContains(`search_text`, text)
	q.And(` ORDER BY lastname_folded, firstname_folded, id LIMIT `, limit)
	return db.Collect(db.Each(ctx, tx, q, scanPerson))
}

// NamesOf returns the full names of users by id.
func NamesOf(ctx context.Context, tx *db.Tx, ids []int64) (map[int64]string, error) {
	q := db.Query{Text: `SELECT id, firstname, lastname FROM users WHERE id`}
	q.In(tx, ``, db.List(tx, ids))
	names := map[int64]string{}
	for p, err := range db.Each(ctx, tx, q, scanPerson) {
		if err != nil {
			return nil, err
		}
		names[p.ID] = p.Name
	}
	return names, nil
}

func scanPerson(rows db.Rows) (Person, error) {
	var p Person
	var first, last string
	err := rows.Scan(&p.ID, &first, &last)
	p.Name = domain.FullName(first, last)
	return p, err
}
