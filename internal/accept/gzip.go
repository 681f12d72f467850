// Package accept parses headers that state what a client accepts.
package accept

import (
	"net/http"
	"strings"
)

// Gzip reports whether a client accepts gzip; a weight of q=0 means that it does not.
func Gzip(h http.Header) bool {
	for part := range strings.SplitSeq(strings.Join(h.Values("Accept-Encoding"), ","), ",") {
		name, weight, _ := strings.Cut(strings.ReplaceAll(part, " ", ""), ";")
		if strings.EqualFold(name, "gzip") {
			return strings.TrimRight(strings.TrimPrefix(strings.ToLower(weight), "q="), "0.") != "" || weight == ""
		}
	}
	return false
}
