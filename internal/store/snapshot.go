package store

import (
	"strconv"
	"time"

	"earnest/internal/domain"
	"earnest/internal/store/db"
)

// Target is what a user asks to read: something in the project of the thing with a uuid, or (without a noun) in all projects of
// the user.
type Target struct {
	Noun, UUID string
	UserID     int64
}

// Snapshot is everything that decides what a user can read at a target. Found is false if there is no such thing, or the user is not an
// active member of its project.
type Snapshot struct {
	Found    bool
	projects []projectView
}

// projectView is a project as one of its members sees it.
type projectView struct {
	id, revision int64
	changedAt    time.Time
	role         domain.Role
	ratesFor     domain.RatesFor
}

// Fingerprint is the same for two snapshots only if they are equal. As long as it stays the same, so does the answer to a question about
// the target, on the same day.
func (s Snapshot) Fingerprint() string {
	b := make([]byte, 0, 64*len(s.projects))
	for _, p := range s.projects {
		for _, n := range [...]int64{p.id, p.revision, p.changedAt.UnixMicro()} {
			b = append(strconv.AppendInt(b, n, 36), ' ')
		}
		b = append(append(append(b, p.role...), ' '), p.ratesFor...)
		b = append(b, '\n')
	}
	return string(b)
}

const snapshotColumns = `SELECT p.id, p.revision, p.changed_at, p.rates_for, m.role FROM `

// activeMember narrows a search by uuid to active members.
const activeMember = ` AND m.status = 'active'`

// query reads the snapshot; ok is false for a noun that has no project.
func (t Target) query() (q query, ok bool) {
	if t.Noun == "" {
		const all = `members m JOIN projects p ON p.id = m.project_id WHERE m.user_id = $1 AND m.status = 'active' ORDER BY p.id`
		return query{snapshotColumns + all, []any{t.UserID}}, true
	}
	from, ok := projectOf(t.Noun)
	return query{snapshotColumns + from + activeMember, []any{t.UUID, t.UserID}}, ok
}

// projectOf finds the project of a thing by the thing's uuid.
func projectOf(noun string) (text sqlText, ok bool) {
	switch noun {
	case "project":
		return byProject, true
	case "ticket":
		return byTicket, true
	case "epic":
		return byEpic, true
	case "super-epic":
		return bySuperEpic, true
	case "sprint":
		return bySprint, true
	case "comment":
		return byComment, true
	default:
		return "", false
	}
}

// statement reads the snapshot of a target into s; ok is false if there is nothing to ask.
func (s *Snapshot) statement(t Target) (one db.Statement, ok bool) {
	q, ok := t.query()
	s.Found = ok && t.Noun == ""
	return db.Statement{SQL: db.Text(q.text), Args: q.args, Row: s.add}, ok
}

func (s *Snapshot) add(rows db.Rows) error {
	var p projectView
	err := rows.Scan(&p.id, &p.revision, moment{&p.changedAt}, &p.ratesFor, &p.role)
	s.projects, s.Found = append(s.projects, p), true
	return err
}
