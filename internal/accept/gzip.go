// Package accept reads what a client takes.
package accept

import (
	"net/http"
	"strings"
)

// Gzip reports whether a client takes an answer that gzip compressed; a q of 0 refuses.
func Gzip(h http.Header) bool {
	for part := range strings.SplitSeq(strings.Join(h.Values("Accept-Encoding"), ","), ",") {
		name, weight, _ := strings.Cut(strings.ReplaceAll(part, " ", ""), ";")
		if strings.EqualFold(name, "gzip") {
			return strings.TrimRight(strings.TrimPrefix(strings.ToLower(weight), "q="), "0.") != "" || weight == ""
		}
	}
	return false
}
