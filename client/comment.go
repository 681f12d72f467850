package client

import (
	"context"
	"iter"
	"net/http"
	"time"
)

const commentsPath = "/comments"

// Comment is a comment on a ticket. Its content is HTML, sanitised by the server.
type Comment struct {
	UUID           string    `json:"uuid"`
	AuthorID       int64     `json:"author_id"`
	AuthorName     string    `json:"author_name"`
	AuthorInitials string    `json:"author_initials"`
	Content        string    `json:"content"`
	Mentions       []int64   `json:"mentions"` // user ids
	TicketUUID     string    `json:"ticket_uuid"`
	CreatedAt      Time      `json:"created_at"`
	CreatedAtISO   time.Time `json:"created_at_iso,omitzero"`
	UpdatedAt      Time      `json:"updated_at"`
	UpdatedAtISO   time.Time `json:"updated_at_iso,omitzero"`

	Version
}

// CommentCreate is a new comment; TicketUUID and Content are required.
type CommentCreate struct {
	TicketUUID string  `json:"ticket_uuid"`
	Content    string  `json:"content"`
	Mentions   []int64 `json:"mentions,omitempty"`
}

// CommentUpdate changes a comment. Mentions replaces the whole list.
type CommentUpdate struct {
	Content  Opt[string]  `json:"content,omitzero"`
	Mentions Opt[[]int64] `json:"mentions,omitzero"`
}

// Comments lists the comments on a ticket.
func (c *Client) Comments(ctx context.Context, ticketUUID string) ([]Comment, error) {
	return all[Comment](ctx, c, commentsPath, ofTicket(ticketUUID))
}

// AllComments iterates over the comments on a ticket page by page. It stops after yielding an error.
func (c *Client) AllComments(ctx context.Context, ticketUUID string) iter.Seq2[Comment, error] {
	return walk[Comment](ctx, c, commentsPath, ofTicket(ticketUUID))
}

// Comment returns one comment.
func (c *Client) Comment(ctx context.Context, uuid string) (*Comment, error) {
	return byID[Comment](ctx, c, http.MethodGet, commentsPath, uuid, nil)
}

// CreateComment comments on a ticket as the key's holder.
func (c *Client) CreateComment(ctx context.Context, m CommentCreate, opts ...CallOption) (*Comment, error) {
	return one[Comment](ctx, c, http.MethodPost, commentsPath, m, opts...)
}

// UpdateComment changes a comment. Only its author and the project's owner and admins may do so.
func (c *Client) UpdateComment(ctx context.Context, uuid string, m CommentUpdate, opts ...CallOption) (*Comment, error) {
	return byID[Comment](ctx, c, http.MethodPut, commentsPath, uuid, m, opts...)
}

// DeleteComment deletes a comment. Only its author and the project's owner and admins may do so.
func (c *Client) DeleteComment(ctx context.Context, uuid string, opts ...CallOption) error {
	return remove(ctx, c, commentsPath, uuid, opts...)
}
