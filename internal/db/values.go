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

// Micros returns the stored form of a time.
func Micros(t time.Time) int64 { return t.UnixMicro() }

// MicrosOrNull returns the stored form of an optional time.
func MicrosOrNull(t *time.Time) *int64 {
	if t == nil {
		return nil
	}
	m := t.UnixMicro()
	return &m
}

// Moment scans a stored time.
type Moment struct{ To *time.Time }

func (m Moment) Scan(src any) error {
	v, ok := src.(int64)
	if !ok {
		return fmt.Errorf("a moment is an integer, not a %T", src)
	}
	*m.To = time.UnixMicro(v).UTC()
	return nil
}

// MomentOrNull scans a stored optional time.
type MomentOrNull struct{ To **time.Time }

func (m MomentOrNull) Scan(src any) error {
	if src == nil {
		*m.To = nil
		return nil
	}
	*m.To = new(time.Time)
	return Moment{*m.To}.Scan(src)
}

// AsJSON returns the stored form of a list; a nil list is NULL.
func AsJSON[T any](list []T) *string {
	if list == nil {
		return nil
	}
	b, _ := json.Marshal(list) //nolint:errchkjson // lists of strings and integers always marshal
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
		if to, ok := any(j.To).(*[]string); ok {
			if list, ok := plainStrings(v); ok {
				*to = list
				return nil
			}
		}
		return json.Unmarshal([]byte(v), j.To)
	default:
		return fmt.Errorf("a list is text, not a %T", src)
	}
}

// plainStrings returns the strings of a JSON list without spaces between them and without a character that is escaped, which most lists are. It
// takes a fraction of the time that the JSON decoder needs.
func plainStrings(text string) ([]string, bool) {
	inner, opened := strings.CutPrefix(text, `["`)
	inner, closed := strings.CutSuffix(inner, `"]`)
	if !opened || !closed || strings.Contains(inner, `\`) {
		return nil, false
	}
	list := strings.Split(inner, `","`)
	return list, strings.Count(inner, `"`) == 2*(len(list)-1)
}

// FullName scans a person's first and last names, both nil if there is no person.
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

// Some statements pack a list within a row into one string: for each item, its uuid, the length of its name or title in
// characters, ':' and the name or title, with no separator between items. In this way, one statement can return whole lists, and
// no name can break the format.

// PackTags and PackRefs are SQL that packs the rows of x. The rest of the join and "WHERE …" follow, then TagsPacked or RefsPacked, where g and d are
// the tables that are joined. The rows are sorted before they are aggregated, because SQLite reads them in this order anyway, whereas an ORDER BY
// within the aggregate makes it sort.
const (
	PackTags = `(SELECT string_agg(list.item, '') FROM (SELECT x.uuid || length(x.name) || ':' || x.name AS item FROM tags x JOIN `
	PackRefs = `(SELECT string_agg(list.item, '') FROM (SELECT x.uuid || length(x.title) || ':' || x.title AS item FROM tickets x JOIN `

	TagsPacked = ` ORDER BY g.tag_id) list)`
	RefsPacked = ` ORDER BY d.depends_on_id) list)`
)

const uuidLen = 36

// unpack calls f for each item of a packed list.
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

// byteLen returns the length in bytes of the first n characters of s.
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
