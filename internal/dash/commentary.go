package dash

import (
	"earnest/internal/domain"
	"earnest/internal/front"
)

// commentary is what those who manage a project have to say about its state on a day.
type commentary struct {
	Content   string `json:"content"`
	Author    string `json:"author"`
	UpdatedAt string `json:"updated_at"`
	Version   string `json:"version"` // to be sent in If-Match to change this version only; that of a missing commentary is empty
}

// commentaryBody sets the commentary on a day; an empty text deletes it.
type commentaryBody struct {
	Day     domain.Opt[domain.Date] `json:"day" rule:"date" need:"yes"`
	Content domain.Opt[string]      `json:"content" rule:"commentary" need:"yes"`
}

func (b commentaryBody) commentary() domain.Commentary {
	return domain.Commentary{Day: b.Day.Value, Content: b.Content.Value}
}

func commentaryOf(c *domain.Commentary) *commentary {
	if c == nil {
		return nil
	}
	return &commentary{c.Content, c.Author, stamp(c.UpdatedAt), versionOfCommentary(c)}
}

func versionOfCommentary(c *domain.Commentary) string {
	if c == nil {
		return ""
	}
	return front.Version(c.UpdatedAt)
}

func (d *Dash) setCommentary(r *request) (any, error) {
	return done{true}, d.app.Money.SetCommentary(r.ctx, expecting(r, versionOfCommentary), r.UUID, create(r, commentaryBody.commentary))
}
