package input

import (
	"reflect"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"earnest/internal/domain"
)

// A body is a struct whose fields are domain.Opt values with two tags: `json` names the JSON member and `rule` its rule in
// domain.Rules. A pointer inside the Opt, or `null:"yes"` on a list, allows null. A third tag, `need:"yes"`, makes the member
// required on creation.

// Field describes one member of a body; the API document and the tests are derived from it.
type Field struct {
	Name     string
	Rule     domain.Rule
	Nullable bool
	Required bool
	index    int
}

// known caches the fields of each body type.
var known sync.Map //nolint:gochecknoglobals // a cache for a pure function

// Fields describes the members of a body, in order.
func Fields(body reflect.Type) []Field {
	if stored, ok := known.Load(body); ok {
		if fields, ok := stored.([]Field); ok {
			return fields
		}
	}
	fields := describe(body)
	known.Store(body, fields)
	return fields
}

func describe(body reflect.Type) []Field {
	fields := make([]Field, 0, body.NumField())
	for i := range body.NumField() {
		f := body.Field(i)
		value, _ := f.Type.FieldByName("Value")
		fields = append(fields, Field{
			Name:     f.Tag.Get("json"),
			Rule:     domain.Rules(f.Tag.Get("rule")),
			Nullable: value.Type.Kind() == reflect.Pointer || f.Tag.Get("null") == "yes",
			Required: f.Tag.Get("need") == "yes",
			index:    i,
		})
	}
	return fields
}

// Create decodes a body and refuses it if a required member is missing. The error lists every member that is wrong, and the result has the
// others.
func Create[B any](o Object) (B, error) { return read[B](o, true) }

// Patch decodes the members that are present, and is otherwise like Create.
func Patch[B any](o Object) (B, error) { return read[B](o, false) }

func read[B any](o Object, needs bool) (B, error) {
	var body B
	var wrong []error
	target := reflect.ValueOf(&body).Elem()
	for _, f := range Fields(target.Type()) {
		value, present := o[f.Name]
		switch {
		case present:
			if err := f.set(target.Field(f.index).Addr().Interface(), value); err != nil {
				wrong = append(wrong, err)
			}
		case needs && f.Required:
			wrong = append(wrong, domain.Invalidf("%s is required: it must be %s", f.Name, f.Rule.Expect()).At(f.Name))
		}
	}
	return body, domain.Join(wrong...)
}

// UUID decodes one member that must be a uuid, before the rest of the body is checked.
func UUID(o Object, name, rule string) (string, error) {
	r := domain.Rules(rule)
	value, present := o[name]
	if !present {
		return "", domain.Invalidf("%s is required: it must be %s", name, r.Expect()).At(name)
	}
	var text domain.Opt[string]
	err := Field{Name: name, Rule: r}.set(&text, value)
	return text.Value, err
}

// set decodes value into any of the Opt types that a body can have.
func (f Field) set(target any, value jsontext.Value) error {
	if value.Kind() == 'n' {
		return f.setNull(target, value)
	}
	switch t := target.(type) {
	case *domain.Opt[string]:
		return set(t, f, value, f.text)
	case *domain.Opt[*string]:
		return setPointer(t, f, value, f.text)
	case *domain.Opt[float64]:
		return set(t, f, value, f.number)
	case *domain.Opt[*float64]:
		return setPointer(t, f, value, f.number)
	case *domain.Opt[int64]:
		return set(t, f, value, f.integer)
	case *domain.Opt[*int64]:
		return setPointer(t, f, value, f.integer)
	case *domain.Opt[bool]:
		return set(t, f, value, f.boolean)
	case *domain.Opt[*bool]:
		return setPointer(t, f, value, f.boolean)
	case *domain.Opt[domain.Date]:
		return set(t, f, value, f.date)
	case *domain.Opt[*domain.Date]:
		return setPointer(t, f, value, f.date)
	default:
		return f.setList(target, value)
	}
}

// setList is like set, for the Opt types that hold lists.
func (f Field) setList(target any, value jsontext.Value) error {
	switch t := target.(type) {
	case *domain.Opt[[]string]:
		return setList(t, value, f.texts)
	case *domain.Opt[[]int64]:
		return setList(t, value, f.integers)
	case *domain.Opt[[]domain.Date]:
		return setList(t, value, f.dates)
	default:
		panic("no body may have a field of type " + reflect.TypeOf(target).String())
	}
}

// setNull marks a nullable member as set and leaves its value nil, which is the zero value of a pointer or a list.
func (f Field) setNull(target any, value jsontext.Value) error {
	if !f.Nullable {
		return f.refuse(value)
	}
	reflect.ValueOf(target).Elem().FieldByName("Set").SetBool(true)
	return nil
}

func set[T any](t *domain.Opt[T], f Field, value jsontext.Value, read func(jsontext.Value) (T, bool)) error {
	v, ok := read(value)
	if !ok {
		return f.refuse(value)
	}
	*t = domain.Some(v)
	return nil
}

func setPointer[T any](t *domain.Opt[*T], f Field, value jsontext.Value, read func(jsontext.Value) (T, bool)) error {
	v, ok := read(value)
	if !ok {
		return f.refuse(value)
	}
	*t = domain.Some(&v)
	return nil
}

func setList[T any](t *domain.Opt[[]T], value jsontext.Value, read func(jsontext.Value) ([]T, error)) error {
	items, err := read(value)
	if err != nil {
		return err
	}
	*t = domain.Some(items)
	return nil
}

// refuse returns an error that states what the member must be and what it was.
func (f Field) refuse(value jsontext.Value) error {
	expect := f.Rule.Expect()
	if f.Nullable {
		expect += ", or null"
	}
	member, _, _ := strings.Cut(f.Name, "[") // for a list item, the member is the list
	return domain.Invalidf("%s must be %s, not %s", f.Name, expect, show(value)).At(member)
}

// short is the maximum number of characters of a value that a message quotes.
const short = 60

// show quotes a short value and describes a long one.
func show(value jsontext.Value) string {
	if kind := value.Kind(); kind == '{' || kind == '[' {
		return nameOf(value)
	}
	var text string
	if value.Kind() != '"' {
		return Clip(string(value))
	}
	if err := json.Unmarshal(value, &text); err != nil {
		return nameOf(value)
	}
	if n := utf8.RuneCountInString(text); n > short {
		return "text of " + strconv.Itoa(n) + " characters"
	}
	return quote(text)
}

// Clip shortens a value that a message quotes, without splitting a character.
func Clip(s string) string {
	count := 0
	for i := range s {
		if count == short {
			return s[:i] + "…"
		}
		count++
	}
	return s
}

func quote(s string) string {
	b, err := jsontext.AppendQuote(nil, s)
	if err != nil {
		return strconv.Quote(s)
	}
	return string(b)
}
