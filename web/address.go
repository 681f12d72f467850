package web

import (
	"bytes"
	"html"
	"net/http"
	"regexp"
)

// anyAddress stands in the plain page where the reader's own address of this server will be.
const anyAddress = "https://address.invalid"

// hostForm is what a host may look like in an example that people paste into a shell.
var hostForm = regexp.MustCompile(`^[A-Za-z0-9._\-]+(:[0-9]+)?$|^\[[0-9a-fA-F:.]+\](:[0-9]+)?$`)

// addressOf is the server's address as the reader sees it. It is only shown, never followed, so the word of
// a proxy is good enough for the scheme.
func addressOf(r *http.Request) string {
	scheme, host := "http", r.Host
	if r.TLS != nil || r.Header.Get("X-Forwarded-Proto") == "https" {
		scheme = "https"
	}
	if !hostForm.MatchString(host) {
		host = "localhost"
	}
	return scheme + "://" + host
}

// addressed is a file with the address under which its reader found it; most files show none.
func (f file) addressed(w http.ResponseWriter, r *http.Request) file {
	if !f.shows {
		return f
	}
	w.Header().Set("Vary", "Host, X-Forwarded-Proto")
	return newFile(bytes.ReplaceAll(f.content, []byte(anyAddress), []byte(html.EscapeString(addressOf(r)))))
}
