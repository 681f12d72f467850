package client

import (
	"context"
	"net/http"
)

// Op is what an item of a batch does.
type Op string

// The operations of a batch.
const (
	OpCreate Op = "create"
	OpUpdate Op = "update"
	OpDelete Op = "delete"
)

// TicketItem is one item of a batch of tickets. To create a ticket, set ProjectUUID and Title; to update or delete one, set UUID.
type TicketItem struct {
	Op          Op     `json:"op"`
	ID          string `json:"id,omitzero"` // a name of your choice, which the result repeats
	UUID        string `json:"uuid,omitzero"`
	ProjectUUID string `json:"project_uuid,omitzero"`
	TicketUpdate
}

// TimeEntryItem is one item of a batch of time entries. To log time, set TicketUUID, DurationMinutes and LoggedAt; to update or delete an entry, set UUID.
type TimeEntryItem struct {
	Op              Op          `json:"op"`
	ID              string      `json:"id,omitzero"` // a name of your choice, which the result repeats
	UUID            string      `json:"uuid,omitzero"`
	TicketUUID      string      `json:"ticket_uuid,omitzero"`
	DurationMinutes Opt[int]    `json:"duration_minutes,omitzero"`
	LoggedAt        Opt[Date]   `json:"logged_at,omitzero"`
	Comment         Opt[string] `json:"comment,omitzero"`
}

// ItemResult is the result of one item of a batch.
type ItemResult[T any] struct {
	ID     string     `json:"id"`
	Status int        `json:"status"` // what a call for this item alone would have returned
	Data   *T         `json:"data"`   // nil if the item was refused; empty if it deleted something
	Error  *ItemError `json:"error"`  // nil if the item succeeded
}

// ItemError says why an item was refused.
type ItemError struct {
	Code    Code         `json:"code"`
	Message string       `json:"message"`
	Fields  []FieldError `json:"fields"` // everything that is wrong with the item, if it is invalid
}

// batch is the body of a batch.
type batch[T any] struct {
	Items  []T  `json:"items"`
	Atomic bool `json:"atomic"`
}

// BatchTickets carries out up to 100 items in one transaction, and returns one result for each. If one is refused, nothing is done, and the error names it.
// Each item counts as one request.
func (c *Client) BatchTickets(ctx context.Context, items []TicketItem, opts ...CallOption) ([]ItemResult[Ticket], error) {
	return runBatch[Ticket](ctx, c, ticketsPath, batch[TicketItem]{items, true}, opts)
}

// TryTickets is like BatchTickets, but the items that are not refused are carried out even if others are.
func (c *Client) TryTickets(ctx context.Context, items []TicketItem, opts ...CallOption) ([]ItemResult[Ticket], error) {
	return runBatch[Ticket](ctx, c, ticketsPath, batch[TicketItem]{items, false}, opts)
}

// BatchTimeEntries is like BatchTickets, for time entries.
func (c *Client) BatchTimeEntries(ctx context.Context, items []TimeEntryItem, opts ...CallOption) ([]ItemResult[TimeEntry], error) {
	return runBatch[TimeEntry](ctx, c, timeEntriesPath, batch[TimeEntryItem]{items, true}, opts)
}

// TryTimeEntries is like TryTickets, for time entries.
func (c *Client) TryTimeEntries(ctx context.Context, items []TimeEntryItem, opts ...CallOption) ([]ItemResult[TimeEntry], error) {
	return runBatch[TimeEntry](ctx, c, timeEntriesPath, batch[TimeEntryItem]{items, false}, opts)
}

func runBatch[T any](ctx context.Context, c *Client, folder string, body any, opts []CallOption) ([]ItemResult[T], error) {
	results, err := one[[]ItemResult[T]](ctx, c, http.MethodPost, folder+"/batch", body, opts...)
	if err != nil {
		return nil, err
	}
	return *results, nil
}
