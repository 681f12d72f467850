package workspace

import (
	"math"
	"reflect"
	"strconv"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"earnest/internal/domain"
)

// scalar decodes and checks a string, a number or a boolean.
func (r *reader) scalar(at Path, rule domain.Rule, into reflect.Value) error {
	raw, err := r.d.ReadValue()
	if err != nil {
		return r.syntax(at, err)
	}
	var ok bool
	switch into.Kind() {
	case reflect.String:
		var text string
		if text, ok = readText(raw, rule); ok {
			into.SetString(text)
		}
	case reflect.Float64:
		var n float64
		if n, ok = readNumber(raw, rule); ok {
			into.SetFloat(n)
		}
	case reflect.Int64:
		var n float64
		if n, ok = readNumber(raw, rule); ok && n == math.Trunc(n) {
			into.SetInt(int64(n))
		} else {
			ok = false
		}
	case reflect.Bool:
		ok = raw.Kind() == 't' || raw.Kind() == 'f'
		into.SetBool(raw.Kind() == 't')
	default:
		panic("the file has no values of type " + into.Type().String())
	}
	if !ok {
		return refuse(at, rule, raw)
	}
	return nil
}

// refuse returns the error for an invalid value.
func refuse(at Path, rule domain.Rule, raw jsontext.Value) error {
	if raw.Kind() == '"' && rule.Kind == domain.TextRule {
		if flaw := rule.Flaw(unquote(raw)); flaw != "" {
			return at.Errorf("must %s", flaw)
		}
	}
	return at.Errorf("must be %s, not %s", expect(rule), show(raw))
}

func readText(raw jsontext.Value, rule domain.Rule) (string, bool) {
	if raw.Kind() != '"' {
		return "", false
	}
	s := unquote(raw)
	switch rule.Kind {
	case domain.UUIDRule:
		return domain.ParseUUID(s)
	case domain.DateRule:
		_, ok := domain.ParseDate(s)
		return s, ok
	case domain.MomentRule:
		_, ok := parseMoment(s)
		return s, ok
	default:
		return rule.Text(s)
	}
}

func readNumber(raw jsontext.Value, rule domain.Rule) (float64, bool) {
	if raw.Kind() != '0' {
		return 0, false
	}
	n, err := strconv.ParseFloat(string(raw), 64)
	if err != nil || !rule.Number(n) {
		return 0, false
	}
	if n == 0 {
		return 0, true // -0 is 0
	}
	return n, true
}

// expect describes a valid value, to follow "must be".
func expect(rule domain.Rule) string {
	switch {
	case rule.Kind == domain.UUIDRule:
		return "a uuid"
	case rule.Kind == domain.NumberRule && rule.Max == math.MaxFloat64:
		return "a number"
	default:
		return rule.Expect()
	}
}

// unquote returns the text of a JSON string that the decoder has accepted.
func unquote(raw jsontext.Value) string {
	text, _ := jsontext.AppendUnquote(nil, raw)
	return string(text)
}

const short = 60

// show quotes a short value and describes a long one.
func show(raw jsontext.Value) string {
	switch kind := raw.Kind(); kind {
	case '{', '[':
		return nameOf(kind)
	case '"':
		text := unquote(raw)
		if n := utf8.RuneCountInString(text); n > short {
			return "text of " + strconv.Itoa(n) + " characters"
		}
		return strconv.Quote(text)
	default:
		return clip(string(raw))
	}
}

// clip shortens text that an error quotes.
func clip(s string) string {
	if utf8.RuneCountInString(s) > short {
		return string([]rune(s)[:short]) + "…"
	}
	return s
}

// nameOf returns the type of a JSON value in words.
func nameOf(kind jsontext.Kind) string {
	switch kind {
	case '{':
		return "an object"
	case '[':
		return "an array"
	case '"':
		return "text"
	case '0':
		return "a number"
	case 't', 'f':
		return "true or false"
	case 'n':
		return "null"
	default:
		return "something else"
	}
}
