package openapi

import (
	"slices"
	"strings"

	"earnest/internal/apiv1"
	"earnest/internal/domain"
)

// exampleOf builds an example of an object from the examples of its members, in order.
func (c *schemas) exampleOf(owner string, s *schema) ordered[any] {
	var object ordered[any]
	for _, p := range s.Properties {
		if owner == "PageMeta" && p.Name == "next" { // a response never has both page and next
			continue
		}
		object.add(p.Name, c.exampleValue(owner, p.Name, p.Value))
	}
	return object
}

// exampleValue returns the example from the table, or builds one for an object. If the table has none, it returns a plain value, and a test
// fails.
func (c *schemas) exampleValue(owner, name string, s *schema) any {
	if value, found := sample(owner, name); found {
		return value
	}
	switch {
	case s.Items != nil && s.Items.Ref != "":
		return []any{c.resolve(s.Items).Examples[0]}
	case s.Ref != "":
		return c.resolve(s).Examples[0]
	default:
		return plainValue(s)
	}
}

func plainValue(s *schema) any {
	switch s.Type[0] {
	case "integer", "number":
		return 0
	case "boolean":
		return false
	case arrayType:
		return []any{}
	default:
		return ""
	}
}

// bodyExample returns an example of a body: all members for a create request, except those that leftOut returns, and some for an update.
func (c *schemas) bodyExample(name string, s *schema) ordered[any] {
	noun, isUpdate := strings.CutSuffix(name, "Update")
	noun = strings.TrimSuffix(noun, "Create")
	some := updateSample(name)
	var object ordered[any]
	for _, p := range s.Properties {
		if isUpdate && !slices.Contains(some, p.Name) || slices.Contains(leftOut(name), p.Name) {
			continue
		}
		object.add(p.Name, c.sentValue(name, noun, p.Name, p.Value))
	}
	return object
}

// sentValue returns an example of a body member: its own if there is one, otherwise that of the response member.
func (c *schemas) sentValue(body, noun, name string, s *schema) any {
	for _, owner := range []string{body, "sent"} {
		if value, found := samples[owner+"."+name]; found {
			return value
		}
	}
	return c.exampleValue(noun, name, s)
}

// exampleParam returns an example of a parameter, or nil if its rule is clear without one.
func exampleParam(p apiv1.Param) any {
	switch rule := domain.Rules(p.Rule); {
	case rule.Kind == domain.UUIDRule:
		return exampleUUID(p.Rule)
	case rule.Kind == domain.UUIDsRule:
		return []any{exampleUUID(strings.TrimSuffix(p.Name, "s"))}
	case p.Rule == "moment":
		return "2026-03-01"
	case p.Rule == "file name":
		return sampleFile
	case p.Rule == "per page":
		return domain.DefaultPerPage
	case rule.Kind == domain.IntegerRule:
		return 1
	default:
		return nil
	}
}
