package apiv1

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"slices"

	"earnest/internal/domain"
)

// cursor is a position in a list, in the form in which clients keep it and send it back. It is opaque to them but not secret: a forged cursor only
// begins a page elsewhere in a list that its caller may read anyway.
type cursor struct {
	List []byte          `json:"l"` // identifies the list and its filters; see request.list
	ID   int64           `json:"i"`
	Key  json.RawMessage `json:"k,omitempty"`
}

// list identifies the list that a request asks for: its path and its filters, as they were sent. Parameters that the route does not have
// make no difference.
func (r *request) list(q *query) []byte {
	asked := fmt.Appendf(nil, "%q", r.URL.Path)
	paging := []string{cursorParam().Name, pageNo().Name, perPage().Name}
	for _, p := range r.route.Query {
		if values := q.Values[p.Name]; len(values) > 0 && !slices.Contains(paging, p.Name) {
			asked = fmt.Appendf(asked, "%q%q", p.Name, values)
		}
	}
	hash := sha256.Sum256(asked)
	return hash[:8]
}

// newCursor returns the cursor of a position in a list.
func newCursor(list []byte, p domain.Position) (string, error) {
	c := cursor{List: list, ID: p.ID}
	var err error
	if p.Key != nil {
		if c.Key, err = json.Marshal(p.Key); err != nil {
			return "", err
		}
	}
	text, err := json.Marshal(c)
	return base64.RawURLEncoding.EncodeToString(text), err
}

// cursorPage returns the page that begins at the cursor in the query, and false if there is none. like is the position of any item in the list.
func (q *query) cursorPage(list []byte, like domain.Position) (page domain.Page, ok bool) {
	if !q.Values.Has(cursorParam().Name) {
		return domain.Page{}, false
	}
	if q.Values.Has(pageNo().Name) {
		q.Refuse(pageNo().Name, domain.Invalidf("page and cursor must not be sent together"))
	}
	page = domain.Page{PerPage: domain.DefaultPerPage, After: &domain.Position{}}
	if size := q.Page().PerPage; size > 0 {
		page.PerPage = size
	}
	if text := q.Once(cursorParam().Name); text != "" {
		*page.After = q.position(text, list, like)
	}
	return page, true
}

// position returns the position in the list that a cursor stands for.
func (q *query) position(text string, list []byte, like domain.Position) domain.Position {
	var c cursor
	data, err := base64.RawURLEncoding.Strict().DecodeString(text)
	if err == nil {
		err = json.Unmarshal(data, &c)
	}
	switch key, ok := c.keyLike(like.Key); {
	case err == nil && !bytes.Equal(c.List, list):
		q.Refuse(cursorParam().Name, domain.Invalidf("cursor belongs to another list or to other filters; send it with those of the response it came from"))
	case err != nil || !ok || c.ID < 1:
		q.Refuse(cursorParam().Name, domain.Invalidf("cursor must be empty, or meta.next of an earlier response"))
	default:
		return domain.Position{Key: key, ID: c.ID}
	}
	return domain.Position{}
}

// keyLike returns the key of a cursor, which must have the same type as the given key.
func (c cursor) keyLike(like any) (key any, ok bool) {
	switch like.(type) {
	case nil:
		return nil, c.Key == nil
	case int32:
		return decoded[int32](c.Key)
	case int64:
		return decoded[int64](c.Key)
	case float64:
		return decoded[float64](c.Key)
	case string:
		rank, ok := decoded[string](c.Key)
		return rank, ok && domain.IsRank(rank)
	case domain.Date:
		text, _ := decoded[string](c.Key)
		return domain.ParseDate(text)
	default:
		return nil, false
	}
}

func decoded[T any](text []byte) (value T, ok bool) {
	err := json.Unmarshal(text, &value)
	return value, err == nil
}
