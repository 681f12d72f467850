package front

import (
	"io"
	"maps"
	"mime"
	"net/http"
	"strings"
	"time"

	"earnest/internal/domain"
)

// FileTag returns the ETag of a file.
func FileTag(a domain.Attachment) string { return `"` + a.Content.SHA256 + `"` }

// SendFile sends a file, or the range of it that the client asks for. Browsers show it in place only if it is an image; nothing in it is ever run. It
// returns an error only if nothing has been sent, as when the first bytes cannot be read. A file that breaks off is shorter than its Content-Length. The caller
// should have left the gate, because the store of a file may be slow. A client that reads more slowly than it would have to send a file is cut off.
func SendFile(w http.ResponseWriter, r *http.Request, a domain.Attachment, body io.ReadSeeker) error {
	return sendFile(w, r, a, body, filePace())
}

func sendFile(w http.ResponseWriter, r *http.Request, a domain.Attachment, body io.ReadSeeker, pace Pace) error {
	h := w.Header()
	before := h.Clone()
	how := "attachment"
	if a.Content.IsImage() {
		how = "inline"
	}
	h.Set("Content-Type", fileType(a.Content))
	h.Set("Content-Disposition", mime.FormatMediaType(how, map[string]string{"filename": a.Name}))
	h.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'; sandbox")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "private, no-cache")
	h.Set("ETag", FileTag(a))
	out := &fileWriter{ResponseWriter: w, conn: http.NewResponseController(w), pace: pace}
	in := &fileReader{ReadSeeker: body}
	http.ServeContent(out, oneRange(r), "", time.Time{}, in)
	switch {
	case out.status == http.StatusRequestedRangeNotSatisfiable:
		h.Del("Content-Disposition")
		return domain.Errorf(domain.BadRange, "the file has no such range of bytes; it has %d bytes", a.Content.Size)
	case in.err != nil && !out.begun:
		clear(h)
		maps.Copy(h, before)
		return in.err
	}
	out.begin() // there was nothing to write
	return nil
}

// oneRange returns a request that asks for one range at most. A server may ignore the header, and many small ranges would each load a piece of the file.
func oneRange(r *http.Request) *http.Request {
	if !strings.Contains(r.Header.Get("Range"), ",") {
		return r
	}
	whole := r.Clone(r.Context())
	whole.Header.Del("Range")
	return whole
}

// fileType returns the Content-Type of a file. A text is UTF-8 as far as we looked at it.
func fileType(c domain.FileContent) string {
	if c.MediaType == domain.TextMedia {
		return c.MediaType + "; charset=utf-8"
	}
	return c.MediaType
}

// fileReader remembers why a file could not be read.
type fileReader struct {
	io.ReadSeeker

	err error
}

func (r *fileReader) Read(p []byte) (int, error) {
	n, err := r.ReadSeeker.Read(p)
	if err != nil && err != io.EOF { //nolint:errorlint // the end itself, not an error that was caused by it
		r.err = err
	}
	return n, err
}

// fileWriter begins the response with the first bytes of the file, so that it is known by then that they can be read. It holds back net/http's own answer
// to a range that cannot be sent, and cuts off a client that reads too slowly.
type fileWriter struct {
	http.ResponseWriter

	conn   *http.ResponseController
	pace   Pace
	status int // of the response, which begins later
	begun  bool
}

func (w *fileWriter) WriteHeader(status int) { w.status = status }

func (w *fileWriter) begin() {
	if !w.begun {
		w.begun = true
		w.ResponseWriter.WriteHeader(w.status)
	}
}

func (w *fileWriter) Write(piece []byte) (int, error) {
	if w.status == http.StatusRequestedRangeNotSatisfiable {
		return len(piece), nil
	}
	began := time.Now()
	_ = w.conn.SetWriteDeadline(began.Add(w.pace.Left())) // not every connection supports deadlines
	w.begin()
	n, err := w.ResponseWriter.Write(piece)
	w.pace.Note(n, began)
	return n, err
}
