package domain

// Page selects part of a list; the zero Page selects all of it. A page is selected by its number or by the position where it begins.
type Page struct {
	Number  int // from 1; 0 unless the page is selected by its number
	PerPage int
	After   *Position // the page begins with the first item after this position; nil unless the page is selected this way
}

// Position is the position of an item in a list that is sorted by a key and then by id, or by id alone. It remains valid when the item is
// deleted. The zero Position is before the first item.
type Position struct {
	Key any // an int64, a float64, a Date or a string; nil if the list is sorted by id alone
	ID  int64
}

// DefaultPerPage is the page size if none is given.
const DefaultPerPage = 100

// Active reports whether the caller asked for a page.
func (p Page) Active() bool { return p.PerPage > 0 }

// Limit returns the number of items to read, or -1 for all. A page that is selected by its position is read with one more item, which
// shows whether another page follows.
func (p Page) Limit() int64 {
	switch {
	case !p.Active():
		return -1
	case p.After != nil:
		return int64(p.PerPage) + 1
	default:
		return int64(p.PerPage)
	}
}

// Offset returns the number of items to skip.
func (p Page) Offset() int64 {
	if p.Number == 0 {
		return 0
	}
	return int64(p.Number-1) * int64(p.PerPage)
}
