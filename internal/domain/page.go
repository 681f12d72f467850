package domain

// Page selects part of a list; the zero Page selects all of it.
type Page struct {
	Number  int // from 1; 0 when the list is not paginated
	PerPage int
}

// DefaultPerPage is the page size if only the page number is given.
const DefaultPerPage = 100

// Active reports whether the caller asked for pagination.
func (p Page) Active() bool { return p.Number > 0 }

// Limit returns the number of items to read, or -1 for all.
func (p Page) Limit() int64 {
	if !p.Active() {
		return -1
	}
	return int64(p.PerPage)
}

// Offset returns the number of items to skip.
func (p Page) Offset() int64 {
	if !p.Active() {
		return 0
	}
	return int64(p.Number-1) * int64(p.PerPage)
}
