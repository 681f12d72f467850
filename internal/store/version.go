package store

import "earnest/internal/store/db"

// Version names the state of the whole database at a moment. The zero Version is unknown and the same as none.
type Version struct {
	n     db.Version
	known bool
}

// Version gives the present one: on SQLite at next to no cost, on PostgreSQL it is unknown.
func (s *Store) Version() Version {
	n, ok := s.db.Version()
	return Version{n, ok}
}

// Same tells whether nothing was committed between two versions, by this process or another.
func (v Version) Same(other Version) bool { return v.known && v == other }
