package apiv1

import (
	"context"
	"errors"
	"net/http"
	"sync"

	"earnest/internal/domain"
)

// code is how a kind of error looks on the wire.
type code struct {
	Code    string
	Status  int
	Example string // a message such as a caller may see
}

// codes is where errors meet HTTP.
var codes = sync.OnceValue(func() map[domain.Kind]code { //nolint:gochecknoglobals // a constant
	return map[domain.Kind]code{
		domain.Missing:          {"MISSING_API_KEY", http.StatusUnauthorized, "send your API key in the header: Authorization: Bearer <API_KEY>"},
		domain.Unknown:          {"INVALID_API_KEY", http.StatusUnauthorized, "this is not a known API key"},
		domain.Revoked:          {"REVOKED_API_KEY", http.StatusUnauthorized, "this API key was revoked on 2026-03-31 09:30:00"},
		domain.Expired:          {"EXPIRED_API_KEY", http.StatusUnauthorized, "this API key expired on 2026-03-31 00:00:00"},
		domain.PlanRequired:     {"PLAN_REQUIRED", http.StatusForbidden, "the plan free does not include API access; it starts at the plan pro"},
		domain.AccountInactive:  {"ACCOUNT_INACTIVE", http.StatusForbidden, "the account that owns this API key is inactive"},
		domain.AddressRefused:   {"IP_NOT_ALLOWED", http.StatusForbidden, "this API key may not be used from the address 203.0.113.7"},
		domain.ScopeMissing:     {"INSUFFICIENT_SCOPE", http.StatusForbidden, "this API key lacks the scope tickets:write"},
		domain.Forbidden:        {"FORBIDDEN", http.StatusForbidden, "you are not a member of this project"},
		domain.NotFound:         {"NOT_FOUND", http.StatusNotFound, "ticket not found"},
		domain.MethodNotAllowed: {"METHOD_NOT_ALLOWED", http.StatusMethodNotAllowed, "this path does not support this method; it supports GET, HEAD"},
		domain.Invalid:          {"VALIDATION_ERROR", http.StatusUnprocessableEntity, `story_points must be a number from 0 to 10000, not "five"`},
		domain.QuotaExceeded:    {"RATE_LIMIT_EXCEEDED", http.StatusTooManyRequests, "the quota of 1000 requests an hour is used up"},
		domain.Internal:         {"INTERNAL_ERROR", http.StatusInternalServerError, "something went wrong on our side; the log has the details under the request id"},
		domain.Unavailable:      {"SERVICE_UNAVAILABLE", http.StatusServiceUnavailable, "the database is not available; try again in a moment"},
	}
})

// wireError gives the code of any error and the sentence for the caller. What nobody classified is our
// fault, and its text stays inside.
func wireError(err error) (code, string) {
	table := codes()
	var e *domain.Error
	switch {
	case unsettled(err) && errors.Is(err, context.DeadlineExceeded):
		return table[domain.Unavailable], "the request took too long; try again in a moment"
	case !errors.As(err, &e), e.Kind == domain.Internal:
		return table[domain.Internal], table[domain.Internal].Example
	case e.Kind == domain.Uncertain:
		return table[domain.Internal], e.Message
	default:
		return table[e.Kind], e.Message
	}
}
