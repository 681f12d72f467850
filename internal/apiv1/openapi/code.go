package openapi

import (
	"earnest/internal/domain"
	"earnest/internal/front"
)

// code is an API error with a sample message.
type code struct {
	Code    string
	Status  int
	Example string
	Field   string // the input that the example is about, if any
}

// codes lists the API's errors.
func codes() map[domain.Kind]code {
	list := map[domain.Kind]code{}
	for kind, c := range front.Codes() {
		if c.API != "" {
			list[kind] = code{Code: c.API, Status: c.Status, Example: messages()[kind]}
		}
	}
	invalid := list[domain.Invalid]
	invalid.Field = "story_points"
	list[domain.Invalid] = invalid
	return list
}

func messages() map[domain.Kind]string {
	return map[domain.Kind]string{
		domain.Missing:          "send your API key in the header: Authorization: Bearer <API_KEY>",
		domain.Unknown:          "this is not a known API key",
		domain.Revoked:          "this API key was revoked on 2026-03-31 09:30:00",
		domain.Expired:          "this API key expired on 2026-03-31 00:00:00",
		domain.PlanRequired:     "the plan free does not include API access; it starts at the plan pro",
		domain.AccountInactive:  "the account that owns this API key is inactive",
		domain.AddressRefused:   "this API key may not be used from the address 203.0.113.7",
		domain.ScopeMissing:     "this API key lacks the scope tickets:write",
		domain.Forbidden:        "you are not a member of this project",
		domain.NotFound:         "ticket not found",
		domain.MethodNotAllowed: "this path does not support this method; it supports GET, HEAD",
		domain.Running:          domain.StillRunning().Message,
		domain.Stale:            "the object has changed since you read it: its ETag is not the one in If-Match",
		domain.Mismatch:         "this Idempotency-Key was used for another request in the last 24 hours; use a new one for each request",
		domain.Invalid:          `story_points must be a number from 0 to 10000, not "five"`,
		domain.TooLarge:         "the file must not be larger than 25 MiB",
		domain.Full:             "the files of a project must not be larger than 5 GiB in total; delete some first",
		domain.BadRange:         "the file has no such range of bytes; it has 48213 bytes",
		domain.QuotaExceeded:    "the quota of 1000 requests an hour is used up",
		domain.Internal:         front.Fault,
		domain.Unavailable:      "the database is not available; try again in a moment",
	}
}
