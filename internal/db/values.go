package db

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"earnest/internal/domain"
)

// Micros is how a moment is stored.
func Micros(t time.Time) int64 { return t.UnixMicro() }

// MicrosOrNull is how a moment that may be missing is stored.
func MicrosOrNull(t *time.Time) *int64 {
	if t == nil {
		return nil
	}
	m := t.UnixMicro()
	return &m
}

// Moment scans a stored moment.
type Moment struct{ To *time.Time }

func (m Moment) Scan(src any) error {
	v, ok := src.(int64)
	if !ok {
		return fmt.Errorf("a moment is an integer, not a %T", src)
	}
	*m.To = time.UnixMicro(v).UTC()
	return nil
}

// MomentOrNull scans a stored moment that may be missing.
type MomentOrNull struct{ To **time.Time }

func (m MomentOrNull) Scan(src any) error {
	if src == nil {
		*m.To = nil
		return nil
	}
	*m.To = new(time.Time)
	return Moment{*m.To}.Scan(src)
}

// AsJSON is how a list is stored; a nil list is NULL.
func AsJSON[T any](list []T) *string {
	if list == nil {
		return nil
	}
	b, _ := json.Marshal(list) //nolint:errchkjson // lists of texts and integers always marshal
	s := string(b)
	return &s
}

// JSONList scans a stored list.
type JSONList[T any] struct{ To *[]T }

func (j JSONList[T]) Scan(src any) error {
	switch v := src.(type) {
	case nil:
		*j.To = nil
		return nil
	case string:
		return json.Unmarshal([]byte(v), j.To)
	default:
		return fmt.Errorf("a list is text, not a %T", src)
	}
}

// FullName scans a person's two names into one, nil where there is no person; use first, then last.
type FullName struct {
	First, Last *string
}

func (n FullName) Value() *string {
	if n.First == nil || n.Last == nil {
		return nil
	}
	s := domain.FullName(*n.First, *n.Last)
	return &s
}

// Lists inside a row are packed by SQL as uuid, length of the text in characters, ':', text, and so on
// without separators: one statement gives a whole list, and no text can break it.

// pack is the SQL that packs the rows of x, to be completed with " FROM … WHERE …)".
const (
	PackTags = `(SELECT string_agg(x.uuid || length(x.name) || ':' || x.name, '' ORDER BY x.id) FROM tags x JOIN `
	PackRefs = `(SELECT string_agg(x.uuid || length(x.title) || ':' || x.title, '' ORDER BY x.id) FROM tickets x JOIN `
)

const uuidLen = 36

// unpack gives each uuid and text of a packed list to f.
func unpack(packed *string, f func(uuid, text string)) error {
	if packed == nil {
		return nil
	}
	for s := *packed; s != ""; {
		head, rest, ok := strings.Cut(s[min(uuidLen, len(s)):], ":")
		n, err := strconv.Atoi(head)
		if !ok || err != nil {
			return fmt.Errorf("packed list is broken at %.60q", s)
		}
		end := byteLen(rest, n)
		f(s[:uuidLen], rest[:end])
		s = rest[end:]
	}
	return nil
}

// byteLen is the length in bytes of the first n characters of s.
func byteLen(s string, n int) int {
	end := 0
	for range n {
		_, size := utf8.DecodeRuneInString(s[end:])
		end += size
	}
	return end
}

func UnpackTags(packed *string) ([]domain.Tag, error) {
	tags := []domain.Tag{}
	err := unpack(packed, func(uuid, name string) { tags = append(tags, domain.Tag{UUID: uuid, Name: name}) })
	return tags, err
}

func UnpackRefs(packed *string) ([]domain.TicketRef, error) {
	refs := []domain.TicketRef{}
	err := unpack(packed, func(uuid, title string) { refs = append(refs, domain.TicketRef{UUID: uuid, Title: title}) })
	return refs, err
}
