package dash

import "earnest/internal/front"

// mostValues is how many values a parameter may have.
const mostValues = 200

// params is the query string of a request.
type params struct{ front.Params }

func (r *request) params() *params {
	p := &params{front.NewParams(r.Request)}
	p.Limit(mostValues)
	return p
}
