// Package coding compresses responses with gzip or zstd, and names the compressed form of a response by its own ETag.
package coding

import (
	"bytes"
	"io"
	"net/http"
	"strings"
	"sync"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"earnest/internal/accept"
)

// Coding is a content coding.
type Coding int

// The codings; None leaves a response as it is.
const (
	None Coding = iota
	Gzip
	Zstd

	Count = iota // the number of codings
)

// Least is the length up to which a response is not compressed.
const Least = 1 << 10

// window is how far back a zstd match may reach. It limits the memory that an encoder takes.
const window = 256 << 10

// Of returns the coding that a client prefers.
func Of(h http.Header) Coding {
	switch accept.Coding(h, Zstd.String(), Gzip.String()) {
	case Zstd.String():
		return Zstd
	case Gzip.String():
		return Gzip
	default:
		return None
	}
}

// String returns the name of the coding in HTTP, which is empty for None.
func (c Coding) String() string { return [Count]string{"", "gzip", "zstd"}[c] }

// Tag returns the ETag of a response in this coding, given that of the response as it is.
func (c Coding) Tag(etag string) string {
	if c == None {
		return etag
	}
	return strings.TrimSuffix(etag, `"`) + "-" + c.String() + `"`
}

// Plain returns the ETag of the response that was encoded, given one that Tag may have returned.
func Plain(etag string) string {
	for _, c := range [...]Coding{Gzip, Zstd} {
		if stem, found := strings.CutSuffix(etag, "-"+c.String()+`"`); found {
			return stem + `"`
		}
	}
	return etag
}

// Pack returns a response in this coding.
func (c Coding) Pack(body []byte) []byte {
	if c == None {
		return body
	}
	var out bytes.Buffer
	w := c.NewWriter(&out)
	_, _ = w.Write(body) // writing to memory cannot fail
	_ = w.Close()
	return bytes.Clone(out.Bytes()) // without the spare capacity of the buffer, since the result may be cached
}

// Writer encodes a stream. Closing it ends the stream; a Writer whose stream failed need not be closed.
type Writer struct {
	encoder

	from *sync.Pool
}

type encoder interface {
	io.WriteCloser
	Reset(to io.Writer)
}

// NewWriter returns a Writer that sends the encoded stream to w. There is none for None.
func (c Coding) NewWriter(w io.Writer) *Writer {
	from := &gzips
	if c == Zstd {
		from = &zstds
	}
	e, _ := from.Get().(encoder) // the pools hold nothing else
	e.Reset(w)
	return &Writer{e, from}
}

// Close ends the stream. The Writer must not be used afterwards.
func (w *Writer) Close() error {
	err := w.encoder.Close()
	w.Reset(io.Discard)
	w.from.Put(w.encoder)
	return err
}

// Encoders are pooled, because each takes several hundred KiB. Both use their fastest level: JSON shrinks to about a tenth even so.

//nolint:gochecknoglobals // a pool
var gzips = sync.Pool{New: func() any {
	w, _ := gzip.NewWriterLevel(io.Discard, gzip.BestSpeed) // the level is valid
	return w
}}

//nolint:gochecknoglobals // a pool
var zstds = sync.Pool{New: func() any {
	w, _ := zstd.NewWriter(io.Discard, // the options are valid
		zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(window), zstd.WithLowerEncoderMem(true))
	return w
}}
