package front

import (
	"net/url"
	"strings"
)

// Path returns the path of a URL with every segment unescaped. An encoded slash is data, not a separator, and stays encoded.
func Path(u *url.URL) string {
	if u.RawPath == "" { // only the default encoding is used
		return u.Path
	}
	segments := strings.Split(u.EscapedPath(), "/")
	for i, segment := range segments {
		text, err := url.PathUnescape(segment)
		if err != nil {
			return u.EscapedPath() // cannot happen: the URL was parsed
		}
		segments[i] = strings.ReplaceAll(text, "/", "%2F")
	}
	return strings.Join(segments, "/")
}
