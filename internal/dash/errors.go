package dash

import (
	"context"
	"errors"
	"net/http"

	"earnest/internal/domain"
)

// code is how a kind of error looks to the pages.
type code struct {
	Code   string
	Status int
}

// codes is where errors meet the pages.
func codes() map[domain.Kind]code {
	return map[domain.Kind]code{
		domain.SignedOut:        {"signed_out", http.StatusUnauthorized},
		domain.Unknown:          {"wrong_credentials", http.StatusUnauthorized},
		domain.CodeNeeded:       {"code_needed", http.StatusUnauthorized},
		domain.WrongCode:        {"wrong_code", http.StatusUnauthorized},
		domain.Forbidden:        {"forbidden", http.StatusForbidden},
		domain.AccountInactive:  {"account_inactive", http.StatusForbidden},
		domain.PlanRequired:     {"plan_required", http.StatusForbidden},
		domain.NotFound:         {"not_found", http.StatusNotFound},
		domain.MethodNotAllowed: {"method_not_allowed", http.StatusMethodNotAllowed},
		domain.Conflict:         {"conflict", http.StatusConflict},
		domain.Invalid:          {"invalid", http.StatusUnprocessableEntity},
		domain.TooManyTries:     {"too_many_tries", http.StatusTooManyRequests},
		domain.Internal:         {"internal", http.StatusInternalServerError},
		domain.Uncertain:        {"internal", http.StatusInternalServerError},
		domain.Unavailable:      {"unavailable", http.StatusServiceUnavailable},
	}
}

// sorry is all that a page learns of a fault of ours.
const sorry = "something went wrong on our side; the log has the details under the request id"

// wireError gives the code of any error and the sentence for people. What nobody classified is our fault, and its
// text stays inside.
func wireError(err error) (code, errorBody) {
	table := codes()
	var e *domain.Error
	switch {
	case !errors.As(err, &e) && errors.Is(err, context.DeadlineExceeded):
		return table[domain.Unavailable], errorBody{Message: "the request took too long; try again in a moment"}
	case !errors.As(err, &e), e.Kind == domain.Internal:
		return table[domain.Internal], errorBody{Message: sorry}
	}
	c, known := table[e.Kind]
	if !known {
		return table[domain.Internal], errorBody{Message: sorry}
	}
	return c, errorBody{Message: e.Message, Field: e.Field, Cycle: e.Cycle}
}
