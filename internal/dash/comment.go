package dash

import (
	"earnest/internal/domain"
	"earnest/internal/work"
)

// comment is a comment on a ticket. Its content is sanitised HTML.
type comment struct {
	UUID      string  `json:"uuid"`
	AuthorID  int64   `json:"author_id"`
	Author    string  `json:"author"`
	Content   string  `json:"content"`
	Mentions  []int64 `json:"mentions"`
	CreatedAt string  `json:"created_at"`
	UpdatedAt string  `json:"updated_at"`
	Mine      bool    `json:"mine"`
	MayEdit   bool    `json:"may_edit"`
}

type comments struct {
	Comments []comment `json:"comments"`
}

func commentOf(m work.CommentView) comment {
	return comment{
		UUID:      m.UUID,
		AuthorID:  m.AuthorID,
		Author:    domain.FullName(m.AuthorFirstname, m.AuthorLastname),
		Content:   m.Content,
		Mentions:  m.Mentions,
		CreatedAt: exact(m.CreatedAt),
		UpdatedAt: exact(m.UpdatedAt),
		Mine:      m.Mine,
		MayEdit:   m.MayEdit,
	}
}

type commentBody struct {
	Content  domain.Opt[string]  `json:"content" rule:"content" need:"yes"`
	Mentions domain.Opt[[]int64] `json:"mentions" rule:"mentions"`
}

func (b commentBody) patch() domain.CommentPatch { return domain.CommentPatch(b) }

func (d *Dash) listComments(r *request) (any, error) {
	list, err := d.app.Tickets.CommentViews(r.ctx, r.caller(), r.UUID)
	if err != nil {
		return nil, err
	}
	return comments{mapped(list, commentOf)}, nil
}

func (d *Dash) createComment(r *request) (any, error) {
	m, err := d.app.Tickets.CreateComment(r.ctx, r.caller(), r.UUID, create(r, commentBody.patch))
	if err != nil {
		return nil, err
	}
	return made{commentOf(work.ViewComment(m, r.caller()))}, nil
}

func (d *Dash) updateComment(r *request) (any, error) {
	m, err := d.app.Tickets.UpdateComment(r.ctx, r.caller(), r.UUID, patch(r, commentBody.patch))
	if err != nil {
		return nil, err
	}
	return commentOf(work.ViewComment(m, r.caller())), nil
}

func (d *Dash) deleteComment(r *request) (any, error) {
	return done{true}, d.app.Tickets.DeleteComment(r.ctx, r.caller(), r.UUID)
}
