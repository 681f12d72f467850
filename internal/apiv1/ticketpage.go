package apiv1

import (
	"bytes"

	"earnest/internal/app"
	"earnest/internal/domain"
	"earnest/internal/recent"
)

// keptTickets is how much of tickets is remembered, as they go over the wire.
const keptTickets = 8 << 20

// writtenTicket is a ticket as it goes over the wire, at one version.
type writtenTicket struct {
	version app.TicketVersion
	text    []byte
}

func newTicketMemory() *recent.Map[int64, writtenTicket] {
	return recent.New[int64](keptTickets, func(t writtenTicket) int { return len(t.text) + 96 })
}

// ticketPage is a page of tickets that is put together from those that were written before.
type ticketPage struct {
	known *recent.Map[int64, writtenTicket]
	read  func(known func(app.TicketVersion) bool) (app.TicketPage, error)
	page  domain.Page
}

// stream writes the page whole: it is short, and its reader of the database is given back before it is sent.
func (p *ticketPage) stream(w *writer) error {
	texts := map[int64][]byte{}
	page, err := p.read(func(v app.TicketVersion) bool {
		t, ok := p.known.Get(v.ID)
		if ok && t.version == v {
			texts[v.ID] = t.text
			return true
		}
		return false
	})
	if err != nil || w.head {
		return err
	}
	w.buf.Reset()
	w.buf.WriteString(`{"data":[`)
	for i, v := range page.Versions {
		if i > 0 {
			w.buf.WriteByte(',')
		}
		if err := p.write(w, v, texts[v.ID], page.Unknown); err != nil {
			return err
		}
	}
	w.buf.WriteString(`],"meta":`)
	count := len(page.Versions)
	if err := w.encode(meta{Total: page.Total, Count: &count, Page: &p.page.Number, PerPage: &p.page.PerPage}); err != nil {
		return err
	}
	w.buf.WriteByte('}')
	return nil
}

// write adds a ticket to the page, and remembers one that was not known.
func (p *ticketPage) write(w *writer, v app.TicketVersion, text []byte, unknown map[int64]domain.Ticket) error {
	if text != nil {
		w.buf.Write(text)
		return nil
	}
	from := w.buf.Len()
	if err := w.encode(ticketOf(unknown[v.ID])); err != nil {
		return err
	}
	p.known.Put(v.ID, writtenTicket{v, bytes.Clone(w.buf.Bytes()[from:])})
	return nil
}
