package apiv1

import (
	"earnest/internal/domain"
	"earnest/internal/front"
)

// query is the query string of a request.
type query struct{ front.Params }

// query parses the query string. The keys of tickets in it are replaced with their uuids.
func (r *request) query() *query {
	q := &query{front.NewParams(r.Request)}
	for _, p := range r.route.Query {
		if values := q.Values[p.Name]; len(r.tickets) > 0 && domain.Rules(p.Rule).Keys {
			for i, text := range values {
				values[i] = r.ticketUUID(text)
			}
		}
	}
	return q
}
