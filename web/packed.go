package web

import (
	"bytes"
	"compress/gzip"
	"mime"
	"net/http"
	"path"
	"strings"

	"earnest/internal/accept"
)

// encoded returns the compressed form of a script or stylesheet if the browser accepts it. Files outside /assets/ are too small
// to compress.
func (f file) encoded(w http.ResponseWriter, r *http.Request, name string) file {
	kind := mime.TypeByExtension(path.Ext(name))
	if !strings.HasPrefix(name, "/assets/") || !strings.HasPrefix(kind, "text/") {
		return f
	}
	w.Header().Set("Vary", "Accept-Encoding")
	if !accept.Gzip(r.Header) {
		return f
	}
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Encoding", "gzip")
	f.content, f.etag = f.packed(), strings.TrimSuffix(f.etag, `"`)+`-gzip"`
	return f
}

func pack(content []byte) []byte {
	var out bytes.Buffer
	w, _ := gzip.NewWriterLevel(&out, gzip.BestCompression) // the level is valid
	_, _ = w.Write(content)                                 // writing to memory cannot fail
	_ = w.Close()
	return out.Bytes()
}
