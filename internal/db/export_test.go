package db

// InLine returns how many writes wait for the one that runs with this id.
func (d *DB) InLine(id int64) int {
	l := &d.engine.(*postgresEngine).lines
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.waiting[id])
}
