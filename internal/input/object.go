// Package input reads what callers send: strict JSON objects into structs of domain.Opt fields, each
// checked against its rule. Every front and the workspace file use it, so that they cannot disagree.
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

// MaxBody is the most a request body may hold.
const MaxBody = 1 << 20

// Object is a JSON object, its members not yet read.
type Object map[string]jsontext.Value

// ReadObject reads a body that must be one JSON object. The reader must end: it is read to its end or
// to the bound.
func ReadObject(body io.Reader) (Object, error) {
	data, err := io.ReadAll(io.LimitReader(body, MaxBody+1))
	if err != nil {
		return nil, domain.Wrap(domain.Invalid, err, "the body could not be read to its end")
	}
	if len(data) > MaxBody {
		return nil, domain.Invalidf("the body must not be larger than 1 MiB")
	}
	return ParseObject(data)
}

// ParseObject reads exactly one JSON object: no repeated key at any depth, no NUL, valid UTF-8, nothing
// after it.
func ParseObject(data []byte) (Object, error) {
	if err := checkText(data); err != nil {
		return nil, err
	}
	value := jsontext.Value(bytes.TrimLeft(data, " \t\r\n"))
	if len(value) == 0 {
		return nil, domain.Invalidf("the body is empty; it must be a JSON object")
	}
	if err := checkSyntax(data); err != nil {
		return nil, err
	}
	if value.Kind() != '{' {
		return nil, domain.Invalidf("the body must be a JSON object, not %s", nameOf(value))
	}
	return members(data)
}

// members gives the members of an object that was found well formed, each a part of data.
func members(data []byte) (Object, error) {
	d := jsontext.NewDecoder(bytes.NewBuffer(data), jsontext.AllowDuplicateNames(true)) // they were looked for
	_, err := d.ReadToken()
	object := Object{}
	for err == nil && d.PeekKind() != '}' {
		var name jsontext.Token
		if name, err = d.ReadToken(); err != nil {
			break
		}
		key := name.String() // before the next token: it takes the place of this one
		var value jsontext.Value
		if value, err = d.ReadValue(); err == nil {
			end := int(d.InputOffset())
			object[key] = data[end-len(value) : end : end]
		}
	}
	if err != nil {
		return nil, syntaxError(err)
	}
	return object, nil
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

// checkSyntax reads every token: it finds repeated keys, bad escapes, trailing bytes and NULs written
// as escapes, at any depth, also in members nobody reads.
func checkSyntax(data []byte) error {
	d := jsontext.NewDecoder(bytes.NewBuffer(data))
	suspect := bytes.Contains(data, []byte(`\u0000`)) // the backslash may itself be escaped
	for {
		token, err := d.ReadToken()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return syntaxError(err)
		}
		if suspect && token.Kind() == '"' && strings.IndexByte(token.String(), 0) >= 0 {
			return domain.Invalidf("the body must not contain a NUL character")
		}
		if d.StackDepth() == 0 && len(bytes.TrimLeft(data[d.InputOffset():], " \t\r\n")) > 0 {
			return domain.Invalidf("the body must hold nothing after the JSON object")
		}
	}
}

func syntaxError(err error) error {
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

// nameOf says what a JSON value is, in words.
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
