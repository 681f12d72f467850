package front

import "strings"

// Matches reports whether a client's If-None-Match header includes an ETag. An asterisk matches any answer that is known to exist.
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
