package front

import (
	"context"
	"errors"
	"log/slog"
	"math"
	"net/http"
	"strconv"
	"sync"
	"time"

	"earnest/internal/domain"
)

// Code is a kind of error as callers see it. A front without a code for a kind treats the error as Internal.
type Code struct {
	Status int
	API    string // in the public API; part of the frozen contract
	Page   string // in the dashboard's API; the pages depend on it
}

// Codes is the only table that maps kinds of error to HTTP. Callers must not modify it.
var Codes = sync.OnceValue(func() map[domain.Kind]Code { //nolint:gochecknoglobals // a constant
	return map[domain.Kind]Code{
		domain.Missing:          {http.StatusUnauthorized, "MISSING_API_KEY", ""},
		domain.Unknown:          {http.StatusUnauthorized, "INVALID_API_KEY", "wrong_credentials"},
		domain.Revoked:          {http.StatusUnauthorized, "REVOKED_API_KEY", ""},
		domain.Expired:          {http.StatusUnauthorized, "EXPIRED_API_KEY", ""},
		domain.SignedOut:        {http.StatusUnauthorized, "", "signed_out"},
		domain.CodeNeeded:       {http.StatusUnauthorized, "", "code_needed"},
		domain.WrongCode:        {http.StatusUnauthorized, "", "wrong_code"},
		domain.PlanRequired:     {http.StatusForbidden, "PLAN_REQUIRED", "plan_required"},
		domain.AccountInactive:  {http.StatusForbidden, "ACCOUNT_INACTIVE", "account_inactive"},
		domain.AddressRefused:   {http.StatusForbidden, "IP_NOT_ALLOWED", ""},
		domain.ScopeMissing:     {http.StatusForbidden, "INSUFFICIENT_SCOPE", ""},
		domain.Forbidden:        {http.StatusForbidden, "FORBIDDEN", "forbidden"},
		domain.NotFound:         {http.StatusNotFound, "NOT_FOUND", "not_found"},
		domain.MethodNotAllowed: {http.StatusMethodNotAllowed, "METHOD_NOT_ALLOWED", "method_not_allowed"},
		domain.Conflict:         {http.StatusConflict, "", "conflict"},
		domain.Running:          {http.StatusConflict, "IDEMPOTENCY_IN_PROGRESS", ""},
		domain.Stale:            {http.StatusPreconditionFailed, "PRECONDITION_FAILED", "changed_meanwhile"},
		domain.Mismatch:         {http.StatusUnprocessableEntity, "IDEMPOTENCY_MISMATCH", ""},
		domain.Invalid:          {http.StatusUnprocessableEntity, "VALIDATION_ERROR", "invalid"},
		domain.TooLarge:         {http.StatusRequestEntityTooLarge, "FILE_TOO_LARGE", "file_too_large"},
		domain.Full:             {http.StatusRequestEntityTooLarge, "FILES_QUOTA_EXCEEDED", "files_quota_exceeded"},
		domain.BadRange:         {http.StatusRequestedRangeNotSatisfiable, "RANGE_NOT_SATISFIABLE", "range_not_satisfiable"},
		domain.QuotaExceeded:    {http.StatusTooManyRequests, "RATE_LIMIT_EXCEEDED", ""},
		domain.TooManyTries:     {http.StatusTooManyRequests, "", "too_many_tries"},
		domain.Internal:         {http.StatusInternalServerError, "INTERNAL_ERROR", "internal"},
		domain.Unavailable:      {http.StatusServiceUnavailable, "SERVICE_UNAVAILABLE", "unavailable"},
	}
})

// Fault is all that a caller learns about an internal error.
const Fault = "something went wrong on our side; the log has the details under the request id"

// tooLong is the message for a request that exceeded its deadline.
const tooLong = "the request took too long; try again in a moment"

// Failure is an error as a caller sees it.
type Failure struct {
	Status  int
	Code    string
	Message string
	Field   string   // the name of the invalid input, if any
	Cycle   []string // uuids of the nodes that would form a cycle
	Free    string   // a project key that is free, instead of one that is taken
	Fields  []Field  // everything that is wrong with the input, if that is known by name

	cause error
}

// Field is an invalid input, and what is wrong with it.
type Field struct {
	Field   string `json:"field"`
	Message string `json:"message"`
}

// APIFailure converts an error for the public API.
func APIFailure(err error) Failure { return failure(err, func(c Code) string { return c.API }) }

// PageFailure converts an error for the dashboard's API.
func PageFailure(err error) Failure { return failure(err, func(c Code) string { return c.Page }) }

// failure classifies an error and keeps the text of unclassified errors private. It suggests trying again only if nothing was stored, and
// therefore never for an Uncertain error, which keeps its own message.
func failure(err error, text func(Code) string) Failure {
	e, _ := errors.AsType[*domain.Error](err)
	switch {
	case unsettled(err) && errors.Is(err, context.DeadlineExceeded):
		e = domain.Errorf(domain.Unavailable, "%s", tooLong)
	case e != nil && e.Kind == domain.Uncertain:
		e = domain.Errorf(domain.Internal, "%s", e.Message)
	case e == nil || e.Kind == domain.Internal || text(Codes()[e.Kind]) == "":
		e = domain.Errorf(domain.Internal, "%s", Fault)
	}
	code := Codes()[e.Kind]
	return Failure{code.Status, text(code), e.Message, e.Field, e.Cycle, e.Free, fields(e), err}
}

// fields lists the invalid inputs of an error that have a name.
func fields(e *domain.Error) []Field {
	var list []Field
	for _, one := range e.All() {
		if one.Kind == domain.Invalid && one.Field != "" {
			list = append(list, Field{one.Field, one.Message})
		}
	}
	return list
}

// Report logs internal and temporary failures, and sets Retry-After to one second for a temporary failure or a request that is still running, or to
// wait, rounded up to whole seconds, if the caller sent too many requests.
func (f Failure) Report(ctx context.Context, log *slog.Logger, h http.Header, wait time.Duration) {
	switch f.Status {
	case http.StatusInternalServerError:
		log.ErrorContext(ctx, "internal error", "error", f.cause)
	case http.StatusServiceUnavailable:
		log.WarnContext(ctx, "refused for now", "error", f.cause, "cause", errors.Unwrap(f.cause))
		h.Set("Retry-After", "1")
	case http.StatusConflict:
		if domain.KindOf(f.cause) == domain.Running {
			h.Set("Retry-After", "1")
		}
	case http.StatusTooManyRequests:
		h.Set("Retry-After", strconv.FormatInt(int64(math.Ceil(wait.Seconds())), 10))
	}
}

// unsettled reports whether an error may come from an expired context, which drivers report in many ways.
func unsettled(err error) bool {
	kind := domain.KindOf(err)
	return kind == domain.Internal || kind == domain.Unavailable
}
