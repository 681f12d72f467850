// Package web contains the web app's bundle and serves it. Without a bundle it serves a plain page instead; the API is the same
// either way.
package web

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"io/fs"
	"net/http"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
)

//go:embed all:dist
var dist embed.FS

//go:embed plain/index.html plain/missing.html plain/plain.css
var plain embed.FS

// policy lets pages load resources from this server only.
const policy = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; " +
	"base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

// plainPolicy allows only what the plain pages need.
const plainPolicy = "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// Handler serves the bundle, or the plain page if no bundle was built in. Pages show base as the server's URL or, if base is
// empty, the URL that the reader used.
func Handler(base string) http.Handler {
	bundle, err := fs.Sub(dist, "dist")
	if err != nil {
		panic(err) // the folder is part of the binary
	}
	if _, err := fs.Stat(bundle, "index.html"); err == nil {
		return newSite(policy, Pages(), bundle, plainPages()).at(base)
	}
	return newSite(plainPolicy, []string{"/"}, plainPages()).at(base)
}

// Plain serves the plain page, whether there is a bundle or not.
func Plain() http.Handler { return newSite(plainPolicy, []string{"/"}, plainPages()) }

func plainPages() fs.FS {
	pages, err := fs.Sub(plain, "plain")
	if err != nil {
		panic(err)
	}
	return pages
}

// keyPath matches the keys of tickets as paths, such as /TIC-42.
var keyPath = regexp.MustCompile(`^/[A-Za-z][A-Za-z0-9]{1,9}-[1-9][0-9]{0,14}$`)

// Pages lists the paths that the web app renders itself; every other path is a file or is not found. The segment * matches any
// segment, and $key the key of a ticket.
func Pages() []string {
	return []string{
		"/", "/signin", "/setup", "/invitation",
		"/projects", "/projects/*", "/projects/*/board", "/projects/*/backlog", "/projects/*/sprints/*",
		"/projects/*/finance", "/projects/*/finance/*", "/projects/*/forecast",
		"/projects/*/roadmap", "/projects/*/epics", "/projects/*/epics/*", "/projects/*/super-epics/*",
		"/projects/*/flow", "/projects/*/reports",
		"/projects/*/settings", "/projects/*/settings/*",
		"/tickets/*", "/$key",
		"/portfolio", "/time", "/time/totals", "/guide", "/guide/*",
		"/account", "/account/keys", "/account/keys/new", "/account/users",
		"/admin", "/admin/users", "/admin/plans", "/admin/currencies", "/admin/quotas", "/admin/changes", "/admin/health",
	}
}

// site serves files by name, and index.html at the paths of pages.
type site struct {
	files  map[string]file
	pages  []string
	policy string
	base   string // the server's URL, if configured
}

type file struct {
	content []byte
	etag    string
	shows   bool          // whether it shows the server's URL
	packed  func() []byte // compressed once, on first use
}

func newFile(content []byte) file {
	sum := sha256.Sum256(content)
	return file{
		content: content,
		etag:    `"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`,
		shows:   bytes.Contains(content, []byte(anyAddress)),
		packed:  sync.OnceValue(func() []byte { return pack(content) }),
	}
}

// newSite reads every file once, since files are part of the binary and do not change. If two files have the same name, the
// first one is used.
func newSite(policy string, pages []string, sources ...fs.FS) *site {
	s := &site{files: map[string]file{}, pages: pages, policy: policy}
	for _, source := range slices.Backward(sources) {
		if err := s.add(source); err != nil {
			panic(err) // reading from the binary does not fail
		}
	}
	return s
}

// at sets the server's URL.
func (s *site) at(base string) *site {
	s.base = base
	return s
}

func (s *site) add(source fs.FS) error {
	return fs.WalkDir(source, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || strings.HasPrefix(path.Base(name), ".") {
			return err
		}
		content, err := fs.ReadFile(source, name)
		s.files["/"+name] = newFile(content)
		return err
	})
}

// ServeHTTP answers GET and HEAD; the server lets nothing else through.
func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Security-Policy", s.policy)
	name := r.URL.Path
	if s.isPage(name) {
		name = "/index.html"
	}
	found, ok := s.files[name]
	if !ok {
		s.missing(w)
		return
	}
	found = found.addressed(w, r, s.base).encoded(w, r, name)
	w.Header().Set("Cache-Control", caching(name))
	w.Header().Set("ETag", found.etag)
	http.ServeContent(w, r, path.Base(name), time.Time{}, bytes.NewReader(found.content))
}

func (s *site) isPage(p string) bool {
	for _, pattern := range s.pages {
		if matched, err := path.Match(pattern, p); err == nil && matched || pattern == "/$key" && keyPath.MatchString(p) {
			return true
		}
	}
	return false
}

// caching lets a browser keep files with a hash in their name, and makes it revalidate the rest.
func caching(name string) string {
	if strings.HasPrefix(name, "/assets/") {
		return "public, max-age=31536000, immutable"
	}
	return "no-cache"
}

// missing responds to a request for a path that does not exist.
func (s *site) missing(w http.ResponseWriter) {
	w.Header().Set("Content-Security-Policy", plainPolicy)
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(http.StatusNotFound)
	_, _ = w.Write(s.files["/missing.html"].content) // an error only means that the client has disconnected
}
