package domain

import (
	"errors"
	"fmt"
	"time"
)

// Kind says what went wrong in a way a program can act on. Each front maps kinds to its own codes.
type Kind int

// The kinds of error. Internal is the zero value: an error nobody classified is our own fault.
const (
	Internal Kind = iota
	Missing       // no credentials
	Unknown       // credentials that nobody has
	Revoked
	Expired
	AddressRefused
	AccountInactive
	PlanRequired
	QuotaExceeded
	NotFound
	MethodNotAllowed
	ScopeMissing
	Forbidden
	Invalid
	Unavailable
	Uncertain // nobody can tell whether the write was stored
	SignedOut // no session
	CodeNeeded
	WrongCode
	TooManyTries
	Conflict // with something that is there already
)

// Error is a refusal: a kind for programs, a sentence for people, and the cause if there is one.
// The sentence may be shown to the caller, so it never tells of the inside.
type Error struct {
	Kind    Kind
	Message string
	Field   string        // the input that is wrong, if it is one
	Wait    time.Duration // for TooManyTries: until the next one
	Cycle   []string      // what would follow itself, by uuid, in its order
	cause   error
}

func (e *Error) Error() string { return e.Message }
func (e *Error) Unwrap() error { return e.cause }

// Errorf makes an Error of a kind.
func Errorf(kind Kind, format string, args ...any) *Error {
	return &Error{Kind: kind, Message: fmt.Sprintf(format, args...)}
}

// Wrap makes an Error that keeps its cause.
func Wrap(kind Kind, cause error, format string, args ...any) *Error {
	return &Error{Kind: kind, Message: fmt.Sprintf(format, args...), cause: cause}
}

// NoSuch says that a thing does not exist: NoSuch("ticket").
func NoSuch(noun string) *Error { return Errorf(NotFound, "%s not found", noun) }

// Invalidf says which input is wrong and what would be right.
func Invalidf(format string, args ...any) *Error { return Errorf(Invalid, format, args...) }

// At says which input an error is about.
func (e *Error) At(field string) *Error {
	e.Field = field
	return e
}

// KindOf tells the kind of any error; Internal when it was never classified.
func KindOf(err error) Kind {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Kind
	}
	return Internal
}

// RetryAfter tells how long to wait before trying again, where an error says so.
func RetryAfter(err error) time.Duration {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Wait
	}
	return 0
}
