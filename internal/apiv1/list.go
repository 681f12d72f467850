package apiv1

import (
	"iter"

	"earnest/internal/domain"
	"earnest/internal/work"
)

// listing is a list that is written while it is read, so memory use does not depend on its length.
type listing[T, W any] struct {
	run      func(work.List[T]) error
	convert  func(T) W
	position func(T) domain.Position
	page     domain.Page
	list     []byte // see request.list
	bare     bool   // without the envelope
	// add appends an item as encode would write it, for lists that are read so often that the time encode takes matters; nil: encode writes the items.
	add func(b []byte, item *W) []byte
}

// newListing returns the response to a list request. run reads the page that it is given; convert returns the wire form of an item, and position
// its position in the list.
func newListing[T, W any](
	r *request, q *query, convert func(T) W, position func(T) domain.Position, run func(domain.Input[domain.Page], work.List[T]) error,
) *listing[T, W] {
	var none T
	l := &listing[T, W]{convert: convert, position: position, list: r.list(q)}
	in := domain.Given(domain.Page{}) // a list without any parameter ignores the whole query, even a malformed one
	page, ok := q.cursorPage(l.list, position(none))
	if !ok && r.route.Paged() {
		page, ok = q.Page(), true
	}
	if ok {
		l.page, in = page, domain.NewInput(page, q.Err)
	}
	l.run = func(out work.List[T]) error { return run(in, out) }
	return l
}

// pageMeta is the meta member of a list. All fields but the first are present only if a page was requested: Page if it was requested by its
// number, and Next if it was requested by its cursor.
type pageMeta struct {
	Total   int      `json:"total"              doc:"the number of items before pagination"`
	Count   *int     `json:"count,omitempty"    doc:"the number of items in this page; only with pagination"`
	Page    *int     `json:"page,omitempty"     doc:"only if the page was requested by its number"`
	PerPage *int     `json:"per_page,omitempty" doc:"only with pagination"`
	Next    **string `json:"next,omitempty"     null:"yes" doc:"the cursor of the next page, or null if there is none; only if cursor was sent"`
}

// listMeta is a pageMeta without a number, for the document: not all lists can be requested by the number of a page.
type listMeta struct {
	Total   int      `json:"total"              doc:"the number of items in the list"`
	Count   *int     `json:"count,omitempty"    doc:"the number of items in this page; only if cursor was sent"`
	PerPage *int     `json:"per_page,omitempty"`
	Next    **string `json:"next,omitempty"     null:"yes" doc:"the cursor of the next page, or null if there is none; only if cursor was sent"`
}

// stream reads the list into w, which buffers short lists. It may run twice, as long as nothing has been sent. A HEAD request reads no
// items.
func (l *listing[T, W]) stream(w *writer) error {
	return l.run(func(total int, items iter.Seq2[T, error]) error {
		w.buf.Reset()
		if w.head {
			return nil
		}
		if !l.bare {
			w.buf.WriteString(`{"data":`)
		}
		count, next, err := l.items(w, items)
		if err != nil || l.bare {
			return err
		}
		w.buf.WriteString(`,"meta":`)
		if err := w.encode(l.meta(total, count, next)); err != nil {
			return err
		}
		w.buf.WriteByte('}')
		return nil
	})
}

// items writes the items of the list. next is the cursor of the page that follows, or nil if nothing does.
func (l *listing[T, W]) items(w *writer, items iter.Seq2[T, error]) (count int, next *string, err error) {
	var last T
	var wire W // declared once, because otherwise it would be allocated again for each item
	w.buf.WriteByte('[')
	for item, err := range items {
		if err != nil {
			return count, nil, err
		}
		if l.page.After != nil && count == l.page.PerPage {
			text, err := newCursor(l.list, l.position(last))
			if err != nil {
				return count, nil, err
			}
			next = &text
			break
		}
		if count > 0 {
			w.buf.WriteByte(',')
		}
		wire = l.convert(item)
		if err := l.write(w, &wire); err != nil {
			return count, nil, err
		}
		last = item
		count++
		if w.buf.Len() >= flushAt {
			if err := w.spill(); err != nil {
				return count, nil, err
			}
		}
	}
	w.buf.WriteByte(']')
	return count, next, nil
}

func (l *listing[T, W]) write(w *writer, item *W) error {
	if l.add == nil {
		return w.encode(item)
	}
	_, err := w.buf.Write(l.add(w.buf.AvailableBuffer(), item))
	return err
}

func (l *listing[T, W]) meta(total, count int, next *string) pageMeta {
	m := pageMeta{Total: total}
	if !l.page.Active() {
		return m
	}
	m.Count, m.PerPage = &count, &l.page.PerPage
	if l.page.After != nil {
		m.Next = &next
	} else {
		m.Page = &l.page.Number
	}
	return m
}
