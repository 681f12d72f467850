package htmlsafe

import "slices"

// isVoid reports whether an element has neither content nor an end tag.
func isVoid(name string) bool {
	return name == "br" || name == "hr" || name == "img"
}

func isCell(name string) bool {
	return name == "td" || name == "th" || name == "caption"
}

// tableRank orders the parts of a table from the outside in; 0 is for everything else.
func tableRank(name string) int {
	switch name {
	case "caption", "thead", "tbody", "tfoot":
		return 1
	case "tr":
		return 2
	case "th", "td":
		return 3
	default:
		return 0
	}
}

// isBlock reports whether the start of an element ends an open paragraph.
func isBlock(name string) bool {
	switch name {
	case "p", "div", "hr", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "pre", "ul", "ol", "li", "table":
		return true
	default:
		return false
	}
}

// closeImplied closes the elements that a start tag ends implicitly: a paragraph before a block, an item before the next item,
// a row before the next row, a link before the next link.
func (r *renderer) closeImplied(name string) {
	for i, outer := range slices.Backward(r.open) {
		if ends(name, outer) {
			r.closeTo(i)
		}
		if encloses(outer, name) {
			return
		}
	}
}

// ends reports whether the start of an element ends the given open element.
func ends(name, open string) bool {
	switch {
	case open == "p":
		return isBlock(name)
	case open == "a" || open == "li":
		return name == open
	case tableRank(open) > 0:
		return tableRank(name) > 0 && tableRank(name) <= tableRank(open)
	default:
		return false
	}
}

// encloses reports whether an open element keeps a new one from ending anything outside it: a table does so for table parts, a
// list for items, and a table or a cell for everything else.
func encloses(open, name string) bool {
	switch {
	case tableRank(name) > 0:
		return open == "table"
	case isCell(open) || open == "table":
		return true
	default:
		return name == "li" && (open == "ul" || open == "ol")
	}
}
