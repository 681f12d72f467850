package domain

// Opt is a value that may be absent. An update leaves what is absent; a field that may be cleared is
// an Opt of a pointer, and nil clears it.
type Opt[T any] struct {
	Set   bool
	Value T
}

// Some is a present value.
func Some[T any](v T) Opt[T] { return Opt[T]{Set: true, Value: v} }

// Or gives the value, or fallback when it is absent.
func (o Opt[T]) Or(fallback T) T {
	if o.Set {
		return o.Value
	}
	return fallback
}

// Apply stores a present value in target.
func (o Opt[T]) Apply(target *T) {
	if o.Set {
		*target = o.Value
	}
}

// Input is what a caller sent, or why it cannot be read. A use case asks for the value only after it
// has checked that the caller may act at all, so that a stranger learns nothing from a bad body.
type Input[T any] struct {
	value T
	err   error
}

// Given is a readable input.
func Given[T any](v T) Input[T] { return Input[T]{value: v} }

// Unreadable is an input that is refused once the caller's right to send it is known.
func Unreadable[T any](err error) Input[T] { return Input[T]{err: err} }

// NewInput joins the two results of a decoder.
func NewInput[T any](v T, err error) Input[T] { return Input[T]{value: v, err: err} }

// Get gives the value or the reason it is refused.
func (i Input[T]) Get() (T, error) { return i.value, i.err }
