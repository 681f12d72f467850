package dash

import (
	"iter"

	"earnest/internal/domain"
	"earnest/internal/front"
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
	Version   string  `json:"version"` // to be sent in If-Match to change this version only
}

// mostComments is the maximum number of comments shown for a ticket: the latest ones.
const mostComments = 1000

type comments struct {
	Comments []comment `json:"comments"`
}

func commentOf(m domain.Comment, caller domain.Caller, mayEdit bool) comment {
	return comment{
		UUID:      m.UUID,
		AuthorID:  m.AuthorID,
		Author:    domain.FullName(m.AuthorFirstname, m.AuthorLastname),
		Content:   m.Content,
		Mentions:  m.Mentions,
		CreatedAt: exact(m.CreatedAt),
		UpdatedAt: exact(m.UpdatedAt),
		Mine:      m.AuthorID == caller.UserID,
		MayEdit:   mayEdit,
		Version:   front.Version(m.UpdatedAt),
	}
}

type commentBody struct {
	Content  domain.Opt[string]  `json:"content" rule:"content" need:"yes"`
	Mentions domain.Opt[[]int64] `json:"mentions" rule:"mentions"`
}

func (b commentBody) patch() domain.CommentPatch { return domain.CommentPatch(b) }

func (d *Dash) listComments(r *request) (any, error) {
	out := comments{}
	latest := domain.Given(work.CommentQuery{Last: mostComments})
	err := d.app.Tickets.Comments(r.ctx, r.caller(), r.UUID, latest, func(_ int, items iter.Seq2[work.CommentItem, error]) error {
		out.Comments = []comment{} // the list may be read twice
		for m, err := range items {
			if err != nil {
				return err
			}
			out.Comments = append(out.Comments, commentOf(m.Comment, r.caller(), m.MayEdit))
		}
		return nil
	})
	return out, err
}

func (d *Dash) createComment(r *request) (any, error) {
	m, err := d.app.Tickets.CreateComment(r.ctx, r.caller(), r.UUID, create(r, commentBody.patch))
	if err != nil {
		return nil, err
	}
	return made{commentOf(m, r.caller(), true)}, nil
}

func (d *Dash) updateComment(r *request) (any, error) {
	caller := expecting(r, func(m domain.Comment) string { return front.Version(m.UpdatedAt) })
	m, err := d.app.Tickets.UpdateComment(r.ctx, caller, r.UUID, patch(r, commentBody.patch))
	if err != nil {
		return nil, err
	}
	return commentOf(m, r.caller(), true), nil
}

func (d *Dash) deleteComment(r *request) (any, error) {
	return done{true}, d.app.Tickets.DeleteComment(r.ctx, r.caller(), r.UUID)
}
