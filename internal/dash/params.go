package dash

import "earnest/internal/front"

// mostValues is the maximum number of values for a parameter.
const mostValues = 200

// params is the query string of a request.
type params struct{ front.Params }

func (r *request) params() *params {
	p := &params{front.NewParams(r.Request)}
	p.Limit(mostValues)
	return p
}
