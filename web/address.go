package web

import (
	"bytes"
	"cmp"
	"html"
	"net/http"
	"regexp"
)

// anyAddress is the placeholder for this server's URL in the plain page.
const anyAddress = "https://address.invalid"

// hostForm matches hosts that are safe in an example that people paste into a shell.
var hostForm = regexp.MustCompile(`^[A-Za-z0-9._\-]+(:[0-9]+)?$|^\[[0-9a-fA-F:.]+\](:[0-9]+)?$`)

// addressOf returns the server's URL as the reader used it. The scheme that a proxy reports is not trusted; behind a proxy, set
// --base-url.
func addressOf(r *http.Request) string {
	scheme, host := "http", r.Host
	if r.TLS != nil {
		scheme = "https"
	}
	if !hostForm.MatchString(host) {
		host = "localhost"
	}
	return scheme + "://" + host
}

// addressed returns a file with the server's URL filled in: base or, if base is empty, the URL that the reader used. Most files
// do not show the URL.
func (f file) addressed(w http.ResponseWriter, r *http.Request, base string) file {
	if !f.shows {
		return f
	}
	w.Header().Set("Vary", "Host")
	return newFile(bytes.ReplaceAll(f.content, []byte(anyAddress), []byte(html.EscapeString(cmp.Or(base, addressOf(r))))))
}
