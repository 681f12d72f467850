package client

import (
	"context"
	"fmt"
	"io"
	"iter"
	"net/http"
	"net/url"
	"time"
)

const attachmentsPath = "/attachments"

// Attachment is a file of a ticket. It never changes.
type Attachment struct {
	UUID           string    `json:"uuid"`
	TicketUUID     string    `json:"ticket_uuid"`
	Name           string    `json:"name"`
	Size           int64     `json:"size"`       // in bytes
	MediaType      string    `json:"media_type"` // as recognised by the server
	SHA256         string    `json:"sha256"`     // in hexadecimal
	URL            string    `json:"url"`        // the path of the bytes on the server
	AuthorID       int64     `json:"author_id"`
	AuthorName     string    `json:"author_name"`
	AuthorInitials string    `json:"author_initials"`
	CreatedAt      Time      `json:"created_at"`
	CreatedAtISO   time.Time `json:"created_at_iso,omitzero"`

	Version
}

// Attachments lists the files of a ticket.
func (c *Client) Attachments(ctx context.Context, ticketUUID string) ([]Attachment, error) {
	path, err := filesOf(ticketUUID)
	if err != nil {
		return nil, err
	}
	return all[Attachment](ctx, c, path, nil)
}

// AllAttachments iterates over the files of a ticket page by page. It stops after yielding an error.
func (c *Client) AllAttachments(ctx context.Context, ticketUUID string) iter.Seq2[Attachment, error] {
	path, err := filesOf(ticketUUID)
	if err != nil {
		return func(yield func(Attachment, error) bool) { yield(Attachment{}, err) }
	}
	return walk[Attachment](ctx, c, path, nil)
}

// Attach attaches a file to a ticket as the key's holder. If the call has to be repeated, the file is read again from its start.
func (c *Client) Attach(ctx context.Context, ticketUUID, name string, file io.ReadSeeker, opts ...CallOption) (*Attachment, error) {
	path, err := filesOf(ticketUUID)
	if err != nil {
		return nil, err
	}
	return one[Attachment](ctx, c, http.MethodPost, withQuery(path, url.Values{"name": {name}}), file, opts...)
}

// Download returns the bytes of a file, as they arrive. They must be closed. A failed download is not repeated.
func (c *Client) Download(ctx context.Context, uuid string) (io.ReadCloser, error) {
	path, err := pathOf(attachmentsPath, uuid)
	if err != nil {
		return nil, err
	}
	call, err := c.newCall(http.MethodGet, path, nil)
	if err != nil {
		return nil, err
	}
	req, err := c.newRequest(ctx, call)
	if err != nil {
		return nil, fmt.Errorf("client: GET %s: the request cannot be made: %s", call.path, c.redact(err.Error()))
	}
	res, err := c.http.Do(req)
	if err != nil {
		return nil, c.unreachable(ctx, call, err)
	}
	if res.StatusCode == http.StatusOK {
		return res.Body, nil
	}
	defer res.Body.Close()
	body, err := io.ReadAll(io.LimitReader(res.Body, c.limit))
	if err != nil {
		return nil, c.unreachable(ctx, call, err)
	}
	return nil, c.verdict(call, &Response{Status: res.StatusCode, Header: res.Header, Body: body, Attempts: 1})
}

// DeleteAttachment deletes a file. Only the person who attached it and the project's owner and admins may do so.
func (c *Client) DeleteAttachment(ctx context.Context, uuid string, opts ...CallOption) error {
	return remove(ctx, c, attachmentsPath, uuid, opts...)
}

// filesOf returns the path of the files of a ticket.
func filesOf(ticketUUID string) (string, error) {
	path, err := pathOf(ticketsPath, ticketUUID)
	return path + attachmentsPath, err
}
