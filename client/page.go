package client

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

// maxPerPage is the largest page the service returns.
const maxPerPage = 500

// Page is a list as the service returns it: complete, or one page if the query asked for one.
type Page[T any] struct {
	Data []T  `json:"data"`
	Meta Meta `json:"meta"`
}

// Meta describes a list. Total counts all items; the others are zero unless the query asked for a page. Next is the cursor of the next page;
// it is nil after the last one, and if the query has no cursor.
type Meta struct {
	Total   int     `json:"total"`
	Count   int     `json:"count,omitzero"`
	Page    int     `json:"page,omitzero"`
	PerPage int     `json:"per_page,omitzero"`
	Next    *string `json:"next,omitzero"`
}

// list calls an endpoint whose data is a list.
func list[T any](ctx context.Context, c *Client, path string, query url.Values) (*Page[T], error) {
	var out struct {
		envelope[[]T]
		Meta Meta `json:"meta"`
	}
	resp, err := c.Do(ctx, http.MethodGet, withQuery(path, query), nil, &out)
	if err != nil {
		return nil, err
	}
	if out.Data == nil {
		return nil, c.noData(http.MethodGet, path, resp)
	}
	return &Page[T]{Data: *out.Data, Meta: out.Meta}, nil
}

// all is like list, for endpoints that always return the whole list.
func all[T any](ctx context.Context, c *Client, path string, query url.Values) ([]T, error) {
	page, err := list[T](ctx, c, path, query)
	if err != nil {
		return nil, err
	}
	return page.Data, nil
}

// walk iterates over the items of every page, beginning at the cursor in the query, or else at the beginning of the list. Nothing is
// skipped or repeated if other items are created or deleted meanwhile.
func walk[T any](ctx context.Context, c *Client, path string, query url.Values) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		query := paged(query) // copied, because the iteration may be repeated or run concurrently
		for {
			page, err := list[T](ctx, c, path, query)
			if err == nil && page.Meta.Page != 0 {
				err = fmt.Errorf("client: GET %s: the server is too old: it has pages but no cursors", path)
			}
			if err != nil {
				var none T
				yield(none, err)
				return
			}
			for _, item := range page.Data {
				if !yield(item, nil) {
					return
				}
			}
			if page.Meta.Next == nil {
				return
			}
			query.Set("cursor", *page.Meta.Next)
		}
	}
}

// paged returns a copy of the query that asks for a page by its cursor.
func paged(query url.Values) url.Values {
	own := url.Values{"cursor": {""}, "per_page": {strconv.Itoa(maxPerPage)}}
	maps.Copy(own, query)
	return own
}

// ofProject returns the query that most lists need.
func ofProject(uuid string) url.Values { return url.Values{"project": {uuid}} }

// ofTicket returns the query that the lists of a ticket need.
func ofTicket(uuid string) url.Values { return url.Values{"ticket_uuid": {uuid}} }

// setText adds a parameter unless it is empty.
func setText(query url.Values, name, value string) {
	if value != "" {
		query.Set(name, value)
	}
}

// setPaging adds the parameters that paged lists share.
func setPaging(query url.Values, page, perPage int, cursor *string, since time.Time) {
	if cursor != nil {
		query.Set("cursor", *cursor)
	}
	if page != 0 {
		query.Set("page", strconv.Itoa(page))
	}
	if perPage != 0 {
		query.Set("per_page", strconv.Itoa(perPage))
	}
	if !since.IsZero() {
		query.Set("updated_since", since.UTC().Format(time.RFC3339Nano))
	}
}
