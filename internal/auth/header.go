package auth

import (
	"net/http"
	"strings"
)

// HeaderState describes the Authorization header of a request.
type HeaderState int

// The states that FromHeader returns.
const (
	HeaderMissing HeaderState = iota // no header, or a blank one
	HeaderInvalid                    // a header that cannot contain a key
	HeaderBearer                     // a bearer token, which may or may not be a key
)

// FromHeader returns the bearer token of a request, which is empty unless the state is HeaderBearer. Two Authorization headers
// are invalid whatever they contain, because proxies and servers do not agree on which one counts.
func FromHeader(h http.Header) (string, HeaderState) {
	values := h.Values("Authorization")
	if len(values) > 1 {
		return "", HeaderInvalid
	}
	if len(values) == 0 || strings.Trim(values[0], " \t") == "" {
		return "", HeaderMissing
	}
	scheme, rest, _ := strings.Cut(strings.Trim(values[0], " \t"), " ")
	text := strings.TrimLeft(rest, " ")
	if !strings.EqualFold(scheme, "Bearer") || text == "" || strings.ContainsAny(text, " \t") {
		return "", HeaderInvalid
	}
	return text, HeaderBearer
}
