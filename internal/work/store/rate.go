package store

import (
	"context"

	"earnest/internal/db"
	"earnest/internal/domain"
)

// Rates returns a user's daily rates in a project, ordered by day.
func Rates(ctx context.Context, tx *db.Tx, projectID, userID int64) ([]domain.Rate, error) {
	return db.Collect(db.Each(ctx, tx, db.NewQuery(ratesText, projectID, userID), scanRate))
}

const ratesText = `SELECT from_day, tjm FROM rates WHERE project_id = $1 AND user_id = $2 ORDER BY from_day`

func scanRate(rows db.Rows) (domain.Rate, error) {
	var r domain.Rate
	err := rows.Scan(&r.From, &r.TJM)
	return r, err
}

// SetRates replaces a user's daily rates in a project and reprices the time they logged there. Rates outlive the membership; no two may begin
// on the same day.
func SetRates(ctx context.Context, tx *db.Tx, projectID, userID int64, rates []domain.Rate) error {
	if err := tx.Run(ctx, `DELETE FROM rates WHERE project_id = $1 AND user_id = $2`, projectID, userID); err != nil {
		return err
	}
	for _, r := range rates {
		err := tx.Run(ctx, `INSERT INTO rates (project_id, user_id, from_day, tjm) VALUES ($1, $2, $3, $4)`,
			projectID, userID, r.From, r.TJM)
		if err != nil {
			return err
		}
	}
	return PriceEffort(ctx, tx, projectID, userID)
}

// HasCost reports whether a user can have a daily rate in a project, that is, whether they are in its team or have rates or time there.
func HasCost(ctx context.Context, tx *db.Tx, projectID, userID int64) (bool, error) {
	n, err := tx.Count(ctx, db.NewQuery(`
SELECT (SELECT COUNT(*) FROM members WHERE project_id = $1 AND user_id = $2)
     + (SELECT COUNT(*) FROM rates WHERE project_id = $1 AND user_id = $2)
     + (SELECT COUNT(*) FROM effort_days WHERE project_id = $1 AND user_id = $2)`, projectID, userID))
	return n > 0, err
}

// UserRate is a user's daily rate.
type UserRate struct {
	UserID int64
	domain.Rate
}

// ProjectRates returns every rate in a project, sorted by user and day, including those of former members.
func ProjectRates(ctx context.Context, tx *db.Tx, projectID int64) ([]UserRate, error) {
	const text = `SELECT user_id, from_day, tjm FROM rates WHERE project_id = $1 ORDER BY user_id, from_day`
	return db.Collect(db.Each(ctx, tx, db.NewQuery(text, projectID), func(rows db.Rows) (UserRate, error) {
		var r UserRate
		err := rows.Scan(&r.UserID, &r.From, &r.TJM)
		return r, err
	}))
}

// Emails returns the email address of every user by id.
func Emails(ctx context.Context, tx *db.Tx) (map[int64]string, error) {
	emails := map[int64]string{}
	rows, err := tx.Query(ctx, `SELECT id, email FROM users`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var id int64
		var email string
		if err := rows.Scan(&id, &email); err != nil {
			return nil, err
		}
		emails[id] = email
	}
	return emails, rows.Err()
}
