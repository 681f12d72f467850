package store

import (
	"context"
	"time"

	"earnest/internal/db"
	"earnest/internal/domain"
)

// offerColumns begins every statement that reads offers.
const offerColumns = `
SELECT p.id, p.uuid, p.name, m.uuid, m.user_id, h.firstname, h.lastname, h.email,
       o.offered_by, w.firstname, w.lastname, w.email, o.offered_at, o.expires_at
FROM ownership_offers o
JOIN projects p ON p.id = o.project_id
JOIN members m ON m.id = o.member_id
JOIN users h ON h.id = m.user_id
JOIN users w ON w.id = o.offered_by `

func scanOffer(rows db.Rows) (domain.OwnershipOffer, error) {
	var o domain.OwnershipOffer
	err := rows.Scan(
		&o.ProjectID,
		&o.ProjectUUID,
		&o.Project,
		&o.MemberUUID,
		&o.RecipientID,
		&o.Recipient.Firstname,
		&o.Recipient.Lastname,
		&o.Recipient.Email,
		&o.OwnerID,
		&o.Owner.Firstname,
		&o.Owner.Lastname,
		&o.Owner.Email,
		db.Moment{To: &o.At},
		db.Moment{To: &o.ExpiresAt},
	)
	return o, err
}

// Offer returns the open ownership offer for a project. It returns NotFound if there is no offer or it has lapsed.
func Offer(ctx context.Context, tx *db.Tx, projectID int64, now time.Time) (domain.OwnershipOffer, error) {
	const text = offerColumns + `WHERE o.project_id = $1 AND o.expires_at > $2`
	return db.One(ctx, tx, "ownership offer", db.NewQuery(text, projectID, db.Micros(now)), scanOffer)
}

// OffersTo returns a user's open ownership offers, oldest first. Offers to inactive members are left out, since only an active member can
// accept.
func OffersTo(ctx context.Context, tx *db.Tx, userID int64, now time.Time, most int) ([]domain.OwnershipOffer, error) {
	const text = offerColumns + `WHERE m.user_id = $1 AND m.status = 'active' AND o.expires_at > $2 ORDER BY o.offered_at, p.id LIMIT $3`
	return db.Collect(db.Each(ctx, tx, db.NewQuery(text, userID, db.Micros(now), most), scanOffer))
}

// InsertOffer stores an ownership offer for a project that has none.
func InsertOffer(ctx context.Context, tx *db.Tx, projectID, memberID, ownerID int64, at, expires time.Time) error {
	return tx.Run(ctx, `
INSERT INTO ownership_offers (project_id, member_id, offered_by, offered_at, expires_at) VALUES ($1, $2, $3, $4, $5)`,
		projectID, memberID, ownerID, db.Micros(at), db.Micros(expires))
}

// DeleteOffer deletes the ownership offer for a project, whether or not it has lapsed.
func DeleteOffer(ctx context.Context, tx *db.Tx, projectID int64) error {
	return tx.Run(ctx, `DELETE FROM ownership_offers WHERE project_id = $1`, projectID)
}

// PurgeOffers deletes lapsed offers.
func PurgeOffers(ctx context.Context, tx *db.Tx, now time.Time) error {
	return tx.Run(ctx, `DELETE FROM ownership_offers WHERE expires_at <= $1`, db.Micros(now))
}
