package store

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"earnest/internal/domain"
)

// micros is how a moment is stored.
func micros(t time.Time) int64 { return t.UnixMicro() }

// microsOrNull is how a moment that may be missing is stored.
func microsOrNull(t *time.Time) *int64 {
	if t == nil {
		return nil
	}
	m := t.UnixMicro()
	return &m
}

// moment scans a stored moment.
type moment struct{ to *time.Time }

func (m moment) Scan(src any) error {
	v, ok := src.(int64)
	if !ok {
		return fmt.Errorf("a moment is an integer, not a %T", src)
	}
	*m.to = time.UnixMicro(v).UTC()
	return nil
}

// momentOrNull scans a stored moment that may be missing.
type momentOrNull struct{ to **time.Time }

func (m momentOrNull) Scan(src any) error {
	if src == nil {
		*m.to = nil
		return nil
	}
	*m.to = new(time.Time)
	return moment{*m.to}.Scan(src)
}

// asJSON is how a list is stored; a nil list is NULL.
func asJSON[T any](list []T) *string {
	if list == nil {
		return nil
	}
	b, _ := json.Marshal(list) //nolint:errchkjson // lists of texts and integers always marshal
	s := string(b)
	return &s
}

// jsonList scans a stored list.
type jsonList[T any] struct{ to *[]T }

func (j jsonList[T]) Scan(src any) error {
	switch v := src.(type) {
	case nil:
		*j.to = nil
		return nil
	case string:
		return json.Unmarshal([]byte(v), j.to)
	default:
		return fmt.Errorf("a list is text, not a %T", src)
	}
}

// fullName scans a person's two names into one, nil where there is no person; use first, then last.
type fullName struct {
	first, last *string
}

func (n fullName) value() *string {
	if n.first == nil || n.last == nil {
		return nil
	}
	s := domain.FullName(*n.first, *n.last)
	return &s
}

// Lists inside a row are packed by SQL as uuid, length of the text in characters, ':', text, and so on
// without separators: one statement gives a whole list, and no text can break it.

// pack is the SQL that packs the rows of x, to be completed with " FROM … WHERE …)".
const (
	packTags = `(SELECT string_agg(x.uuid || length(x.name) || ':' || x.name, '' ORDER BY x.id) FROM tags x JOIN `
	packRefs = `(SELECT string_agg(x.uuid || length(x.title) || ':' || x.title, '' ORDER BY x.id) FROM tickets x JOIN `
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

func unpackTags(packed *string) ([]domain.Tag, error) {
	tags := []domain.Tag{}
	err := unpack(packed, func(uuid, name string) { tags = append(tags, domain.Tag{UUID: uuid, Name: name}) })
	return tags, err
}

func unpackRefs(packed *string) ([]domain.TicketRef, error) {
	refs := []domain.TicketRef{}
	err := unpack(packed, func(uuid, title string) { refs = append(refs, domain.TicketRef{UUID: uuid, Title: title}) })
	return refs, err
}
