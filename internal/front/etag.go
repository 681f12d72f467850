package front

import "strings"

// Matches reports whether a client has the answer with an ETag already; header is its If-None-Match. An asterisk stands for any
// answer, if one is known to exist.
func Matches(header []string, etag string, exists bool) bool {
	for _, line := range header {
		for one := range strings.SplitSeq(line, ",") {
			one = strings.TrimSpace(one)
			if strings.TrimPrefix(one, "W/") == etag || one == "*" && exists {
				return true
			}
		}
	}
	return false
}
