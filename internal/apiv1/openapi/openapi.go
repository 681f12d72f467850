// Package openapi generates the API document from the routes of apiv1, and serves it together with a reference page.
package openapi

import (
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"earnest/internal/apiv1"
	"earnest/internal/domain"
)

const (
	jsonMedia = "application/json"
	scheme    = "ApiKey" // name of the security scheme
)

// New returns an OpenAPI 3.1 document that describes exactly the routes of the API. version is the product's version.
func New(version string) *Document {
	routes := apiv1.Routes()
	c := &schemas{named: map[string]*schema{}, types: map[string]reflect.Type{}}
	c.errorSchemas()
	d := &Document{
		OpenAPI: "3.1.0",
		Info: documentInfo{
			Title:       "Earnest API",
			Summary:     "Projects, sprints, tickets and time entries for teams that deliver in sprints",
			Description: guide(),
			Contact:     documentContact{"The operator of this server"},
			License:     documentLicense{Name: "MIT", Identifier: "MIT"},
			Version:     version,
		},
		Servers:  []documentServer{{apiv1.Base, "this server"}},
		Security: []map[string][]string{{scheme: {}}},
		Tags:     tagsFor(routes),
		Paths:    paths(c, routes),
	}
	d.Components = components{
		SecuritySchemes: map[string]securityScheme{scheme: {
			Type:         "http",
			Scheme:       "bearer",
			BearerFormat: "ern_ followed by 49 letters and digits",
			Description:  "An API key, sent as `Authorization: Bearer <API_KEY>`. Each operation names the scope that the key must have.",
		}},
		Headers:   headers(),
		Examples:  errorExamples(),
		Responses: errorResponses(),
		Schemas:   c.sorted(),
	}
	d.markAdditions()
	return d
}

// sorted returns the named schemas in alphabetical order.
func (c *schemas) sorted() ordered[*schema] {
	var list ordered[*schema]
	for _, name := range slices.Sorted(maps.Keys(c.named)) {
		list.add(name, c.named[name])
	}
	return list
}

// tagOf returns the tag of a route: the first segment of its path.
func tagOf(r apiv1.Route) string { return strings.Split(r.Path, "/")[1] }

func tagsFor(routes []apiv1.Route) []documentTag {
	var tags []documentTag
	for _, r := range routes {
		name := tagOf(r)
		if !slices.ContainsFunc(tags, func(t documentTag) bool { return t.Name == name }) {
			tags = append(tags, documentTag{name, aboutTag(name)})
		}
	}
	return tags
}

// paths describes the routes in order, grouped by path.
func paths(c *schemas, routes []apiv1.Route) ordered[ordered[call]] {
	var list ordered[ordered[call]]
	for _, r := range routes {
		at := slices.IndexFunc(list, func(m member[ordered[call]]) bool { return m.Name == r.Path })
		if at < 0 {
			at = len(list)
			list.add(r.Path, nil)
		}
		list[at].Value.add(strings.ToLower(r.Method), operation(c, r))
	}
	return list
}

func operation(c *schemas, r apiv1.Route) call {
	op := call{
		OperationID: operationID(r),
		Tags:        []string{tagOf(r)},
		Summary:     r.Summary,
		Description: aboutOperation(r),
		Scope:       string(r.Scope),
		Roles:       rolesFor(r),
		Parameters:  parameters(c, r),
		Responses:   responses(c, r),
	}
	switch {
	case r.Body != nil:
		op.RequestBody = c.requestBody(c.body(r))
	case r.Items != nil:
		op.RequestBody = c.requestBody(c.batchBody(r))
	case r.Kind == apiv1.UploadReply:
		op.RequestBody = uploadBody()
	}
	return op
}

func (c *schemas) requestBody(body *schema) *requestBody {
	return &requestBody{
		Required:    true,
		Description: "A JSON object of at most 1 MiB in UTF-8. Unknown members are ignored.",
		Content:     map[string]media{jsonMedia: {Schema: body, Example: c.resolve(body).Examples[0]}},
	}
}

// operationID derives a name from a route's method and path: listTickets, getTicket, listProjectMembers.
func operationID(r apiv1.Route) string {
	parts := strings.Split(strings.Trim(r.Path, "/"), "/")
	many := r.Streams()
	var name strings.Builder
	name.WriteString(verb(r))
	for i, part := range parts {
		if part == "{uuid}" {
			continue
		}
		if i == 0 && (!many || len(parts) > 1) {
			part = r.Noun()
		}
		if i > 0 && r.Kind == apiv1.UploadReply {
			part = strings.TrimSuffix(part, "s")
		}
		for word := range strings.SplitSeq(part, "-") {
			name.WriteString(strings.ToUpper(word[:1]) + word[1:])
		}
	}
	return name.String()
}

func verb(r apiv1.Route) string {
	switch {
	case r.Method == http.MethodPost:
		return "create"
	case r.Method == http.MethodPut:
		return "update"
	case r.Method == http.MethodDelete:
		return "delete"
	case r.Streams():
		return "list"
	default:
		return "get"
	}
}

func parameters(c *schemas, r apiv1.Route) []parameter {
	var list []parameter
	if r.HasUUID() {
		list = append(list, parameter{
			Name:        "uuid",
			In:          "path",
			Required:    true,
			Description: "the " + identifier(r.Noun()) + " of the " + r.Noun() + "; a malformed or unknown one returns a 404",
			Schema:      inputSchema(referenceTo(r.Noun())),
			Example:     exampleUUID(r.Noun()),
			inSamples:   true,
		})
	}
	list = append(list, headerParameters(r)...)
	for _, p := range r.Query {
		sent := parameter{
			Name:        p.Name,
			In:          "query",
			Required:    p.Required && !hasAlias(r),
			Description: p.About,
			Schema:      c.enum(p.Rule, inputSchema(domain.Rules(p.Rule))),
			Example:     exampleParam(p),
			inSamples:   p.Required,
		}
		if sent.Schema.Items != nil {
			sent.Style, sent.Explode = "form", new(bool) // comma-separated
		}
		list = append(list, sent)
	}
	return list
}

// headerParameters describes the optional headers of an operation.
func headerParameters(r apiv1.Route) []parameter {
	switch {
	case r.Method == http.MethodPost:
		shortest, longest := 1, 255
		return []parameter{{
			Name: "Idempotency-Key",
			In:   "header",
			Description: "a name of your choice for this request, such as a new uuid. If you send the same request with it again within 24 hours, you " +
				"get the first answer again, with `Idempotency-Replayed: true`, and nothing is done twice. Refused requests are not remembered",
			Schema:  &schema{Type: types{stringType}, Pattern: "^[ -~]+$", MinLength: &shortest, MaxLength: &longest},
			Example: "0195a9d2-7c1e-7d30-9c55-2f6b8d1e4a71",
		}}
	case conditional(r):
		return []parameter{{
			Name:        "If-Match",
			In:          "header",
			Description: "the ETag of the version that you want to change or delete, or `*` for any; if it is no longer the present one, you get a 412",
			Schema:      typed(stringType),
			Example:     `"dp3v4h8c01k.1"`,
		}}
	case r.Tagged():
		return []parameter{{
			Name:        "If-None-Match",
			In:          "header",
			Description: "the ETag of the response that you have; if nothing has changed since, you get a 304 without a body, which does not count towards the quota",
			Schema:      typed(stringType),
			Example:     `"T3kq0nX9bWcVf2mJrYdA"`,
		}}
	default:
		return nil
	}
}

// hasAlias reports whether us may be sent instead of the required parameter. A document cannot say that one of two parameters is required, so
// neither of them is.
func hasAlias(r apiv1.Route) bool {
	return slices.ContainsFunc(r.Query, func(p apiv1.Param) bool { return p.Name == "us" })
}

// responses lists the success response, then every error that the operation can return.
func responses(c *schemas, r apiv1.Route) ordered[response] {
	var list ordered[response]
	if r.Kind == apiv1.FileReply {
		fileResponses(&list, r)
	} else {
		list.add(strconv.Itoa(r.Status), response{
			Description: cmp.Or(aboutReply(r), http.StatusText(r.Status)),
			Headers:     headerRefs(successHeaders(r)...),
			Content:     map[string]media{jsonMedia: success(c, r)},
		})
	}
	if r.Tagged() {
		list.add("304", response{
			Addition:    true,
			Description: "The response has not changed since the version named in If-None-Match. The request does not count towards the quota.",
			Headers:     headerRefs(successHeaders(r)...),
		})
	}
	for _, e := range errorsOf(r) {
		list.add(strconv.Itoa(e.status), response{Ref: "#/components/responses/" + e.name})
	}
	return list
}

// success describes the successful response in its envelope.
func success(c *schemas, r apiv1.Route) media {
	if r.Kind == apiv1.BatchReply {
		result := c.batchResult(r)
		list := &schema{Type: types{arrayType}, Items: result}
		return c.enveloped(nameIn(result.Ref)+"List", list, []any{c.resolve(result).Examples[0]}, nil)
	}
	thing := c.wire(r.Reply)
	name, sample := nameIn(thing.Ref), c.resolve(thing).Examples[0]
	switch r.Kind {
	case apiv1.BareReply:
		list := &schema{Type: types{arrayType}, Description: "a list without an envelope; each item is " + aboutSchema(name), Items: thing}
		return media{Schema: c.envelope(name+"List", list), Example: []any{sample}}
	case apiv1.ListReply:
		list := &schema{Type: types{arrayType}, Items: thing}
		return c.enveloped(name+"List", list, []any{sample}, r.Meta)
	case apiv1.TallyReply, apiv1.OneReply, apiv1.UploadReply:
		return c.enveloped(name+"Envelope", thing, sample, r.Meta)
	default:
		panic(fmt.Sprintf("the API document knows no reply of kind %d", r.Kind))
	}
}

// enveloped describes an object whose members are data and, unless its type is nil, meta.
func (c *schemas) enveloped(name string, data *schema, sample any, meta reflect.Type) media {
	s := typed(objectType)
	s.Description = aboutEnvelope(name)
	data.Description = "the response itself"
	s.Properties.add("data", data)
	example := ordered[any]{{"data", sample}}
	if meta != nil {
		info := c.wire(meta)
		example.add("meta", c.resolve(info).Examples[0])
		info.Description = aboutSchema(nameIn(info.Ref))
		s.Properties.add("meta", info)
	}
	for _, p := range s.Properties {
		s.Required = append(s.Required, p.Name)
	}
	return media{Schema: c.envelope(name, s), Example: example}
}

// envelope adds a named schema, unless another operation has the same one already, and returns a reference to it.
func (c *schemas) envelope(name string, s *schema) *schema {
	if known := c.named[name]; known == nil {
		c.claim(name, nil, s)
	} else if !reflect.DeepEqual(known, s) {
		panic("two envelopes would be called " + name + " in the API document")
	}
	return refTo(name)
}
