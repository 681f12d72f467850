package dash

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"

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

// versionOf returns the version of an object that is given by the fields of its form. It serves settings, which have no time of their last change, and
// members, for whom that time would tell those who may not see rates that a rate has changed.
func versionOf(fields ...string) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%q", fields))
	return hex.EncodeToString(sum[:8])
}
