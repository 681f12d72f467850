package dash

import (
	"earnest/internal/domain"
	"earnest/internal/front"
)

// expecting returns the caller of a request that changes an object. If the page has sent the version that it has, in If-Match, the use case refuses to
// change another one.
func expecting[T any](r *request, version func(T) string) domain.Caller {
	caller := r.caller()
	header := r.Header["If-Match"]
	if len(header) == 0 {
		return caller
	}
	caller.Match = func(current any) error {
		if front.MatchesStrongly(header, `"`+version(current.(T))+`"`) { //nolint:errcheck,forcetypeassert // what the use case changes
			return nil
		}
		return domain.Errorf(domain.Stale, "somebody else has changed this meanwhile")
	}
	return caller
}
