package input

import (
	"bytes"
	"iter"
	"math"
	"strconv"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"earnest/internal/domain"
)

// text decodes a string, a colour or a uuid.
func (f Field) text(value jsontext.Value) (string, bool) {
	var s string
	if value.Kind() != '"' || json.Unmarshal(value, &s) != nil {
		return "", false
	}
	if f.Rule.Kind == domain.UUIDRule {
		return f.Rule.Reference(s)
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
		n = 0 // turns -0 into 0
	}
	return n, f.Rule.Number(n)
}

// integer accepts 5 and 5.0, but neither 5.5 nor "5".
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

// texts decodes a list of lines, or a list of uuids without its duplicates.
func (f Field) texts(value jsontext.Value) ([]string, error) {
	if f.Rule.Kind == domain.LinesRule {
		return list(f, value, domain.Rule{Kind: domain.TextRule, Min: f.Rule.Min, Max: f.Rule.Max}, Field.text)
	}
	return list(f, value, domain.Rule{Kind: domain.UUIDRule, Noun: f.Rule.Item, Keys: f.Rule.Keys}, Field.reference)
}

// reference decodes a uuid, or a key, or, as in a response, an object with a uuid, so that clients can send back what they received.
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
	return f.Rule.Reference(named.UUID)
}

// integers decodes a list of integers. There must be at least one day of the week.
func (f Field) integers(value jsontext.Value) ([]int64, error) {
	item := domain.Rule{Kind: domain.IntegerRule, Min: f.Rule.Min, Max: f.Rule.Max}
	items, err := list(f, value, item, Field.integer)
	if err == nil && len(items) == 0 && f.Rule.Kind == domain.WeekdaysRule {
		err = f.refuse(value)
	}
	return items, err
}

func (f Field) dates(value jsontext.Value) ([]domain.Date, error) {
	return list(f, value, domain.Rule{Kind: domain.DateRule}, Field.date)
}

// list decodes the items of an array one by one. It drops duplicates, except among lines, and stops as soon as there are too
// many items, so that a huge array is not decoded to its end.
func list[T comparable](f Field, value jsontext.Value, item domain.Rule, read func(Field, jsontext.Value) (T, bool)) ([]T, error) {
	if value.Kind() != '[' {
		return nil, f.refuse(value)
	}
	items, seen := []T{}, map[T]bool{}
	i := 0
	for raw, err := range elements(value) {
		if err != nil {
			return nil, f.refuse(value)
		}
		v, ok := read(Field{Rule: item}, raw)
		if !ok {
			return nil, Field{Name: f.Name + "[" + strconv.Itoa(i) + "]", Rule: item}.refuse(raw)
		}
		i++
		if seen[v] {
			continue
		}
		if len(items) == f.Rule.Items {
			return nil, domain.Invalidf("%s must be %s, not of more", f.Name, f.Rule.Expect()).At(f.Name)
		}
		items, seen[v] = append(items, v), f.Rule.Kind != domain.LinesRule
	}
	return items, nil
}

// elements yields the elements of an array; each is valid only until the next one is read.
func elements(array jsontext.Value) iter.Seq2[jsontext.Value, error] {
	return func(yield func(jsontext.Value, error) bool) {
		d := jsontext.NewDecoder(bytes.NewBuffer(array))
		_, err := d.ReadToken()
		for err == nil && d.PeekKind() != ']' {
			var element jsontext.Value
			if element, err = d.ReadValue(); err == nil && !yield(element, nil) {
				return
			}
		}
		if err != nil {
			yield(nil, err)
		}
	}
}
