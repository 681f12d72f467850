package store

import (
	"context"
	"strings"
	"time"

	"earnest/internal/db"
	"earnest/internal/domain"
)

// Receipt is an answer as it is stored, with the request that it answers.
type Receipt struct {
	domain.Answer

	Request  string
	Projects []string // the uuids of those that were written to, for writes that are not about one existing project
	At       time.Time
}

// Claim identifies a receipt: the API key and the name, and a number that stands for both.
type Claim struct {
	KeyID  int64
	Name   string
	Number int64
}

// Claimed is like Statements, for a write with a receipt, which is read into kept if there is one. If another transaction has the same claim and has not
// ended, the project is not found, and nothing waits for it.
func (l *ProjectLock) Claimed(tx *db.Tx, id int64, claim Claim, kept *Receipt) []db.Statement {
	q := db.NewQuery(lockText+db.Text(tx.Claim(2)), id, claim.Number)
	return []db.Statement{l.statement(tx, q), claim.lookup(kept)}
}

// TakeClaim claims the name of a write with a receipt that locks no project, and reads the receipt into kept if there is one. It returns Running at once if
// another transaction has the same claim and has not ended.
func TakeClaim(ctx context.Context, tx *db.Tx, claim Claim, kept *Receipt) error {
	found := false
	take := db.Statement{SQL: `SELECT 1 WHERE 1 = 1` + db.Text(tx.Claim(1)), Args: []any{claim.Number}, Row: func(db.Rows) error {
		found = true
		return nil
	}}
	err := tx.Together(ctx, take, claim.lookup(kept))
	if err == nil && !found {
		err = domain.StillRunning()
	}
	return err
}

// lookup returns the statement that reads the receipt. It runs after the claim, so it sees what an earlier holder of the claim has stored.
func (c Claim) lookup(to *Receipt) db.Statement {
	const text db.Text = `SELECT request, projects, at, status, etag, location, body FROM receipts WHERE key_id = $1 AND name = $2`
	return db.Statement{SQL: text, Args: []any{c.KeyID, c.Name}, Row: func(rows db.Rows) error {
		var projects string
		err := rows.Scan(&to.Request, &projects, db.Moment{To: &to.At}, &to.Status, &to.ETag, &to.Location, &to.Body)
		to.Projects = strings.Fields(projects)
		return err
	}}
}

// HasReceipt reports whether there is a receipt, however old.
func HasReceipt(ctx context.Context, tx *db.Tx, claim Claim) (bool, error) {
	n, err := tx.Count(ctx, db.NewQuery(`SELECT COUNT(*) FROM receipts WHERE key_id = $1 AND name = $2`, claim.KeyID, claim.Name))
	return n > 0, err
}

// InsertReceipt stores the answer to a request.
func InsertReceipt(ctx context.Context, tx *db.Tx, claim Claim, r Receipt) error {
	const text = `INSERT INTO receipts (key_id, name, request, projects, at, status, etag, location, body) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`
	return tx.Run(ctx, text, claim.KeyID, claim.Name, r.Request, strings.Join(r.Projects, " "), db.Micros(r.At), r.Status, r.ETag, r.Location, r.Body)
}

// DeleteReceipt deletes a receipt that is too old.
func DeleteReceipt(ctx context.Context, tx *db.Tx, claim Claim) error {
	return tx.Run(ctx, `DELETE FROM receipts WHERE key_id = $1 AND name = $2`, claim.KeyID, claim.Name)
}

// PurgeReceipts deletes up to limit receipts that are older than the given time, and returns how many it deleted.
func PurgeReceipts(ctx context.Context, tx *db.Tx, before time.Time, limit int64) (int64, error) {
	return tx.Exec(ctx, `
		DELETE FROM receipts
		WHERE (key_id, name) IN (SELECT key_id, name FROM receipts WHERE at <= $1 ORDER BY at LIMIT $2)`,
		db.Micros(before), limit)
}
