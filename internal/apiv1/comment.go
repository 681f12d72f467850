package apiv1

import (
	"earnest/internal/domain"
	"earnest/internal/work"
)

// comment is the wire form of a comment.
type comment struct {
	UUID           string  `json:"uuid" format:"uuid"`
	AuthorID       int64   `json:"author_id"`
	AuthorName     string  `json:"author_name"`
	AuthorInitials string  `json:"author_initials"`
	Content        string  `json:"content" rule:"content" doc:"sanitised HTML"`
	Mentions       []int64 `json:"mentions" rule:"mentions" doc:"the ids of the users it mentions"`
	TicketUUID     string  `json:"ticket_uuid" format:"uuid"`
	CreatedAt      string  `json:"created_at" format:"stamp"`
	CreatedAtISO   string  `json:"created_at_iso" format:"date-time"`
	UpdatedAt      string  `json:"updated_at" format:"stamp"`
	UpdatedAtISO   string  `json:"updated_at_iso" format:"date-time"`
}

// commentBody holds the fields of a comment that a caller may send.
type commentBody struct {
	Content  domain.Opt[string]  `json:"content" rule:"content" need:"yes" doc:"HTML; anything unsafe is removed, and something visible must remain"`
	Mentions domain.Opt[[]int64] `json:"mentions" rule:"mentions" doc:"the ids of members of the project; an update replaces the whole list"`
}

func (b commentBody) patch() domain.CommentPatch { return domain.CommentPatch(b) }

func commentOf(c domain.Comment) comment {
	return comment{
		UUID:           c.UUID,
		AuthorID:       c.AuthorID,
		AuthorName:     domain.FullName(c.AuthorFirstname, c.AuthorLastname),
		AuthorInitials: domain.Initials(c.AuthorFirstname, c.AuthorLastname),
		Content:        c.Content,
		Mentions:       c.Mentions,
		TicketUUID:     c.TicketUUID,
		CreatedAt:      stamp(c.CreatedAt),
		CreatedAtISO:   domain.Instant(c.CreatedAt),
		UpdatedAt:      stamp(c.UpdatedAt),
		UpdatedAtISO:   domain.Instant(c.UpdatedAt),
	}
}

// ticketOrAlias returns the ticket named by ticket_uuid or its alias us; if both are sent, they must agree.
func (q *query) ticketOrAlias() (string, error) {
	if !q.Values.Has("ticket_uuid") {
		q.Values["ticket_uuid"] = q.Values["us"]
	}
	ticket, err := q.Need("ticket_uuid", "ticket")
	if err != nil {
		return "", err
	}
	if alias := q.UUID("us", "ticket"); alias != nil && *alias != ticket {
		q.Refuse("us", domain.Invalidf("ticket_uuid and us, its other name, must name the same ticket"))
	}
	return ticket, q.Err
}

func taggedComment(c domain.Comment) tagged {
	return tagged{data: commentOf(c), uuid: c.UUID, etag: etagOf(commentShape, c.UpdatedAt, c.AuthorFirstname, c.AuthorLastname)}
}

func (a *API) listComments(r *request) (any, error) {
	q := r.query()
	ticket, err := q.ticketOrAlias()
	if err != nil {
		return nil, err
	}
	convert := func(c work.CommentItem) comment { return commentOf(c.Comment) }
	return newListing(r, q, convert, work.CommentItem.Position, func(in domain.Input[domain.Page], out work.List[work.CommentItem]) error {
		page, err := in.Get()
		return a.app.Tickets.Comments(r.ctx, r.caller, ticket, domain.NewInput(work.CommentQuery{Page: page}, err), out)
	}), nil
}

func (a *API) getComment(r *request) (any, error) {
	c, err := a.app.Tickets.Comment(r.ctx, r.caller, r.uuid)
	return taggedComment(c), err
}

func (a *API) createComment(r *request) (any, error) {
	ticket, in, err := create(r, "ticket_uuid", "ticket", commentBody.patch)
	if err != nil {
		return nil, err
	}
	return made(r, taggedComment, func(caller domain.Caller) (domain.Comment, error) {
		return a.app.Tickets.CreateComment(r.ctx, caller, ticket, in)
	})
}

func (a *API) updateComment(r *request) (any, error) {
	c, err := a.app.Tickets.UpdateComment(r.ctx, matching(r, taggedComment), r.uuid, patch(r, commentBody.patch))
	return taggedComment(c), err
}

func (a *API) deleteComment(r *request) (any, error) {
	return deleted{true}, a.app.Tickets.DeleteComment(r.ctx, matching(r, taggedComment), r.uuid)
}
