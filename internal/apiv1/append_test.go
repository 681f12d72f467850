package apiv1

import (
	"bytes"
	"reflect"
	"testing"
)

// mustAppendAsEncoded compares what add appends with what encode writes.
func mustAppendAsEncoded[W any](t *testing.T, add func([]byte, *W) []byte) {
	t.Helper()
	for name, fill := range map[string]func(reflect.Value){"every field": fillAll, "empty lists": fillEmpty, "no field": func(reflect.Value) {}} {
		var item W
		fill(reflect.ValueOf(&item).Elem())
		var want bytes.Buffer
		if err := encode(&want, &item); err != nil {
			t.Fatal(err)
		}
		if got := string(add(nil, &item)); got != want.String() {
			t.Errorf("%s of %T is written as\n%s, not as\n%s", name, item, got, &want)
		}
	}
}

// fillAll sets every field to a value that is not its zero value.
func fillAll(v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		for _, f := range v.Fields() {
			fillAll(f)
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fillAll(v.Elem())
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		fillAll(v.Index(0))
		fillAll(v.Index(1))
	case reflect.String:
		v.SetString("text")
	case reflect.Int64:
		v.SetInt(-42)
	case reflect.Float64:
		v.SetFloat(2.5)
	default:
		panic("fillAll does not know " + v.Kind().String())
	}
}

// fillEmpty sets every list to one without items.
func fillEmpty(v reflect.Value) {
	for _, f := range v.Fields() {
		if f.Kind() == reflect.Slice {
			f.Set(reflect.MakeSlice(f.Type(), 0, 0))
		}
	}
}

// A field that is added to a wire type must be added to its function too.
func TestItemsOfListsAreWrittenAsTheEncoderWritesThem(t *testing.T) {
	t.Parallel()
	mustAppendAsEncoded(t, appendTicket)
	mustAppendAsEncoded(t, appendTimeEntry)
}
