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
	tag := func(current T) string { return `"` + version(current) + `"` }
	return front.Matching(r.Header, r.caller(), tag, "somebody else has changed this meanwhile")
}

// versionOf returns the version of an object that is given by the fields of its form. It serves settings, which have no time of their last change, and
// members, for whom that time would tell those who may not see rates that a rate has changed.
func versionOf(fields ...string) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%q", fields))
	return hex.EncodeToString(sum[:8])
}
