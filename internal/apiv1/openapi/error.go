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

// Response headers.
const (
	requestID  = "X-Request-Id"
	retryAfter = "Retry-After"
	entityTag  = "ETag"
	location   = "Location"
	replayed   = "Idempotency-Replayed"
	ignored    = "Earnest-Ignored"

	authenticate = "WWW-Authenticate"
)

// rateHeaders lists the headers that every response has.
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

// successHeaders lists the headers of a successful response.
func successHeaders(r apiv1.Route) []string {
	names := append(rateHeaders(), ignored)
	if r.Tagged() || r.Method == http.MethodPut || r.Status == http.StatusCreated {
		names = append(names, entityTag)
	}
	if r.Status == http.StatusCreated {
		names = append(names, location)
	}
	if r.Method == http.MethodPost {
		names = append(names, replayed)
	}
	return names
}

func headers() ordered[header] {
	count := func(about string, sample int) header {
		return header{Description: about, Required: true, Schema: typed("integer"), Example: sample}
	}
	return ordered[header]{
		{"X-RateLimit-Limit-Hour", count("the number of requests allowed per clock hour", 1000)},
		{"X-RateLimit-Remaining-Hour", count("the number of requests left in this hour", 987)},
		{"X-RateLimit-Limit-Month", count("the number of requests allowed per calendar month", 10000)},
		{"X-RateLimit-Remaining-Month", count("the number of requests left in this month", 8754)},
		{"X-RateLimit-Reset-Hour", count("when the next hour begins, as a Unix timestamp in seconds", 1773136800)},
		{requestID, header{
			Description: "identifies this request in the server's log; quote it when you report a problem",
			Schema:      typed(stringType),
			Example:     "0195a9d2-7c1e-7d30-9c55-2f6b8d1e4a70",
		}},
		{retryAfter, count("how many seconds to wait before trying again", 1260)},
		{entityTag, header{
			Description: "identifies this version of the response; send it back in If-None-Match to get a 304 without a body if nothing has changed. " +
				"The ETag of a single object changes exactly when the object does; send it in If-Match to change or delete that version only",
			Schema:  typed(stringType),
			Example: `"T3kq0nX9bWcVf2mJrYdA"`,
		}},
		{replayed, header{
			Description: "true if this is the answer to an earlier request with the same Idempotency-Key, and nothing was done again",
			Schema:      typed(stringType),
			Example:     "true",
		}},
		{location, header{
			Description: "the path of the new resource",
			Required:    true,
			Schema:      typed(stringType),
			Example:     apiv1.Base + "/tickets/" + exampleUUID("ticket"),
		}},
		{ignored, header{
			Description: "the query parameters and body members that were ignored because their names are unknown, at most 10, separated by commas and " +
				"percent-encoded; members that responses have are not named",
			Schema:  typed(stringType),
			Example: "query.limit,body.storypoints",
		}},
		{authenticate, header{Description: "how to authenticate: with an API key as the bearer token", Required: true, Schema: typed(stringType), Example: "Bearer"}},
	}
}

func headerRefs(names ...string) ordered[header] {
	var list ordered[header]
	for _, name := range names {
		list.add(name, header{Ref: "#/components/headers/" + name})
	}
	return list
}

// refusal is an error response, shared by the kinds of error with the same status.
type refusal struct {
	name   string
	status int
	about  string
	kinds  []domain.Kind
	header string // in addition to those of every response
}

// refusals lists the error responses of the document. There are three for 403, since an operation outside any project cannot fail because of
// the caller's role, and one that needs no scope cannot fail because of that.
func refusals() []refusal {
	keys := []domain.Kind{domain.Missing, domain.Unknown, domain.Revoked, domain.Expired}
	refused := []domain.Kind{domain.AddressRefused, domain.AccountInactive, domain.PlanRequired, domain.ScopeMissing}
	anyScope := []domain.Kind{domain.AddressRefused, domain.AccountInactive, domain.PlanRequired}
	return []refusal{
		{"Unauthorized", http.StatusUnauthorized, "The key is missing, unknown, revoked or expired.", keys, authenticate},
		{"KeyUnusable", http.StatusForbidden, "The key is valid but may not be used: the address, account or plan does not allow it.", anyScope, ""},
		{"KeyRefused", http.StatusForbidden, "The key is valid but may not do this: the address, account, plan or scope does not allow it.", refused, ""},
		{
			"Forbidden", http.StatusForbidden, "The key may not do this (the address, account, plan or scope does not allow it), or its " +
				"user may not: they are not a member of the project, or their role does not allow it.", append(refused, domain.Forbidden), "",
		},
		{"NotFound", http.StatusNotFound, "The path, a parameter or the body refers to something that does not exist.", []domain.Kind{domain.NotFound}, ""},
		{
			"InProgress", http.StatusConflict, "A request with the same Idempotency-Key is still running.", []domain.Kind{domain.Running}, retryAfter,
		},
		{
			"Stale", http.StatusPreconditionFailed, "The object is not in the version that If-Match asks for; the ETag header has the present one. " +
				"Nothing was changed.",
			[]domain.Kind{domain.Stale}, entityTag,
		},
		{
			"TooLarge", http.StatusRequestEntityTooLarge, "The file is larger than allowed, or the project has no room for it. Nothing was stored.",
			[]domain.Kind{domain.TooLarge, domain.Full}, "",
		},
		{"BadRange", http.StatusRequestedRangeNotSatisfiable, "The file does not have the range of bytes that was asked for.", []domain.Kind{domain.BadRange}, ""},
		{
			"InvalidOrMismatch", http.StatusUnprocessableEntity, "The body is missing or malformed, or a value is out of bounds; the message says which one and " +
				"what is allowed. Or the Idempotency-Key was used for another request.",
			[]domain.Kind{domain.Invalid, domain.Mismatch}, ignored,
		},
		{
			"Invalid", http.StatusUnprocessableEntity, "A parameter or the body is missing or malformed, or a value is out of bounds; the message " +
				"says which one and what is allowed.",
			[]domain.Kind{domain.Invalid}, ignored,
		},
		{"QuotaExceeded", http.StatusTooManyRequests, "The hourly or monthly quota is used up.", []domain.Kind{domain.QuotaExceeded}, retryAfter},
		{
			"InternalError", http.StatusInternalServerError, "An internal error occurred. The request changed nothing unless the message says otherwise.",
			[]domain.Kind{domain.Internal}, "",
		},
		{"Unavailable", http.StatusServiceUnavailable, "The database is unavailable or the server is busy.", []domain.Kind{domain.Unavailable}, retryAfter},
	}
}

// addedKinds lists the errors that only a request that uses an addition can get: an Idempotency-Key, If-Match or a file.
func addedKinds() []domain.Kind {
	return []domain.Kind{domain.Running, domain.Stale, domain.Mismatch, domain.TooLarge, domain.Full, domain.BadRange}
}

// schema returns the name of the schema of a refusal. The codes of Error are those of the frozen contract, since a client may rely on there
// being no others.
func (e refusal) schema() string {
	if slices.ContainsFunc(e.kinds, func(kind domain.Kind) bool { return slices.Contains(addedKinds(), kind) }) {
		return e.name + "Error"
	}
	return "Error"
}

// errorsOf returns the error responses that a route can return.
func errorsOf(r apiv1.Route) []refusal {
	touches := r.HasUUID() || r.Parent != "" || slices.ContainsFunc(r.Query, isReference)
	creates := r.Method == http.MethodPost
	can := map[string]bool{
		"Unauthorized":      true,
		"KeyUnusable":       r.Scope == "",
		"KeyRefused":        r.Scope != "" && !touches && !creates,
		"Forbidden":         touches || creates,        // a repeated POST is refused if its caller has lost access
		"NotFound":          touches && r.Items == nil, // for a batch, it is the result of an item
		"InProgress":        creates,
		"Stale":             conditional(r),
		"InvalidOrMismatch": creates,
		"Invalid":           !creates && (r.Body != nil || len(r.Query) > 0),
		"TooLarge":          r.Kind == apiv1.UploadReply,
		"BadRange":          r.Kind == apiv1.FileReply,
		"QuotaExceeded":     true,
		"InternalError":     true,
		"Unavailable":       true,
	}
	return slices.DeleteFunc(refusals(), func(e refusal) bool { return !can[e.name] })
}

// conditional reports whether a route supports If-Match.
func conditional(r apiv1.Route) bool {
	return r.Method == http.MethodPut || r.Method == http.MethodDelete
}

// isReference reports whether the parameter refers to something that may not exist.
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
			Content:     map[string]media{jsonMedia: {Schema: refTo(e.schema()), Examples: samples}},
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
		if kind == domain.MethodNotAllowed { // none of the operations in the document returns it
			continue
		}
		list.add(table[kind].Code, example{Summary: aboutKind(kind), Value: errorSample(table[kind])})
	}
	return list
}

// Members of errors and of results.
const (
	messageMember = "message"
	statusMember  = "status"
)

func errorSample(c code) any {
	inner := ordered[any]{{"code", c.Code}, {messageMember, c.Example}}
	if c.Field != "" {
		inner.add("fields", []any{ordered[any]{{"field", c.Field}, {messageMember, c.Example}}})
	}
	return ordered[any]{{"error", inner}}
}

// errorSchemas adds the schemas of the error envelope.
func (c *schemas) errorSchemas() {
	usual := slices.DeleteFunc(kindsInOrder(), func(kind domain.Kind) bool { return slices.Contains(addedKinds(), kind) })
	c.named["Error"] = c.errorSchema("Error", usual, domain.Invalid)
	for _, e := range refusals() {
		if name := e.schema(); name != "Error" {
			c.named[name] = c.errorSchema(name, e.kinds, e.kinds[0])
		}
	}
}

// errorSchema returns the schema of the error envelope with the codes of these kinds, one of which is its example.
func (c *schemas) errorSchema(of string, kinds []domain.Kind, example domain.Kind) *schema {
	all := typed(stringType)
	for _, kind := range kinds {
		all.Enum = append(all.Enum, codes()[kind].Code)
	}
	name := c.enum(of+" code", all)
	name.Description = "the error code, for programs"
	inner := &schema{
		Type:     types{objectType},
		Required: []string{"code", messageMember},
		Properties: ordered[*schema]{
			{"code", name},
			{messageMember, &schema{Type: types{stringType}, Description: "a description of the error, for people; its wording may change"}},
			{"fields", fieldsSchema()},
		},
	}
	return &schema{
		Type:        types{objectType},
		Description: aboutSchema(of),
		Required:    []string{"error"},
		Properties:  ordered[*schema]{{"error", inner}},
		Examples:    []any{errorSample(codes()[example])},
	}
}

// fieldsSchema returns the schema of the list of everything that is wrong with a request.
func fieldsSchema() *schema {
	return &schema{
		Type:        types{arrayType},
		Description: "everything that is wrong with the input, as far as it can be named; the message of the error is about the first of them",
		Items: &schema{
			Type:     types{objectType},
			Required: []string{"field", messageMember},
			Properties: ordered[*schema]{
				{"field", &schema{Type: types{stringType}, Description: "the parameter or member that is wrong, or the limit that is reached"}},
				{messageMember, &schema{Type: types{stringType}, Description: "what is wrong with it, for people"}},
			},
		},
	}
}
