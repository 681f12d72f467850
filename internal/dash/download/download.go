// Package download sends files, whole or in pieces that each have a deadline, under names that every browser understands.
package download

import (
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"
	"unicode"
)

const (
	// PieceTime is how long a client may take to read a piece.
	PieceTime = 30 * time.Second
	// pieceBytes is the size of a piece.
	pieceBytes = 64 << 10
	// nameLetters is the maximum number of letters from a project's name in a file name.
	nameLetters = 60
)

// Pieces writes a response in pieces, each with a deadline of PieceTime.
type Pieces struct {
	w   http.ResponseWriter
	out *http.ResponseController
}

// NewPieces returns Pieces that write to w.
func NewPieces(w http.ResponseWriter) *Pieces { return &Pieces{w, http.NewResponseController(w)} }

// Write writes one piece.
func (p *Pieces) Write(piece []byte) (int, error) {
	if err := p.out.SetWriteDeadline(time.Now().Add(PieceTime)); err != nil {
		return 0, err
	}
	return p.w.Write(piece)
}

// Whole sends a file. It may take as long as it needs, provided that the client keeps reading.
func Whole(w http.ResponseWriter, file *os.File) error {
	out := http.NewResponseController(w)
	buffer := make([]byte, 32<<10) // for writers that do not implement io.ReaderFrom
	for {
		if err := out.SetWriteDeadline(time.Now().Add(PieceTime)); err != nil {
			return err
		}
		switch n, err := io.CopyBuffer(w, io.LimitReader(file, pieceBytes), buffer); {
		case err != nil:
			return err
		case n < pieceBytes:
			return out.Flush()
		}
	}
}

// Attachment returns the Content-Disposition of a file to be saved, named after a project and its content. The first form is for browsers
// that understand no other; the second has the real name (RFC 6266).
func Attachment(project, rest string) string {
	name := strings.Join(strings.FieldsFunc(project, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !unicode.IsMark(r) }), "-")
	if letters := []rune(name); len(letters) > nameLetters {
		name = string(letters[:nameLetters])
	}
	whole := strings.TrimPrefix(name+"-"+rest, "-")
	plain := strings.Map(func(r rune) rune {
		if r > unicode.MaxASCII {
			return '_'
		}
		return r
	}, whole)
	return `attachment; filename="` + plain + `"; filename*=UTF-8''` + url.PathEscape(whole)
}
