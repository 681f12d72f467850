package dash

import (
	"bytes"
	"compress/gzip"
	"net/http"
	"strconv"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"earnest/internal/accept"
)

// long is a response that may be compressed. It must not contain a secret, because the compressed length reveals content to an attacker who
// can inject text and watch the network.
type long struct{ value any }

// worthPacking is the length in bytes from which a response is compressed; compressing one that fits into a packet gains nothing.
const worthPacking = 1400

// send writes JSON, compressed if both sides allow it. It writes nothing if the value cannot be encoded.
func (d *Dash) send(w http.ResponseWriter, r *http.Request, v long) error {
	body, err := encoded(v.value)
	if err != nil {
		return err
	}
	w.Header().Set("Vary", "Accept-Encoding")
	if body.Len() >= worthPacking && accept.Gzip(r.Header) {
		w.Header().Set("Content-Encoding", "gzip")
		body = packed(body.Bytes())
	}
	deliver(w, http.StatusOK, body)
	return nil
}

func packed(plain []byte) *bytes.Buffer {
	var out bytes.Buffer
	z, _ := gzip.NewWriterLevel(&out, gzip.BestSpeed) // the level is valid
	_, _ = z.Write(plain)                             // writing to memory cannot fail
	_ = z.Close()
	return &out
}

// encoded returns a value as JSON. A nil slice becomes an empty list; only a nil pointer becomes null.
func encoded(v any) (*bytes.Buffer, error) {
	var buf bytes.Buffer
	err := json.MarshalWrite(&buf, v, json.Deterministic(true), jsontext.AllowInvalidUTF8(true))
	buf.WriteByte('\n')
	return &buf, err
}

func deliver(w http.ResponseWriter, status int, body *bytes.Buffer) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Content-Length", strconv.Itoa(body.Len()))
	w.WriteHeader(status)
	_, _ = w.Write(body.Bytes()) // an error only means that the client has disconnected
}
