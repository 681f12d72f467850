package db

// The limits of PostgreSQL's transactions.
const (
	MostShared     = mostShared
	MostWithCommit = mostWithCommit
)

// Lined reports whether a write with this id runs.
func (d *DB) Lined(id int64) bool {
	l := d.engine.(*postgresEngine).lines
	l.mu.Lock()
	defer l.mu.Unlock()
	_, busy := l.waiting[id]
	return busy
}

// InLine returns how many writes wait for the one that runs with this id.
func (d *DB) InLine(id int64) int {
	l := d.engine.(*postgresEngine).lines
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.waiting[id])
}

// Adding returns how many writes that only add rows wait in line.
func (d *DB) Adding() (n int) {
	l := d.engine.(*postgresEngine).adds
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, line := range l.waiting {
		n += len(line)
	}
	return n
}
