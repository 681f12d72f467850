package apiv1

import (
	"earnest/internal/app"
	"earnest/internal/domain"
)

// ticketPage is a page of tickets that is put together from those that were written before.
type ticketPage struct {
	api     *API
	request *request
	project string
	want    app.TicketQuery
}

// stream writes the page whole: its reader of the database is given back before it is sent.
func (p *ticketPage) stream(w *writer) error {
	w.free = true
	if texts, total, ok := p.known(); ok {
		return p.write(w, texts, total)
	}
	texts, total, err := p.read()
	if err != nil {
		return err
	}
	return p.write(w, texts, total)
}

// known gives the page if it is known how every ticket on it is now.
func (p *ticketPage) known() (texts [][]byte, total int, ok bool) {
	name, ok := p.name()
	if !ok {
		return nil, 0, false
	}
	index, ok := p.api.tickets.page(p.api.app, p.request, name)
	if !ok {
		return nil, 0, false
	}
	texts = make([][]byte, len(index.versions))
	for i, v := range index.versions {
		if texts[i], ok = p.api.tickets.text(v); !ok {
			return nil, 0, false
		}
	}
	return texts, index.total, true
}

// name is what the page is remembered by. What a filter lets through may change with every write.
func (p *ticketPage) name() (name pageName, ok bool) {
	filtered := p.want.Sprint != nil || p.want.Epic != nil || p.want.UpdatedSince != nil
	return pageName{p.project, p.want.Page}, !filtered
}

// read gives the page as the database has it; tickets that are known are not read.
func (p *ticketPage) read() (texts [][]byte, total int, err error) {
	tickets := p.api.tickets
	written := map[int64][]byte{}
	page, err := p.api.app.TicketPage(p.request.ctx, p.request.reader(), p.project, domain.NewInput(p.want, nil), func(v app.TicketVersion) bool {
		text, ok := tickets.text(v)
		if ok {
			written[v.ID] = text
		}
		return ok
	})
	if err != nil {
		return nil, 0, err
	}
	for id, t := range page.Unknown {
		text, err := tickets.keep(t)
		if err != nil {
			return nil, 0, err
		}
		written[id] = text[0]
	}
	texts = make([][]byte, len(page.Versions))
	for i, v := range page.Versions {
		texts[i] = written[v.ID]
	}
	if name, ok := p.name(); ok {
		tickets.pages.Put(name, pageIndex{p.request.version, page.Total, page.Versions})
	}
	return texts, page.Total, nil
}

func (p *ticketPage) write(w *writer, texts [][]byte, total int) error {
	w.buf.Reset()
	if w.head {
		return nil
	}
	size := len(`{"data":[],"meta":{"total":,"count":,"page":,"per_page":}}`) + 4*20
	for _, text := range texts {
		size += len(text) + 1
	}
	w.buf.Grow(size)
	w.buf.WriteString(`{"data":[`)
	for i, text := range texts {
		if i > 0 {
			w.buf.WriteByte(',')
		}
		w.buf.Write(text)
	}
	w.buf.WriteString(`],"meta":`)
	count := len(texts)
	if err := w.encode(meta{Total: total, Count: &count, Page: &p.want.Page.Number, PerPage: &p.want.Page.PerPage}); err != nil {
		return err
	}
	w.buf.WriteByte('}')
	return nil
}
