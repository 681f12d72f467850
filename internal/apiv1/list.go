package apiv1

import (
	"iter"

	"earnest/internal/domain"
	"earnest/internal/work"
)

// listing is a list that is written while it is read, so memory use does not depend on its length.
type listing[T, W any] struct {
	run     func(work.List[T]) error
	convert func(T) W
	page    domain.Page
	bare    bool // without the envelope
}

// newListing returns the response to a list request; convert returns the wire form of an item.
func newListing[T, W any](run func(work.List[T]) error, convert func(T) W) *listing[T, W] {
	return &listing[T, W]{run: run, convert: convert}
}

// listMeta is the meta member of a list.
type listMeta struct {
	Total int `json:"total" doc:"the number of items in the list"`
}

// pageMeta is the meta member of a list with paging. The last three fields are present only if a page was requested.
type pageMeta struct {
	Total   int  `json:"total"              doc:"the number of items before pagination"`
	Count   *int `json:"count,omitempty"    doc:"the number of items in this page; only with pagination"`
	Page    *int `json:"page,omitempty"     doc:"only with pagination"`
	PerPage *int `json:"per_page,omitempty" doc:"only with pagination"`
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
		count, err := l.items(w, items)
		if err != nil || l.bare {
			return err
		}
		w.buf.WriteString(`,"meta":`)
		if err := w.encode(l.meta(total, count)); err != nil {
			return err
		}
		w.buf.WriteByte('}')
		return nil
	})
}

func (l *listing[T, W]) items(w *writer, items iter.Seq2[T, error]) (count int, err error) {
	w.buf.WriteByte('[')
	for item, err := range items {
		if err != nil {
			return count, err
		}
		if count > 0 {
			w.buf.WriteByte(',')
		}
		if err := w.encode(l.convert(item)); err != nil {
			return count, err
		}
		count++
		if w.buf.Len() >= flushAt {
			if err := w.spill(); err != nil {
				return count, err
			}
		}
	}
	w.buf.WriteByte(']')
	return count, nil
}

func (l *listing[T, W]) meta(total, count int) any {
	if !l.page.Active() {
		return listMeta{total}
	}
	return pageMeta{Total: total, Count: &count, Page: &l.page.Number, PerPage: &l.page.PerPage}
}
