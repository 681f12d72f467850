package domain

// Opt is an optional value. An update leaves absent fields unchanged; a field that can be cleared is an Opt of a pointer, and
// nil clears it.
type Opt[T any] struct {
	Set   bool
	Value T
}

// Some returns an Opt with the given value.
func Some[T any](v T) Opt[T] { return Opt[T]{Set: true, Value: v} }

// Or returns the value, or fallback when it is absent.
func (o Opt[T]) Or(fallback T) T {
	if o.Set {
		return o.Value
	}
	return fallback
}

// Apply stores the value in target, unless it is absent.
func (o Opt[T]) Apply(target *T) {
	if o.Set {
		*target = o.Value
	}
}

// Input is a decoded input, or the error from decoding it. A use case reads the value only after checking the caller's
// permission, so that a stranger learns nothing by sending an invalid body.
type Input[T any] struct {
	value T
	err   error
}

// Given returns a valid input.
func Given[T any](v T) Input[T] { return Input[T]{value: v} }

// Unreadable returns an invalid input, which is refused only after the caller's permission has been checked.
func Unreadable[T any](err error) Input[T] { return Input[T]{err: err} }

// NewInput wraps the two results of a decoder.
func NewInput[T any](v T, err error) Input[T] { return Input[T]{value: v, err: err} }

// Get returns the value, or the error from decoding it.
func (i Input[T]) Get() (T, error) { return i.value, i.err }
