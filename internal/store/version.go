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
		"quotas", "tries", "leases", "favourites", "sessions",
	}
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
