package dash

import (
	"earnest/internal/dash/figures"
	"earnest/internal/domain"
)

// commentaryBody sets the commentary on a day; an empty text deletes it.
type commentaryBody struct {
	Day     domain.Opt[domain.Date] `json:"day" rule:"date" need:"yes"`
	Content domain.Opt[string]      `json:"content" rule:"commentary" need:"yes"`
}

func (b commentaryBody) commentary() domain.Commentary {
	return domain.Commentary{Day: b.Day.Value, Content: b.Content.Value}
}

func (d *Dash) setCommentary(r *request) (any, error) {
	return done{true}, d.app.Money.SetCommentary(r.ctx, expecting(r, figures.CommentaryVersion), r.UUID, create(r, commentaryBody.commentary))
}
