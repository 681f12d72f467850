package client

import (
	"bytes"
	"encoding/json"
	"reflect"
)

// Opt is a field of an update: absent, null or a value. The zero value is absent and leaves the server's value unchanged.
type Opt[T any] struct {
	value T
	state optState
}

type optState uint8

const (
	absent optState = iota
	null
	present
)

// Set returns a value to send. A nil slice is sent as [], never as null.
func Set[T any](v T) Opt[T] { return Opt[T]{value: v, state: present} }

// Null returns a value that clears the field. The server refuses it if the field cannot be cleared.
func Null[T any]() Opt[T] { return Opt[T]{state: null} }

// IsZero reports whether the field is absent; encoding/json calls it for omitzero.
func (o Opt[T]) IsZero() bool { return o.state == absent }

// IsNull reports whether the field is null.
func (o Opt[T]) IsNull() bool { return o.state == null }

// Get returns the value, and false when the field is absent or null.
func (o Opt[T]) Get() (T, bool) { return o.value, o.state == present }

// MarshalJSON encodes the value, or null.
func (o Opt[T]) MarshalJSON() ([]byte, error) {
	if o.state != present {
		return []byte("null"), nil
	}
	if v := reflect.ValueOf(o.value); v.Kind() == reflect.Slice && v.IsNil() {
		return []byte("[]"), nil
	}
	return json.Marshal(o.value)
}

// UnmarshalJSON decodes a value or null; a missing member stays absent.
func (o *Opt[T]) UnmarshalJSON(data []byte) error {
	if bytes.Equal(data, []byte("null")) {
		*o = Null[T]()
		return nil
	}
	var v T
	if err := json.Unmarshal(data, &v); err != nil {
		return err
	}
	*o = Set(v)
	return nil
}
