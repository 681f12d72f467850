package db

import "time"

// Pool is the state of the connections of a database. On SQLite, it is about the readers; all writes share one more connection.
type Pool struct {
	Max    int
	InUse  int
	Idle   int
	Waits  int64         // how often a connection had to be waited for
	Waited time.Duration // all of these waits together
}

// Pool returns the current state of the connections.
func (d *DB) Pool() Pool { return d.engine.connections() }

func (e *postgresEngine) connections() Pool {
	s := e.pool.Stat()
	return Pool{
		Max:    int(s.MaxConns()),
		InUse:  int(s.AcquiredConns()),
		Idle:   int(s.IdleConns()),
		Waits:  s.EmptyAcquireCount(),
		Waited: s.EmptyAcquireWaitTime(),
	}
}

func (e *sqliteEngine) connections() Pool {
	r := e.readers
	r.mu.Lock()
	defer r.mu.Unlock()
	return Pool{
		Max:    cap(r.turns),
		InUse:  len(r.turns),
		Idle:   len(r.free),
		Waits:  r.waits.Load(),
		Waited: time.Duration(r.waited.Load()),
	}
}

func (e *sqliteCopy) connections() Pool { return Pool{Max: 1, Idle: 1} }
