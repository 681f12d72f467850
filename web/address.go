package web

import (
	"bytes"
	"cmp"
	"html"
	"net/http"
	"regexp"
)

// anyAddress stands in the plain page where the reader's own address of this server will be.
const anyAddress = "https://address.invalid"

// hostForm is what a host may look like in an example that people paste into a shell.
var hostForm = regexp.MustCompile(`^[A-Za-z0-9._\-]+(:[0-9]+)?$|^\[[0-9a-fA-F:.]+\](:[0-9]+)?$`)

// addressOf returns the server's address as the reader called it. What a proxy says of the scheme is not believed: behind one,
// --base-url says it.
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

// addressed returns a file with the address of the server: base, or the one under which its reader found it. Most files show none.
func (f file) addressed(w http.ResponseWriter, r *http.Request, base string) file {
	if !f.shows {
		return f
	}
	w.Header().Set("Vary", "Host")
	return newFile(bytes.ReplaceAll(f.content, []byte(anyAddress), []byte(html.EscapeString(cmp.Or(base, addressOf(r))))))
}
