package domain

import (
	"errors"
	"slices"
)

// Join returns one error for everything that is wrong with an input: the first Invalid error, with the others as its More. If there is an
// error of another kind, the input could not be checked to its end, and Join returns that one alone. Nil errors are skipped.
func Join(errs ...error) error {
	var all []*Error
	for _, err := range errs {
		if err == nil {
			continue
		}
		e, ok := errors.AsType[*Error](err)
		if !ok || e.Kind != Invalid {
			return err
		}
		all = append(all, e.All()...)
	}
	if len(all) == 0 {
		return nil
	}
	first := *all[0]
	first.More = all[1:]
	return &first
}

// All returns the error itself and then its More.
func (e *Error) All() []*Error {
	alone := *e
	alone.More = nil
	return append([]*Error{&alone}, e.More...)
}

// IsAbout reports whether an error is about one of the named inputs, perhaps among others.
func IsAbout(err error, fields ...string) bool {
	e, ok := errors.AsType[*Error](err)
	return ok && slices.ContainsFunc(e.All(), func(one *Error) bool { return slices.Contains(fields, one.Field) })
}
