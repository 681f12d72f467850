package store

import (
	"strconv"

	"earnest/internal/db"
	workstore "earnest/internal/work/store"
)

// ProjectKey is the noun of a target that is a project whose key, current or old, is given instead of its uuid.
const ProjectKey = "project key"

// Target identifies the data that a user wants to read: those of one project, given the noun and uuid of an object in it, or, if
// Noun is empty, those of all of the user's projects.
type Target struct {
	Noun, UUID string
	UserID     int64
}

// Snapshot holds everything that decides what a user can read at a target. Found is false if there is no such object, or the
// user is not an active member of its project.
type Snapshot struct {
	Found bool
	text  []byte
}

// Fingerprint returns the same string for two snapshots only if they are equal. Within one day, the answer to a request about
// the target stays the same as long as the fingerprint does.
func (s *Snapshot) Fingerprint() string { return string(s.text) }

// The columns read for each project: those that change with every write, and those that decide what a member may see. $1 is the
// uuid and $2 is the user.
const (
	snapshotColumns = `SELECT p.id, p.revision, p.changed_at, p.rates_for, m.role FROM `
	ofProjects      = `members m JOIN projects p ON p.id = m.project_id WHERE $1 = '' AND m.user_id = $2`
	activeMember    = ` AND m.status = 'active'`
	inOrder         = ` ORDER BY m.id` // any fixed order will do
)

// query returns the query that reads the snapshot, provided that the optional condition holds; ok is false for a noun that has
// no project.
func (t Target) query(condition db.Text, args ...any) (q db.Query, ok bool) {
	from, ok := projectOf(t.Noun)
	return db.Query{Text: snapshotColumns + from + activeMember + condition + inOrder, Args: append([]any{t.UUID, t.UserID}, args...)}, ok
}

// projectOf returns the SQL that finds an object's project by the object's uuid or, without a noun, all of the user's projects.
func projectOf(noun string) (text db.Text, ok bool) {
	switch noun {
	case "":
		return ofProjects, true
	case "project":
		return workstore.ByProject, true
	case ProjectKey:
		return workstore.ByKey, true
	case "ticket":
		return workstore.ByTicket, true
	case "epic":
		return workstore.ByEpic, true
	case "super-epic":
		return workstore.BySuperEpic, true
	case "sprint":
		return workstore.BySprint, true
	case "comment":
		return workstore.ByComment, true
	default:
		return "", false
	}
}

// statement returns the statement that reads the snapshot of a target into s; ok is false if there is nothing to read.
func (s *Snapshot) statement(t Target) (one db.Statement, ok bool) {
	q, ok := t.query("")
	s.Found = ok && t.Noun == ""
	return db.Statement{SQL: q.Text, Args: q.Args, Row: s.add}, ok
}

// add appends a row in an unambiguous encoding.
func (s *Snapshot) add(rows db.Rows) error {
	var id, revision, changedAt int64
	var ratesFor, role string
	err := rows.Scan(&id, &revision, &changedAt, &ratesFor, &role)
	for _, n := range [...]int64{id, revision, changedAt} {
		s.text = append(strconv.AppendInt(s.text, n, 36), ' ')
	}
	s.text = append(append(append(append(s.text, ratesFor...), ' '), role...), '\n')
	s.Found = true
	return err
}
