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
	value   T
	err     error
	partial bool // despite the error, the value has the parts that could be decoded
	further bool
}

// Given returns a valid input.
func Given[T any](v T) Input[T] { return Input[T]{value: v} }

// Unreadable returns an input of which nothing could be decoded. It is refused only after the caller's permission has been checked.
func Unreadable[T any](err error) Input[T] { return Input[T]{err: err} }

// NewInput wraps the two results of a decoder.
func NewInput[T any](v T, err error) Input[T] {
	return Input[T]{value: v, err: err, partial: err != nil}
}

// Get returns the value, or the error from decoding it. With the error, the value has the parts that could be decoded, if any.
func (i Input[T]) Get() (T, error) { return i.value, i.err }

// Further returns the input for a use case that also checks an input that could be decoded only in part, in order to report all that is
// wrong with it at once. The use case must not rely on a required part before it has refused such an input.
func (i Input[T]) Further() Input[T] {
	i.further = true
	return i
}

// Refused returns the error from decoding, unless the use case checks the rest of the input; see Further.
func (i Input[T]) Refused() error {
	if i.further && i.partial {
		return nil
	}
	return i.err
}
