package openapi

import "slices"

// Older returns the same document in OpenAPI 3.0, for tools that do not know 3.1.
func (d *Document) Older() *Document {
	old := *d
	old.OpenAPI = "3.0.3"
	old.Info.Summary = ""
	old.Info.License = documentLicense{Name: "MIT", URL: "https://opensource.org/license/mit"}
	old.Paths = nil
	for _, path := range d.Paths {
		var item ordered[call]
		for _, method := range path.Value {
			item.add(method.Name, method.Value.older())
		}
		old.Paths.add(path.Name, item)
	}
	old.Components.Headers = olderAll(d.Components.Headers, header.older)
	old.Components.Responses = olderAll(d.Components.Responses, response.older)
	old.Components.Schemas = olderAll(d.Components.Schemas, (*schema).older)
	return &old
}

// olderAll converts the members of an object.
func olderAll[T any](all ordered[T], convert func(T) T) ordered[T] {
	var old ordered[T]
	for _, m := range all {
		old.add(m.Name, convert(m.Value))
	}
	return old
}

func (op call) older() call {
	op.Parameters = slices.Clone(op.Parameters)
	for i := range op.Parameters {
		op.Parameters[i].Schema = op.Parameters[i].Schema.older()
	}
	if op.RequestBody != nil {
		body := *op.RequestBody
		body.Content = olderContent(body.Content)
		op.RequestBody = &body
	}
	op.Responses = olderAll(op.Responses, response.older)
	return op
}

func (r response) older() response {
	r.Headers = olderAll(r.Headers, header.older)
	r.Content = olderContent(r.Content)
	return r
}

func (h header) older() header {
	h.Schema = h.Schema.older()
	return h
}

func olderContent(content map[string]media) map[string]media {
	if content == nil {
		return nil
	}
	old := map[string]media{}
	for kind, m := range content {
		m.Schema = m.Schema.older()
		old[kind] = m
	}
	return old
}

// older converts a schema and those inside it. In 3.0, nothing may stand beside a reference, and null is not a type.
func (s *schema) older() *schema {
	if s == nil {
		return nil
	}
	old := *s
	if s.Ref != "" && (s.Description != "" || s.Default != nil || s.Addition) {
		old.Ref, old.AllOf = "", []*schema{{Ref: s.Ref}}
	}
	switch {
	case len(s.Type) > 2:
		old.Type = nil // 3.0 has no lists of types: anything is allowed
	case s.nullable():
		old.Type, old.Nullable = s.Type[:1], true
	}
	if len(s.Examples) > 0 {
		old.Examples, old.Example = nil, s.Examples[0]
	}
	old.Items = s.Items.older()
	old.AnyOf = nil
	for _, one := range s.AnyOf {
		old.AnyOf = append(old.AnyOf, one.older())
	}
	old.Properties = olderAll(s.Properties, (*schema).older)
	return &old
}
