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

// addressOf returns the server's URL as the reader called it. What a proxy says about the scheme is not trusted: behind one, set
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

// addressed returns a file with the URL of the server: base, or the one under which the reader found it. Most files show none.
func (f file) addressed(w http.ResponseWriter, r *http.Request, base string) file {
	if !f.shows {
		return f
	}
	w.Header().Set("Vary", "Host")
	return newFile(bytes.ReplaceAll(f.content, []byte(anyAddress), []byte(html.EscapeString(cmp.Or(base, addressOf(r))))))
}
