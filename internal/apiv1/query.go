package apiv1

import "earnest/internal/front"

// query is the query string of a request.
type query struct{ front.Params }

func (r *request) query() *query { return &query{front.NewParams(r.Request)} }
