package store

import (
	"time"

	"earnest/internal/store/db"
)

// Version names the state of the database at a moment. The zero Version is unknown and the same as none.
type Version struct {
	at    db.Version
	known bool
}

// Version gives the present one: on SQLite at next to no cost, on PostgreSQL it is unknown.
func (s *Store) Version() Version {
	at, ok := s.db.Version()
	return Version{at, ok}
}

// quietTables hold what belongs to projects, and what no answer of the API shows. Whoever changes the former raises the
// revision of the project in the same transaction. All others hold who may see what.
func quietTables() []string {
	return []string{
		"tickets", "ticket_tags", "ticket_types", "ticket_dependencies", "subtasks", "comments", "time_entries", "commitments",
		"epics", "epic_tags", "super_epics", "super_epic_tags", "sprints", "tags", "statuses", "links", "milestones", "rates",
		"effort_days", "effort_rates", "indicator_days", "changes",
		"quotas", "tries", "leases", "favourites", "sessions", "renames", "tag_ends",
	}
}

// ticketTables are those whose rows show in a ticket. Other things show in one by names that never change.
func ticketTables() []string {
	return []string{"tickets", "ticket_tags", "ticket_dependencies", "tags", "subtasks"}
}

// ticketPart runs f, which changes one ticket and what only that one shows.
func (tx *Tx) ticketPart(projectID, ticketID int64, at time.Time, f func() error) error {
	return tx.Part(func() (db.Part, error) {
		return db.Part{Thing: projectID, ID: ticketID, At: micros(at)}, f()
	})
}

// TicketsSince tells which of some tickets of a project changed between two Versions: each by its place among ids and with its
// moment now. grown is whether there are new ones; ok is false where that is not known without a look, and where one is gone or
// shows other subtasks.
func (s *Store) TicketsSince(then, now Version, projectID int64, ids []int64, changed func(i int, at time.Time)) (grown, ok bool) {
	if !then.known || !now.known {
		return false, false
	}
	return s.db.PartsSince(then.at, now.at, projectID, ids, func(i int, at int64) { changed(i, time.UnixMicro(at).UTC()) })
}

// Renew gives the views of projects as they are now, from how they were at an earlier Version; ok is false where that
// is not known without a look.
func (s *Store) Renew(views []ProjectView, then, now Version) (renewed []ProjectView, ok bool) {
	if !then.known || !now.known {
		return nil, false
	}
	ids := make([]int64, len(views))
	for i, v := range views {
		ids[i] = v.ProjectID
	}
	touches, ok := s.db.Since(then.at, now.at, ids)
	if !ok || len(touches) == 0 {
		return views, ok
	}
	renewed = make([]ProjectView, len(views))
	for i, v := range views {
		if t, touched := touches[v.ProjectID]; touched {
			v.Revision, v.ChangedAt = t.Revision, time.UnixMicro(t.At).UTC()
		}
		renewed[i] = v
	}
	return renewed, true
}

// Holds tells whether what was read of keys, people and accounts at an earlier Version still holds.
func (s *Store) Holds(then, now Version) bool {
	_, ok := s.Renew(nil, then, now)
	return ok
}
