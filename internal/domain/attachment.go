package domain

import (
	"bytes"
	"time"
	"unicode/utf8"
)

// Attachment is a file that a member attached to a ticket. It never changes.
type Attachment struct {
	ID              int64
	UUID            string
	ProjectID       int64
	TicketID        int64
	TicketUUID      string
	AuthorID        int64
	AuthorFirstname string
	AuthorLastname  string
	Name            string
	Content         FileContent
	CreatedAt       time.Time
}

// Position returns the position of an attachment in a list: lists are sorted by id.
func (a Attachment) Position() Position { return Position{ID: a.ID} }

// NewFile is a file that is about to be received.
type NewFile struct {
	Name   string
	Length int64 // as announced; -1 if it is unknown
}

// FileContent is the content of a file. A project stores the same content once, however many attachments have it.
type FileContent struct {
	ID        int64
	SHA256    string // in hexadecimal
	Size      int64
	MediaType string // see MediaType
	Object    string // the key of the object in the S3-compatible store that has the bytes; empty: the database has them
}

// ChunkSize is the size of the pieces in which contents are stored. The last piece may be shorter.
const ChunkSize = 256 << 10

// Chunks returns the number of pieces of a content.
func (c FileContent) Chunks() int64 { return (c.Size + ChunkSize - 1) / ChunkSize }

// IsImage reports whether browsers may show the content in place. It is then an image that cannot contain scripts, so SVG is not among them.
func (c FileContent) IsImage() bool {
	switch c.MediaType {
	case "image/png", "image/jpeg", "image/gif", "image/webp":
		return true
	default:
		return false
	}
}

// The media types of contents whose type is not recognised by a signature.
const (
	BinaryMedia = "application/octet-stream"
	TextMedia   = "text/plain"
)

// MediaTypes lists the media types that are recognised.
func MediaTypes() []string {
	types := []string{BinaryMedia, TextMedia, "image/webp"}
	for _, s := range signatures() {
		types = append(types, s.mediaType)
	}
	return types
}

type signature struct{ begins, mediaType string }

func signatures() []signature {
	return []signature{
		{"\x89PNG\r\n\x1a\n", "image/png"},
		{"\xff\xd8\xff", "image/jpeg"},
		{"GIF87a", "image/gif"},
		{"GIF89a", "image/gif"},
		{"%PDF-", "application/pdf"},
		{"PK\x03\x04", "application/zip"},
		{"\x1f\x8b", "application/gzip"},
	}
}

// HeadBytes is how much of a content is looked at to recognise its type.
const HeadBytes = 512

// MediaType recognises the media type of a content by its first bytes, whatever its name says. HTML, SVG and scripts are plain text.
func MediaType(head []byte) string {
	for _, s := range signatures() {
		if bytes.HasPrefix(head, []byte(s.begins)) {
			return s.mediaType
		}
	}
	switch {
	case len(head) >= 12 && string(head[:4]) == "RIFF" && string(head[8:12]) == "WEBP":
		return "image/webp"
	case looksLikeText(head):
		return TextMedia
	default:
		return BinaryMedia
	}
}

// looksLikeText reports whether the first bytes of a content are UTF-8 without control characters. The last character may be cut off.
func looksLikeText(head []byte) bool {
	for len(head) > 0 {
		r, size := utf8.DecodeRune(head)
		switch {
		case r == utf8.RuneError && size == 1:
			return len(head) < utf8.UTFMax && !utf8.FullRune(head)
		case r < ' ' && r != '\t' && r != '\n' && r != '\r' && r != '\f':
			return false
		}
		head = head[size:]
	}
	return true
}
