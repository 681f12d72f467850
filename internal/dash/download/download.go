// Package download sends files: whole or piece by piece, each piece with a time limit of its own, and under a name that every browser
// understands.
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
	// pieceBytes is how much of a file is sent at once.
	pieceBytes = 64 << 10
	// nameLetters is how much of a project's name the name of a file may hold.
	nameLetters = 60
)

// Pieces writes an answer whose client gets PieceTime for each piece.
type Pieces struct {
	w   http.ResponseWriter
	out *http.ResponseController
}

// NewPieces makes Pieces of an answer.
func NewPieces(w http.ResponseWriter) *Pieces { return &Pieces{w, http.NewResponseController(w)} }

// Write writes one piece.
func (p *Pieces) Write(piece []byte) (int, error) {
	if err := p.out.SetWriteDeadline(time.Now().Add(PieceTime)); err != nil {
		return 0, err
	}
	return p.w.Write(piece)
}

// Whole sends a file. It may take any time, provided that the client keeps reading.
func Whole(w http.ResponseWriter, file *os.File) error {
	out := http.NewResponseController(w)
	buffer := make([]byte, 32<<10) // for writers that cannot take the file themselves
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

// Attachment is the Content-Disposition of a file that a browser saves, named after a project and what is in the file. The first form
// is for browsers that know no other, the second is the name itself (RFC 6266).
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
