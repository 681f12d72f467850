package dash

import "earnest/internal/work"

// history is a page of the changes to a ticket, latest first.
type history struct {
	Changes []historyRow `json:"changes"`
	More    bool         `json:"more"`
}

type historyRow struct {
	ID      int64   `json:"id"`
	At      string  `json:"at"`
	User    string  `json:"user"`
	KeyName *string `json:"key_name"`
	Noun    string  `json:"noun"` // ticket, subtask, comment or attachment
	Name    string  `json:"name"` // of the subtask or the file
	What    string  `json:"what"`
	From    any     `json:"from"`
	To      any     `json:"to"`
}

func historyRowOf(h work.HistoryRow) historyRow {
	return historyRow{
		ID:      h.ID,
		At:      stamp(h.At),
		User:    h.User,
		KeyName: h.KeyName,
		Noun:    h.Noun,
		Name:    h.Name,
		What:    h.What,
		From:    h.From,
		To:      h.To,
	}
}

func (d *Dash) listHistory(r *request) (any, error) {
	p := r.params()
	before := p.RowID("before")
	if p.Err != nil {
		return nil, p.Err
	}
	h, err := d.app.Tickets.TicketHistory(r.ctx, r.caller(), r.UUID, before)
	if err != nil {
		return nil, err
	}
	return history{mapped(h.Rows, historyRowOf), h.More}, nil
}
