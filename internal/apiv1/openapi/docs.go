package openapi

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"html/template"
	"net/http"
	"regexp"
	"sync"
	"time"
)

//go:embed docs/page.html docs/docs.css docs/docs.js
var docsFiles embed.FS

// docsPolicy lets the page load only its own style and script, and call only this server.
const docsPolicy = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; " +
	"connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// anyAddress is a placeholder in the page for the server's address as the reader uses it.
const anyAddress = "https://address.invalid"

// Handler serves the API document at /openapi.json and /openapi.yaml, its older form at /openapi-3.0.json, and a reference page made from it
// at /docs. It needs no key, because the contract is public. The page shows base as the server's address or, if base is empty, the address
// that the reader used. Each text is made when it is first asked for, since making all of them would take most of the time that a server needs
// to start. A handler panics if its text cannot be made, which any test of it would reveal.
func Handler(version, base string) http.Handler {
	made := func(of func(d *Document) ([]byte, error)) func() []byte {
		return sync.OnceValue(func() []byte { return must(of(New(version))) })
	}
	file := func(name string) func() []byte {
		return sync.OnceValue(func() []byte { return must(docsFiles.ReadFile(name)) })
	}
	mux := http.NewServeMux()
	mux.Handle("GET /openapi.json", static("application/json", made((*Document).JSON)))
	mux.Handle("GET /openapi-3.0.json", static("application/json", made(func(d *Document) ([]byte, error) { return d.Older().JSON() })))
	mux.Handle("GET /openapi.yaml", static("application/yaml", made((*Document).YAML)))
	mux.Handle("GET /docs/docs.css", static("text/css; charset=utf-8", file("docs/docs.css")))
	mux.Handle("GET /docs/docs.js", static("text/javascript; charset=utf-8", file("docs/docs.js")))
	mux.Handle("GET /docs", docsPage(made(renderDocs), base))
	return mux
}

func must(text []byte, err error) []byte {
	if err != nil {
		panic(fmt.Sprintf("the API reference cannot be made: %v", err))
	}
	return text
}

// static serves content that does not change while the server runs.
func static(kind string, text func() []byte) http.Handler {
	tag := sync.OnceValue(func() string { return etag(text()) })
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		serve(w, r, kind, tag(), text())
	})
}

// docsPage serves the page with the server's address filled in.
func docsPage(page func() []byte, base string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		address := template.HTMLEscapeString(cmp.Or(base, addressOf(r)))
		text := bytes.ReplaceAll(page(), []byte(anyAddress), []byte(address))
		w.Header().Set("Content-Security-Policy", docsPolicy)
		w.Header().Set("Referrer-Policy", "no-referrer")
		w.Header().Set("Vary", "Host")
		serve(w, r, "text/html; charset=utf-8", etag(text), text)
	})
}

// serve answers GET and HEAD, and supports conditional requests.
func serve(w http.ResponseWriter, r *http.Request, kind, tag string, text []byte) {
	w.Header().Set("Content-Type", kind)
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("Cache-Control", "no-cache")
	w.Header().Set("ETag", tag)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(text))
}

func etag(text []byte) string {
	sum := sha256.Sum256(text)
	return `"` + hex.EncodeToString(sum[:16]) + `"`
}

// hostForm matches hosts that are safe in an example that people paste into a shell.
var hostForm = regexp.MustCompile(`^[A-Za-z0-9._\-]+(:[0-9]+)?$|^\[[0-9a-fA-F:.]+\](:[0-9]+)?$`)

// addressOf returns the server's address as the reader used it. It ignores the scheme that a proxy reports; behind a proxy, set --base-url.
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
