package input

import (
	"math"
	"strconv"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"earnest/internal/domain"
)

// text reads a text, a colour or a uuid.
func (f Field) text(value jsontext.Value) (string, bool) {
	var s string
	if value.Kind() != '"' || json.Unmarshal(value, &s) != nil {
		return "", false
	}
	if f.Rule.Kind == domain.UUIDRule {
		return domain.ParseUUID(s)
	}
	return f.Rule.Text(s)
}

func (f Field) number(value jsontext.Value) (float64, bool) {
	if value.Kind() != '0' {
		return 0, false
	}
	n, err := strconv.ParseFloat(string(value), 64)
	if err != nil || math.IsInf(n, 0) {
		return 0, false
	}
	if n == 0 {
		n = 0 // -0 is 0
	}
	return n, f.Rule.Number(n)
}

// integer reads 5 or 5.0, never 5.5 or "5".
func (f Field) integer(value jsontext.Value) (int64, bool) {
	n, ok := f.number(value)
	if !ok || n != math.Trunc(n) {
		return 0, false
	}
	return int64(n), true
}

func (f Field) boolean(value jsontext.Value) (bool, bool) {
	return value.Kind() == 't', value.Kind() == 't' || value.Kind() == 'f'
}

func (f Field) date(value jsontext.Value) (domain.Date, bool) {
	var s string
	if value.Kind() != '"' || json.Unmarshal(value, &s) != nil {
		return "", false
	}
	return domain.ParseDate(s)
}

// texts reads a list of lines, or of uuids in which repeats collapse.
func (f Field) texts(value jsontext.Value) ([]string, error) {
	if f.Rule.Kind == domain.LinesRule {
		return list(f, value, domain.Rule{Kind: domain.TextRule, Min: f.Rule.Min, Max: f.Rule.Max}, Field.text)
	}
	return list(f, value, domain.Rule{Kind: domain.UUIDRule, Noun: f.Rule.Item}, Field.reference)
}

// reference reads a uuid, or the uuid of an object such as an answer holds, so that what was read can be
// sent back.
func (f Field) reference(value jsontext.Value) (string, bool) {
	if value.Kind() != '{' {
		return f.text(value)
	}
	var named struct {
		UUID string `json:"uuid"`
	}
	if json.Unmarshal(value, &named) != nil {
		return "", false
	}
	return domain.ParseUUID(named.UUID)
}

func (f Field) integers(value jsontext.Value) ([]int64, error) {
	item := domain.Rule{Kind: domain.IntegerRule, Min: f.Rule.Min, Max: f.Rule.Max}
	return list(f, value, item, Field.integer)
}

// list reads the items of an array. Repeats collapse, except in lines; the bound is on what is left.
func list[T comparable](f Field, value jsontext.Value, item domain.Rule, read func(Field, jsontext.Value) (T, bool)) ([]T, error) {
	var raw []jsontext.Value
	if value.Kind() != '[' || json.Unmarshal(value, &raw) != nil {
		return nil, f.refuse(value)
	}
	items := make([]T, 0, len(raw))
	seen := make(map[T]bool, len(raw))
	for i, r := range raw {
		one := Field{Name: f.Name + "[" + strconv.Itoa(i) + "]", Rule: item}
		v, ok := read(one, r)
		if !ok {
			return nil, one.refuse(r)
		}
		if !seen[v] || f.Rule.Kind == domain.LinesRule {
			items = append(items, v)
		}
		seen[v] = true
	}
	if len(items) > f.Rule.Items {
		return nil, domain.Invalidf("%s must be %s, not of %d", f.Name, f.Rule.Expect(), len(items))
	}
	return items, nil
}
