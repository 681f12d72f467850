// Package accept parses headers that state what a client accepts.
package accept

import (
	"net/http"
	"strconv"
	"strings"
)

// Gzip reports whether a client accepts gzip; a weight of q=0 means that it does not.
func Gzip(h http.Header) bool { return Coding(h, "gzip") != "" }

// Coding returns the offered content coding that the client prefers, and the first of several that it likes equally. It returns "" if the
// client names none of them or prefers a response that is not encoded. An asterisk is not taken as a wish.
func Coding(h http.Header, offered ...string) (best string) {
	lines := h["Accept-Encoding"]
	if len(lines) == 0 {
		return ""
	}
	most := 0.0
	for _, name := range offered {
		if q := weight(lines, name); q > most {
			best, most = name, q
		}
	}
	if weight(lines, "identity") > most {
		return ""
	}
	return best
}

// weight returns the weight that a client gives a coding, or 0 if it does not name it.
func weight(lines []string, coding string) float64 {
	for _, line := range lines {
		for part := range strings.SplitSeq(line, ",") {
			name, parameter, weighted := strings.Cut(part, ";")
			if !strings.EqualFold(strings.TrimSpace(name), coding) {
				continue
			}
			_, text, _ := strings.Cut(parameter, "=")
			q, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
			if !weighted || err != nil {
				return 1
			}
			return q
		}
	}
	return 0
}
