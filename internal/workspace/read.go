package workspace

import (
	"errors"
	"io"
	"reflect"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"earnest/internal/domain"
)

// reader decodes the file into its types and checks each value against its rule. The types define the structure, so nothing
// nests deeper than they do.
type reader struct {
	d      *jsontext.Decoder
	shapes shapes
}

// object decodes an object into a struct. A member that is null counts as omitted.
func (r *reader) object(at Path, into reflect.Value) error {
	if err := r.begin(at, '{', "an object"); err != nil {
		return err
	}
	shape := r.shapes.of(into.Type())
	seen := make([]bool, len(shape.members))
	for r.d.PeekKind() == '"' {
		name, err := r.d.ReadToken()
		if err != nil {
			return r.syntax(at, err)
		}
		i, known := shape.byName[name.String()]
		if !known {
			return at.Errorf("there is no member %s here; there are %s", strconv.Quote(clip(name.String())), shape.names())
		}
		m := &shape.members[i]
		if seen[i], err = r.member(at.In(m.name), m, into.FieldByIndex(m.index)); err != nil {
			return err
		}
	}
	if _, err := r.d.ReadToken(); err != nil {
		return r.syntax(at, err)
	}
	for i := range shape.members {
		if m := &shape.members[i]; m.required && !seen[i] {
			return at.In(m.name).Errorf("is required: it must be %s", expect(m.rule))
		}
	}
	return nil
}

// member decodes the value of a member; given is false if it is null.
func (r *reader) member(at Path, m *member, into reflect.Value) (given bool, err error) {
	if r.d.PeekKind() == 'n' {
		_, err := r.d.ReadToken()
		return false, r.syntax(at, err)
	}
	return true, r.value(at, m, into)
}

func (r *reader) value(at Path, m *member, into reflect.Value) error {
	switch into.Kind() {
	case reflect.Pointer:
		into.Set(reflect.New(into.Type().Elem()))
		return r.value(at, m, into.Elem())
	case reflect.Slice:
		if into.Type().Elem().Kind() == reflect.Struct {
			return r.objects(at, into)
		}
		if into.Type().Elem().Kind() == reflect.Int64 {
			return r.integers(at, m, into)
		}
		return r.texts(at, m, into)
	case reflect.Map:
		return r.numbers(at, m, into)
	default:
		return r.scalar(at, m.rule, into)
	}
}

func (r *reader) objects(at Path, into reflect.Value) error {
	return r.items(at, func(at Path) error {
		into.Grow(1)
		into.SetLen(into.Len() + 1)
		return r.object(at, into.Index(into.Len()-1))
	})
}

// texts decodes a list of strings. If duplicates are dropped, the limit applies to the remaining items.
func (r *reader) texts(at Path, m *member, into reflect.Value) error {
	list := []string{}
	seen := map[string]bool{}
	item := domain.Rule{Kind: domain.TextRule, Min: m.rule.Min, Max: m.rule.Max, Trim: m.rule.Trim}
	if m.rule.Kind == domain.DatesRule {
		item = domain.Rule{Kind: domain.DateRule}
	}
	err := r.items(at, func(at Path) error {
		var text string
		if err := r.scalar(at, item, reflect.ValueOf(&text).Elem()); err != nil {
			return err
		}
		if !m.collapses || !seen[text] {
			list = append(list, text)
		}
		seen[text] = true
		return nil
	})
	if err == nil && len(list) > m.rule.Items {
		err = at.Errorf("must be %s, not of %d", expect(m.rule), len(list))
	}
	into.Set(reflect.ValueOf(list))
	return err
}

// integers decodes a list of integers, which must not be empty.
func (r *reader) integers(at Path, m *member, into reflect.Value) error {
	list := []int64{}
	item := domain.Rule{Kind: domain.IntegerRule, Min: m.rule.Min, Max: m.rule.Max}
	err := r.items(at, func(at Path) error {
		list = append(list, 0)
		return r.scalar(at, item, reflect.ValueOf(&list[len(list)-1]).Elem())
	})
	if err == nil && (len(list) == 0 || len(list) > m.rule.Items) {
		err = at.Errorf("must be %s, not of %d", expect(m.rule), len(list))
	}
	into.Set(reflect.ValueOf(list))
	return err
}

func (r *reader) items(at Path, read func(Path) error) error {
	if err := r.begin(at, '[', "an array"); err != nil {
		return err
	}
	for i := 0; r.d.PeekKind() != ']'; i++ {
		if r.d.PeekKind() == jsontext.KindInvalid {
			break // the next token reports why
		}
		if err := read(at.At(i)); err != nil {
			return err
		}
	}
	_, err := r.d.ReadToken()
	return r.syntax(at, err)
}

// numbers decodes an object whose members are all numbers.
func (r *reader) numbers(at Path, m *member, into reflect.Value) error {
	if err := r.begin(at, '{', "an object"); err != nil {
		return err
	}
	into.Set(reflect.MakeMap(into.Type()))
	for r.d.PeekKind() == '"' {
		name, err := r.d.ReadToken()
		if err != nil {
			return r.syntax(at, err)
		}
		key, number := name.String(), 0.0
		if err := r.scalar(at.In(clip(key)), m.rule, reflect.ValueOf(&number).Elem()); err != nil {
			return err
		}
		into.SetMapIndex(reflect.ValueOf(key), reflect.ValueOf(number))
	}
	_, err := r.d.ReadToken()
	return r.syntax(at, err)
}

// begin reads the first token of an object or a list, or reports what is there instead.
func (r *reader) begin(at Path, kind jsontext.Kind, words string) error {
	if have := r.d.PeekKind(); have != kind && have != jsontext.KindInvalid {
		return at.Errorf("must be %s, not %s", words, nameOf(have))
	}
	_, err := r.d.ReadToken()
	return r.syntax(at, err)
}

// syntax adds the path to an error from the decoder and rewords it.
func (r *reader) syntax(at Path, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, jsontext.ErrDuplicateName):
		if syntactic, ok := errors.AsType[*jsontext.SyntacticError](err); ok {
			return at.Errorf("the key %s is repeated here", strconv.Quote(clip(syntactic.JSONPointer.LastToken())))
		}
		return at.Errorf("a key is repeated here")
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return at.Errorf("the file ends too early")
	default:
		return at.Errorf("this is not valid JSON in UTF-8 (at byte %d of the file)", r.d.InputOffset())
	}
}
