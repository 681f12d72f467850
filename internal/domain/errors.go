package domain

import (
	"errors"
	"fmt"
	"time"
)

// Kind classifies an error for programs. Each HTTP front maps kinds to its own codes.
type Kind int

// The kinds of error. Internal is the zero value, since an unclassified error is our own fault.
const (
	Internal Kind = iota
	Missing       // no credentials
	Unknown       // invalid credentials
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
	Uncertain // it is unknown whether the write was stored
	SignedOut // no session
	CodeNeeded
	WrongCode
	TooManyTries
	Conflict // with something that already exists
	Running  // a request with the same name has not been answered yet
	Mismatch // a name was used for another request
	Stale    // the object has changed since the caller read it
	TooLarge // the body is larger than allowed
	Full     // the project has no room for more files
	BadRange // of bytes that the file does not have
)

// Error is a classified error: a kind for programs, a message for people, and the cause if there is one. The message may be
// shown to the caller, so it never reveals internals.
type Error struct {
	Kind    Kind
	Message string
	Field   string        // the name of the invalid input, if any
	Wait    time.Duration // for TooManyTries: the time until the next attempt
	Cycle   []string      // for a link that would create a cycle: the uuids of its nodes, in order
	Free    string        // for a project key that is taken: one that is free
	More    []*Error      // what else is wrong with the same input; see Join
	cause   error
}

func (e *Error) Error() string { return e.Message }
func (e *Error) Unwrap() error { return e.cause }

// Errorf returns an Error of the given kind.
func Errorf(kind Kind, format string, args ...any) *Error {
	return &Error{Kind: kind, Message: fmt.Sprintf(format, args...)}
}

// Wrap is like Errorf but keeps the cause of the error.
func Wrap(kind Kind, cause error, format string, args ...any) *Error {
	return &Error{Kind: kind, Message: fmt.Sprintf(format, args...), cause: cause}
}

// NoSuch returns a NotFound error for a kind of object, as in NoSuch("ticket").
func NoSuch(noun string) *Error { return Errorf(NotFound, "%s not found", noun) }

// Invalidf returns an Invalid error. The message should name the input and describe what would be valid.
func Invalidf(format string, args ...any) *Error { return Errorf(Invalid, format, args...) }

// At sets the name of the input that an error is about.
func (e *Error) At(field string) *Error {
	e.Field = field
	return e
}

// KindOf returns the kind of any error, or Internal if it was never classified.
func KindOf(err error) Kind {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Kind
	}
	return Internal
}

// RetryAfter returns how long to wait before the next attempt, or 0 if the error does not specify it.
func RetryAfter(err error) time.Duration {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Wait
	}
	return 0
}
