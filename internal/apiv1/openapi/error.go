package openapi

import (
	"cmp"
	"maps"
	"net/http"
	"slices"
	"strings"

	"earnest/internal/apiv1"
	"earnest/internal/domain"
)

// Headers of responses.
const (
	requestID  = "X-Request-Id"
	retryAfter = "Retry-After"
	allow      = "Allow"
	entityTag  = "ETag"

	authenticate = "WWW-Authenticate"
)

// rateHeaders lists the headers of every response.
func rateHeaders() []string {
	return []string{
		"X-RateLimit-Limit-Hour",
		"X-RateLimit-Remaining-Hour",
		"X-RateLimit-Limit-Month",
		"X-RateLimit-Remaining-Month",
		"X-RateLimit-Reset-Hour",
		requestID,
	}
}

func headers() ordered[header] {
	count := func(about string, sample int) header {
		return header{Description: about, Required: true, Schema: typed("integer"), Example: sample}
	}
	return ordered[header]{
		{"X-RateLimit-Limit-Hour", count("the quota of a clock hour, in requests", 1000)},
		{"X-RateLimit-Remaining-Hour", count("the requests left in this hour", 987)},
		{"X-RateLimit-Limit-Month", count("the quota of a calendar month, in requests", 10000)},
		{"X-RateLimit-Remaining-Month", count("the requests left in this month", 8754)},
		{"X-RateLimit-Reset-Hour", count("when the next hour begins, as a Unix time in seconds", 1773136800)},
		{requestID, header{
			Description: "names this request in the server's log; quote it when you report a problem",
			Schema:      typed(stringType),
			Example:     "0195a9d2-7c1e-7d30-9c55-2f6b8d1e4a70",
		}},
		{retryAfter, count("the seconds to wait before the next try", 1260)},
		{entityTag, header{
			Description: "names this answer; send it back as If-None-Match and the same answer comes as 304, without a body",
			Schema:      typed(stringType),
			Example:     `"T3kq0nX9bWcVf2mJrYdA"`,
		}},
		{authenticate, header{Description: "how to authenticate: with an API key", Required: true, Schema: typed(stringType), Example: "Bearer"}},
		{allow, header{Description: "the methods that the path has", Required: true, Schema: typed(stringType), Example: "DELETE, GET, HEAD, PUT"}},
	}
}

func headerRefs(names ...string) ordered[header] {
	var list ordered[header]
	for _, name := range names {
		list.add(name, header{Ref: "#/components/headers/" + name})
	}
	return list
}

// refusal is an error response: the kinds of error that share a status, under one name.
type refusal struct {
	name   string
	status int
	about  string
	kinds  []domain.Kind
	header string // in addition to those of every response
}

// refusals lists the error responses of the document. There are two for 403, because an operation outside any project cannot refuse the
// caller's role.
func refusals() []refusal {
	keys := []domain.Kind{domain.Missing, domain.Unknown, domain.Revoked, domain.Expired}
	refused := []domain.Kind{domain.AddressRefused, domain.AccountInactive, domain.PlanRequired, domain.ScopeMissing}
	return []refusal{
		{"Unauthorized", http.StatusUnauthorized, "The key is missing, unknown, revoked or expired.", keys, authenticate},
		{"KeyRefused", http.StatusForbidden, "The key is good, and may not do this: its address, account, plan or scope.", refused, ""},
		{
			"Forbidden", http.StatusForbidden, "The key may not do this (its address, account, plan or scope), or its owner may not: " +
				"no member of the project, or not of a role that may.", append(refused, domain.Forbidden), "",
		},
		{"NotFound", http.StatusNotFound, "What the path, a parameter or the body names does not exist.", []domain.Kind{domain.NotFound}, ""},
		{
			"MethodNotAllowed", http.StatusMethodNotAllowed, "The path exists, with other methods. No operation below gives this answer.",
			[]domain.Kind{domain.MethodNotAllowed}, allow,
		},
		{
			"Invalid", http.StatusUnprocessableEntity, "A parameter or the body is missing, malformed or out of bounds; the message says which and what would be right.",
			[]domain.Kind{domain.Invalid}, "",
		},
		{"QuotaExceeded", http.StatusTooManyRequests, "The quota of the hour or of the month is used up.", []domain.Kind{domain.QuotaExceeded}, retryAfter},
		{"InternalError", http.StatusInternalServerError, "The server failed. The request left nothing behind.", []domain.Kind{domain.Internal}, ""},
		{"Unavailable", http.StatusServiceUnavailable, "The database is away or the server is busy.", []domain.Kind{domain.Unavailable}, retryAfter},
	}
}

// errorsOf returns the refusals that a route can answer with.
func errorsOf(r apiv1.Route) []refusal {
	touches := r.HasUUID() || r.Parent != "" || slices.ContainsFunc(r.Query, isReference)
	can := map[string]bool{
		"Unauthorized":  true,
		"KeyRefused":    !touches,
		"Forbidden":     touches,
		"NotFound":      touches,
		"Invalid":       r.Body != nil || len(r.Query) > 0,
		"QuotaExceeded": true,
		"InternalError": true,
		"Unavailable":   true,
	}
	return slices.DeleteFunc(refusals(), func(e refusal) bool { return !can[e.name] })
}

// isReference reports whether the parameter names something that may not exist.
func isReference(p apiv1.Param) bool {
	kind := domain.Rules(p.Rule).Kind
	return kind == domain.UUIDRule || kind == domain.UUIDsRule
}

func errorResponses() ordered[response] {
	table := codes()
	var list ordered[response]
	for _, e := range refusals() {
		names := rateHeaders()
		if e.header != "" {
			names = append(names, e.header)
		}
		var samples ordered[example]
		for _, kind := range e.kinds {
			samples.add(table[kind].Code, example{Ref: "#/components/examples/" + table[kind].Code})
		}
		list.add(e.name, response{
			Description: e.about,
			Status:      e.status,
			Headers:     headerRefs(names...),
			Content:     map[string]media{jsonMedia: {Schema: refTo("Error"), Examples: samples}},
		})
	}
	return list
}

// kindsInOrder returns the kinds of error sorted by status, then by name.
func kindsInOrder() []domain.Kind {
	table := codes()
	return slices.SortedFunc(maps.Keys(table), func(a, b domain.Kind) int {
		return cmp.Or(cmp.Compare(table[a].Status, table[b].Status), strings.Compare(table[a].Code, table[b].Code))
	})
}

func errorExamples() ordered[example] {
	table := codes()
	var list ordered[example]
	for _, kind := range kindsInOrder() {
		list.add(table[kind].Code, example{Summary: aboutKind(kind), Value: errorSample(table[kind])})
	}
	return list
}

func errorSample(c code) any {
	return ordered[any]{{"error", ordered[any]{{"code", c.Code}, {"message", c.Example}}}}
}

// errorSchema returns the schema of the error envelope.
func errorSchema() *schema {
	name := &schema{Type: types{stringType}, Description: "what went wrong, for programs"}
	for _, kind := range kindsInOrder() {
		name.Enum = append(name.Enum, codes()[kind].Code)
	}
	inner := &schema{
		Type:     types{"object"},
		Required: []string{"code", "message"},
		Properties: ordered[*schema]{
			{"code", name},
			{"message", &schema{Type: types{stringType}, Description: "what went wrong, for people; its words may change"}},
		},
	}
	return &schema{
		Type:        types{"object"},
		Description: "the answer to a request that was refused or failed",
		Required:    []string{"error"},
		Properties:  ordered[*schema]{{"error", inner}},
		Examples:    []any{errorSample(codes()[domain.Invalid])},
	}
}
