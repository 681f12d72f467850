package front

import (
	"net/url"
	"strings"
)

// Path is the path of an address with every segment unescaped. An encoded slash is data, not the end of a segment, and stays encoded.
func Path(u *url.URL) string {
	if u.RawPath == "" { // nothing is encoded that need not be
		return u.Path
	}
	segments := strings.Split(u.EscapedPath(), "/")
	for i, segment := range segments {
		text, err := url.PathUnescape(segment)
		if err != nil {
			return u.EscapedPath() // cannot happen: the address was parsed
		}
		segments[i] = strings.ReplaceAll(text, "/", "%2F")
	}
	return strings.Join(segments, "/")
}
