// Package input decodes strict JSON objects from callers into structs of domain.Opt fields and checks each field against its
// rule. Both fronts and the workspace import use it, so that they accept the same values.
package input

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"earnest/internal/domain"
)

// MaxBody is the maximum size of a request body.
const MaxBody = 1 << 20

// deepest is the maximum nesting depth of the decoder.
const deepest = 10_000

// Object is a JSON object with undecoded members.
type Object map[string]jsontext.Value

// ReadObject reads a body, which must be a single JSON object no larger than MaxBody.
func ReadObject(body io.Reader) (Object, error) {
	data, err := io.ReadAll(io.LimitReader(body, MaxBody+1))
	if err != nil {
		return nil, domain.Wrap(domain.Invalid, err, "the body could not be read to its end")
	}
	if len(data) > MaxBody {
		return nil, TooLarge()
	}
	return ParseObject(data)
}

// TooLarge returns the error for a body larger than MaxBody.
func TooLarge() error { return domain.Invalidf("the body must not be larger than 1 MiB") }

// ParseObject parses exactly one JSON object. It must be valid UTF-8, with no duplicate key at any depth, no NUL and nothing
// after it.
func ParseObject(data []byte) (Object, error) {
	if err := checkText(data); err != nil {
		return nil, err
	}
	value := jsontext.Value(bytes.TrimLeft(data, " \t\r\n"))
	if len(value) == 0 {
		return nil, domain.Invalidf("the body is empty; it must be a JSON object")
	}
	object, err := members(data)
	if err == nil && value.Kind() != '{' {
		return nil, domain.Invalidf("the body must be a JSON object, not %s", nameOf(value))
	}
	return object, err
}

// members returns the members of an object as slices of data. It reads every token, so it finds duplicate keys, bad escapes,
// trailing bytes and escaped NULs at any depth, even in members that are never decoded.
func members(data []byte) (Object, error) {
	d := jsontext.NewDecoder(bytes.NewBuffer(data))
	suspect := bytes.Contains(data, []byte(`\u0000`)) // only a suspicion, since the backslash may itself be escaped
	object := Object{}
	var key string
	var from int64 // where the key ended
	for {
		token, err := d.ReadToken()
		if errors.Is(err, io.EOF) {
			return object, nil
		}
		if err != nil {
			return nil, syntaxError(err, d.StackDepth())
		}
		if suspect && token.Kind() == '"' && strings.IndexByte(token.String(), 0) >= 0 {
			return nil, domain.Invalidf("the body must not contain a NUL character")
		}
		end := d.InputOffset()
		switch d.StackDepth() {
		case 0:
			if len(bytes.TrimLeft(data[end:], " \t\r\n")) > 0 {
				return nil, domain.Invalidf("the body must contain nothing after the JSON object")
			}
		case 1:
			if kind, n := d.StackIndex(1); kind == '{' && n%2 == 1 {
				key, from = token.String(), end
			} else if kind == '{' && n > 0 {
				object[key] = bytes.TrimLeft(data[from:end:end], ": \t\r\n")
			}
		}
	}
}

func checkText(data []byte) error {
	if !utf8.Valid(data) {
		return domain.Invalidf("the body is not valid UTF-8")
	}
	if bytes.IndexByte(data, 0) >= 0 {
		return domain.Invalidf("the body must not contain a NUL character")
	}
	return nil
}

func syntaxError(err error, depth int) error {
	if depth >= deepest {
		return domain.Wrap(domain.Invalid, err, "the body is JSON that is nested more than %d levels deep", deepest)
	}
	if errors.Is(err, jsontext.ErrDuplicateName) {
		return domain.Wrap(domain.Invalid, err, "the body repeats the key %s", duplicateName(err))
	}
	if syntactic, ok := errors.AsType[*jsontext.SyntacticError](err); ok {
		return domain.Wrap(domain.Invalid, err, "the body is not valid JSON (at byte %d)", syntactic.ByteOffset)
	}
	return domain.Wrap(domain.Invalid, err, "the body is not valid JSON")
}

func duplicateName(err error) string {
	if syntactic, ok := errors.AsType[*jsontext.SyntacticError](err); ok {
		return quote(syntactic.JSONPointer.LastToken())
	}
	return "of a member"
}

// nameOf returns the type of a JSON value in words.
func nameOf(v jsontext.Value) string {
	switch v.Kind() {
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

// Items decodes a member that must be a list of 1 to most elements.
func Items(o Object, name string, most int) ([]jsontext.Value, error) {
	value, present := o[name]
	refusal := domain.Invalidf("%s must be a list of 1 to %d objects", name, most).At(name)
	if !present || value.Kind() != '[' {
		return nil, refusal
	}
	items := []jsontext.Value{}
	for item, err := range elements(value) {
		if err != nil || len(items) == most {
			return nil, refusal
		}
		items = append(items, item.Clone())
	}
	if len(items) == 0 {
		return nil, refusal
	}
	return items, nil
}

// Item decodes an element of a list that must be an object.
func Item(value jsontext.Value) (Object, error) {
	if value.Kind() != '{' {
		return nil, domain.Invalidf("each item must be an object, not %s", nameOf(value))
	}
	return members(value)
}
