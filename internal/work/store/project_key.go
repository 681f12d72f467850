package store

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"earnest/internal/db"
	"earnest/internal/domain"
)

// ticketKey is the key of the ticket t in the project p.
const ticketKey = `p.key || '-' || t.number`

// FreeKey returns a key that no other project has or had: the given one, or, if that is taken, the same with digits.
func FreeKey(ctx context.Context, tx *db.Tx, projectID int64, key string) (string, error) {
	// Any key that FreeKey may try begins with the first letter of the key.
	const text = `SELECT k.key FROM project_keys k WHERE k.key >= $1 AND k.key < $2 AND k.project_id <> $3`
	taken, err := tx.Texts(ctx, db.NewQuery(text, key[:1], string(key[0]+1), projectID))
	if err != nil {
		return "", err
	}
	set := make(map[string]bool, len(taken))
	for _, k := range taken {
		set[k] = true
	}
	return domain.FreeKey(key, func(k string) bool { return set[k] }), nil
}

// ClaimKey reserves a key for a project, which may have had it before; ok is false if another project has or had it.
func ClaimKey(ctx context.Context, tx *db.Tx, projectID int64, key string) (ok bool, err error) {
	n, err := tx.Exec(ctx, `
INSERT INTO project_keys (key, project_id) VALUES ($1, $2)
ON CONFLICT (key) DO UPDATE SET project_id = excluded.project_id WHERE project_keys.project_id = excluded.project_id`, key, projectID)
	return n > 0, err
}

// SetKey sets the key of a project, which must have claimed it.
func SetKey(ctx context.Context, tx *db.Tx, projectID int64, key string) error {
	return tx.Run(ctx, `UPDATE projects SET key = $2 WHERE id = $1`, projectID, key)
}

// KeyCount returns how many keys a project has or had, without one of them.
func KeyCount(ctx context.Context, tx *db.Tx, projectID int64, without string) (n int, err error) {
	const text = `SELECT COUNT(*) FROM project_keys WHERE project_id = $1 AND key <> $2`
	err = tx.One(ctx, text, []any{projectID, without}, &n)
	return n, err
}

// OldKeys returns the keys that a project had before its current one, sorted.
func OldKeys(ctx context.Context, tx *db.Tx, uuid string) (keys []string, err error) {
	err = tx.Together(ctx, oldKeysLookup(uuid, &keys))
	return keys, err
}

// oldKeysLookup returns the statement that reads the old keys of the project with that uuid.
func oldKeysLookup(uuid string, to *[]string) db.Statement {
	const text db.Text = `
SELECT k.key
FROM projects p
JOIN project_keys k ON k.project_id = p.id
WHERE p.uuid = $1 AND k.key <> p.key
ORDER BY k.key`
	return db.Statement{SQL: text, Args: []any{uuid}, Row: func(rows db.Rows) error {
		var key string
		err := rows.Scan(&key)
		*to = append(*to, key)
		return err
	}}
}

// OwnTicketUUIDs returns the uuids of tickets by their keys, which must be in upper case, as far as the tickets are in projects of which the user is an
// active member. A key may begin with an old key of its project.
func OwnTicketUUIDs(ctx context.Context, tx *db.Tx, userID int64, keys []string) (map[string]string, error) {
	prefixes, numbers := map[string]bool{}, map[int64]bool{}
	for _, key := range keys {
		if prefix, number, ok := domain.ParseTicketKey(key); ok {
			prefixes[prefix], numbers[number] = true, true
		}
	}
	q := db.NewQuery(`
SELECT k.key, t.number, t.uuid
FROM project_keys k
JOIN projects p ON p.id = k.project_id`+IsLive+`
JOIN members m ON m.project_id = k.project_id AND m.status = 'active'
JOIN tickets t ON t.project_id = k.project_id AND t.deleted_at IS NULL
WHERE m.user_id = $1`, userID)
	q.In(tx, ` AND k.key`, db.List(tx, slices.Collect(maps.Keys(prefixes))))
	q.In(tx, ` AND t.number`, db.List(tx, slices.Collect(maps.Keys(numbers))))
	q.In(tx, ` AND k.key || '-' || t.number`, db.List(tx, keys)) // without every key combined with the number of every other
	found := map[string]string{}
	add := func(rows db.Rows) error {
		var prefix, uuid string
		var number int64
		err := rows.Scan(&prefix, &number, &uuid)
		found[domain.TicketKey(prefix, number)] = uuid
		return err
	}
	return found, tx.Together(ctx, db.Statement{SQL: q.Text, Args: q.Args, Row: add})
}

// TicketKeys returns the keys of tickets, deleted ones included, by their uuids.
func TicketKeys(ctx context.Context, tx *db.Tx, uuids []string) (map[string]string, error) {
	q := db.NewQuery(`SELECT t.uuid, ` + ticketKey + ` FROM tickets t JOIN projects p ON p.id = t.project_id WHERE`)
	q.In(tx, ` t.uuid`, db.List(tx, uuids))
	found := make(map[string]string, len(uuids))
	add := func(rows db.Rows) error {
		var uuid, key string
		err := rows.Scan(&uuid, &key)
		found[uuid] = key
		return err
	}
	return found, tx.Together(ctx, db.Statement{SQL: q.Text, Args: q.Args, Row: add})
}

// OwnProjectKeys returns all keys, old ones included, of the projects of which the user is an active member, sorted.
func OwnProjectKeys(ctx context.Context, tx *db.Tx, userID int64) ([]string, error) {
	return tx.Texts(ctx, db.NewQuery(`
SELECT k.key
FROM members m
JOIN projects p ON p.id = m.project_id`+IsLive+`
JOIN project_keys k ON k.project_id = m.project_id
WHERE m.user_id = $1 AND m.status = 'active'
ORDER BY k.key`, userID))
}

// TicketByKey returns the ids of the ticket with a key and of its project. The key may begin with an old key of the project. Both ids are 0 if no ticket
// has that key.
func TicketByKey(ctx context.Context, tx *db.Tx, key string, number int64) (projectID, id int64, err error) {
	const text = `
SELECT t.project_id, t.id
FROM project_keys k
JOIN tickets t ON t.project_id = k.project_id AND t.deleted_at IS NULL
WHERE k.key = $1 AND t.number = $2`
	err = tx.One(ctx, text, []any{key, number}, &projectID, &id)
	if errors.Is(err, db.ErrNoRows) {
		return 0, 0, nil
	}
	return projectID, id, err
}

// TicketByNumber returns the id of the ticket of a project with a number, if there is one.
func TicketByNumber(ctx context.Context, tx *db.Tx, projectID, number int64) ([]int64, error) {
	const text = `SELECT t.id FROM tickets t WHERE t.project_id = $1 AND t.number = $2 AND t.deleted_at IS NULL`
	return tx.IDs(ctx, db.NewQuery(text, projectID, number))
}

// Relabel is a change of a project's key or of a ticket type's name, after which tickets that show it are still to be marked as modified: those that were last
// updated before At. Tickets older than TicketsFrom are already marked. Its table is called rekeys, since only keys could change at first.
type Relabel struct {
	ProjectID   int64
	TypeID      int64     // of the renamed type; 0 if the project's key changed, which concerns all tickets
	At          time.Time // on the project's clock
	TicketsFrom time.Time
}

// AddRelabel records that the tickets of a project that have a type, or all of them if typeID is 0, must be marked as modified. It replaces an unfinished
// record.
func AddRelabel(ctx context.Context, tx *db.Tx, projectID, typeID int64, at time.Time) error {
	return tx.Run(ctx, `
INSERT INTO rekeys (project_id, type_id, at, tickets_from) VALUES ($1, $2, $3, $4)
ON CONFLICT (project_id, type_id) DO UPDATE SET at = excluded.at, tickets_from = excluded.tickets_from`,
		projectID, typeID, db.Micros(at), db.Micros(time.Time{}))
}

// NextRelabel returns the oldest unfinished change; ok is false if none is left.
func NextRelabel(ctx context.Context, tx *db.Tx) (r Relabel, ok bool, err error) {
	const text = `SELECT project_id, type_id, at, tickets_from FROM rekeys ORDER BY at, project_id, type_id LIMIT 1`
	err = tx.One(ctx, text, nil, &r.ProjectID, &r.TypeID, db.Moment{To: &r.At}, db.Moment{To: &r.TicketsFrom})
	if errors.Is(err, db.ErrNoRows) {
		return r, false, nil
	}
	return r, err == nil, err
}

// RelabelledTickets returns tickets that are yet to be marked, least recently updated first.
func RelabelledTickets(ctx context.Context, tx *db.Tx, r Relabel, most int) (NamedRows, error) {
	q := db.NewQuery(`
SELECT t.id, t.updated_at
FROM tickets t
WHERE t.project_id = $1 AND t.updated_at >= $2 AND t.updated_at < $3 AND t.deleted_at IS NULL`, r.ProjectID, db.Micros(r.TicketsFrom), db.Micros(r.At))
	if r.TypeID != 0 {
		q.And(` AND t.type_id + 0 = `, r.TypeID)
	}
	q.And(` ORDER BY t.updated_at LIMIT `, most)
	return named(ctx, tx, q)
}

// MoveRelabel stores how far a change has come, unless the same key or name has been changed again in the meantime.
func MoveRelabel(ctx context.Context, tx *db.Tx, r Relabel) error {
	const text = `UPDATE rekeys SET tickets_from = $1 WHERE project_id = $2 AND type_id = $3 AND at = $4`
	return tx.Run(ctx, text, db.Micros(r.TicketsFrom), r.ProjectID, r.TypeID, db.Micros(r.At))
}

// EndRelabel deletes a finished change, unless the same key or name has been changed again in the meantime.
func EndRelabel(ctx context.Context, tx *db.Tx, r Relabel) error {
	return tx.Run(ctx, `DELETE FROM rekeys WHERE project_id = $1 AND type_id = $2 AND at = $3`, r.ProjectID, r.TypeID, db.Micros(r.At))
}
