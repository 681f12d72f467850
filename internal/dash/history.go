package dash

import (
	"earnest/internal/changelog"
	"earnest/internal/dash/figures"
	"earnest/internal/front"
)

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
	UUID    string  `json:"uuid"`
	Name    string  `json:"name"` // of the subtask or the file
	What    string  `json:"what"`
	From    any     `json:"from"`
	To      any     `json:"to"`
	HasText bool    `json:"has_text"` // whether the texts before and after the change can be read
}

// textChange is a change to a text: a list of acceptance criteria, or a single text or none.
type textChange struct {
	ID   int64    `json:"id"`
	Noun string   `json:"noun"` // ticket or comment
	UUID string   `json:"uuid"`
	What string   `json:"what"`
	From []string `json:"from"`
	To   []string `json:"to"`
}

func historyRowOf(h changelog.Row) historyRow {
	return historyRow{
		ID:      h.ID,
		At:      figures.Stamp(h.At),
		User:    h.User,
		KeyName: h.KeyName,
		Noun:    h.Noun,
		UUID:    h.UUID,
		Name:    h.Name,
		What:    h.What,
		From:    h.From,
		To:      h.To,
		HasText: h.HasText,
	}
}

func (d *Dash) listHistory(r *request) (any, error) {
	p := r.params()
	before := p.RowID("before")
	if p.Err != nil {
		return nil, p.Err
	}
	return historyOf(d.app.ChangeLog.OfTicket(r.ctx, r.caller(), r.UUID, before))
}

func (d *Dash) listCommentHistory(r *request) (any, error) {
	p := r.params()
	before := p.RowID("before")
	if p.Err != nil {
		return nil, p.Err
	}
	return historyOf(d.app.ChangeLog.OfComment(r.ctx, r.caller(), r.UUID, before))
}

func historyOf(h changelog.Page, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	return history{front.Mapped(h.Rows, historyRowOf), h.More}, nil
}

func (d *Dash) getTextChange(r *request) (any, error) {
	id, err := r.number("version")
	if err != nil {
		return nil, err
	}
	c, err := d.app.ChangeLog.TextChange(r.ctx, r.caller(), r.UUID, id)
	if err != nil {
		return nil, err
	}
	return textChange(c), nil
}
