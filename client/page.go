package client

import (
	"context"
	"iter"
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

// Meta describes a list. Total counts all items; the others are 0 unless the query asked for a page.
type Meta struct {
	Total   int `json:"total"`
	Count   int `json:"count,omitzero"`
	Page    int `json:"page,omitzero"`
	PerPage int `json:"per_page,omitzero"`
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

// walk iterates over the items of every page, starting at page first. Whether there is another page depends on the total that
// the latest page reports, so the iteration ends correctly even if the list grows or shrinks meanwhile. An item that moves from
// one page to the next is yielded only once.
func walk[T any](first, perPage int, id func(T) string, fetch func(page, perPage int) (*Page[T], error)) iter.Seq2[T, error] {
	first = max(first, 1)
	if perPage <= 0 {
		perPage = maxPerPage
	}
	return func(yield func(T, error) bool) {
		var before map[string]bool
		for n := first; ; n++ {
			page, err := fetch(n, perPage)
			if err != nil {
				var none T
				yield(none, err)
				return
			}
			seen := make(map[string]bool, len(page.Data))
			for _, item := range page.Data {
				seen[id(item)] = true
				if !before[id(item)] && !yield(item, nil) {
					return
				}
			}
			if len(page.Data) < perPage || n*perPage >= page.Meta.Total {
				return
			}
			before = seen
		}
	}
}

// ofProject returns the query that most lists need.
func ofProject(uuid string) url.Values { return url.Values{"project": {uuid}} }

// setText adds a parameter unless it is empty.
func setText(query url.Values, name, value string) {
	if value != "" {
		query.Set(name, value)
	}
}

// setPaging adds the parameters that paged lists share.
func setPaging(query url.Values, page, perPage int, since time.Time) {
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
