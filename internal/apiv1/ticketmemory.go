package apiv1

import (
	"bytes"

	"earnest/internal/app"
	"earnest/internal/domain"
	"earnest/internal/recent"
)

const (
	keptTickets = 8 << 20 // how much of tickets is remembered, as they go over the wire
	keptRests   = 2 << 20 // of what their details show besides
	keptPages   = 1 << 20 // of which tickets are on a page
)

// ticketMemory holds tickets as they go over the wire, whoever asks for them. Each is named by its version, so that it can be used
// again as long as the database, or the account of what was written to it, says that this is the version of the ticket. A write
// leaves what it wrote here, so that the first to read it needs not look.
type ticketMemory struct {
	texts *recent.Map[int64, ticketText]
	rests *recent.Map[string, ticketRest] // by uuid
	pages *recent.Map[pageName, pageIndex]
}

// ticketText is a ticket at one version.
type ticketText struct {
	version app.TicketVersion
	text    []byte
}

// ticketRest is what the detail of a ticket shows besides, and the version that the ticket had then.
type ticketRest struct {
	at      app.Version
	version app.TicketVersion
	text    []byte
}

// pageName is a page of all tickets of a project.
type pageName struct {
	project string
	page    domain.Page
}

// pageIndex is what was on a page.
type pageIndex struct {
	at       app.Version
	total    int
	versions []app.TicketVersion
}

func newTicketMemory() ticketMemory {
	return ticketMemory{
		texts: recent.New[int64](keptTickets, func(t ticketText) int { return len(t.text) + 96 }),
		rests: recent.New[string](keptRests, func(r ticketRest) int { return len(r.text) + 160 }),
		pages: recent.New[pageName](keptPages, func(p pageIndex) int { return 64*len(p.versions) + 160 }),
	}
}

// text gives a ticket at a version, if it is known.
func (m ticketMemory) text(v app.TicketVersion) ([]byte, bool) {
	t, ok := m.texts.Get(v.ID)
	return t.text, ok && t.version == v
}

// keep writes a ticket and remembers it, unless a later version of it is known.
func (m ticketMemory) keep(t domain.Ticket) (verbatim, error) {
	text, err := encoded(ticketOf(t))
	if err != nil {
		return nil, err
	}
	v := app.VersionOf(t)
	m.texts.Offer(v.ID, ticketText{v, text}, func(known ticketText) bool { return known.version.At.After(v.At) })
	return verbatim{text}, nil
}

// keepDetail writes a detail that was read after the request came, and remembers it.
func (m ticketMemory) keepDetail(r *request, t app.TicketDetail) (verbatim, error) {
	text, err := m.keep(t.Ticket)
	if err != nil {
		return nil, err
	}
	rest, err := encoded(subtaskListOf(t.Subtasks))
	if err != nil {
		return nil, err
	}
	rest[0] = ',' // it goes on where the ticket ends
	m.rests.Put(t.UUID, ticketRest{r.version, app.VersionOf(t.Ticket), rest})
	return opened(text[0], rest), nil
}

// detail gives the detail of a ticket, if it is known how it is now.
func (m ticketMemory) detail(a *app.App, r *request) (verbatim, bool) {
	rest, ok := m.rests.Get(r.uuid)
	if !ok {
		return nil, false
	}
	now, _, ok := a.RenewTickets(r.state, []app.TicketVersion{rest.version}, rest.at, r.version)
	if !ok {
		return nil, false
	}
	text, ok := m.text(now[0])
	if !ok {
		return nil, false
	}
	if rest.at != r.version {
		m.rests.Put(r.uuid, ticketRest{r.version, now[0], rest.text})
	}
	return opened(text, rest.text), true
}

// page gives a page, if it is known which tickets are on it now.
func (m ticketMemory) page(a *app.App, r *request, name pageName) (pageIndex, bool) {
	index, ok := m.pages.Get(name)
	if !ok {
		return pageIndex{}, false
	}
	now, grown, ok := a.RenewTickets(r.state, index.versions, index.at, r.version)
	if !ok || grown {
		return pageIndex{}, false
	}
	if index.at != r.version {
		index.at, index.versions = r.version, now
		m.pages.Put(name, index)
	}
	return index, true
}

// verbatim is a thing as it goes over the wire, in pieces.
type verbatim [][]byte

// opened is an object that goes on where it ended.
func opened(text, rest []byte) verbatim { return verbatim{text[:len(text)-1], rest} }

// encoded gives a value as JSON, in no more room than it needs.
func encoded(v any) ([]byte, error) {
	var b bytes.Buffer
	err := encode(&b, v)
	return bytes.Clone(b.Bytes()), err
}
