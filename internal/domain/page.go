package domain

// Page is a part of a list; the zero Page is all of it.
type Page struct {
	Number  int // from 1; 0 when the list is not paginated
	PerPage int
}

// DefaultPerPage is the size of a page when only its number is given.
const DefaultPerPage = 100

// Active tells whether the caller asked for pages.
func (p Page) Active() bool { return p.Number > 0 }

// Limit is the number of items to read; -1 for all.
func (p Page) Limit() int64 {
	if !p.Active() {
		return -1
	}
	return int64(p.PerPage)
}

// Offset is the number of items to pass over.
func (p Page) Offset() int64 {
	if !p.Active() {
		return 0
	}
	return int64(p.Number-1) * int64(p.PerPage)
}
