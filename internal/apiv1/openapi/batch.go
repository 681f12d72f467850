package openapi

import (
	"strings"

	"earnest/internal/apiv1"
	"earnest/internal/domain"
	"earnest/internal/input"
)

// batchBody returns the schema of the body of a batch.
func (c *schemas) batchBody(r apiv1.Route) *schema {
	name := batchName(r)
	most := apiv1.MaxItems
	whole := typed("boolean")
	whole.Description, whole.Default = "if true, nothing is done unless every item succeeds; if false, each item succeeds or fails by itself (default true)", true
	items := &schema{Type: types{arrayType}, Items: c.batchItem(r), MaxItems: &most, Description: "what to do, in this order; at least one item"}
	s := &schema{
		Type:        types{objectType},
		Description: "the body of a request that writes several " + strings.ReplaceAll(strings.Split(r.Path, "/")[1], "-", " "),
		Required:    []string{"items"},
		Properties:  ordered[*schema]{{"items", items}, {"atomic", whole}},
	}
	c.claim(name, nil, s)
	s.Examples = []any{c.exampleOf(name, s)}
	return refTo(name)
}

// spoken returns the noun of a route as people write it.
func spoken(r apiv1.Route) string { return strings.ReplaceAll(r.Noun(), "-", " ") }

func batchName(r apiv1.Route) string {
	return strings.ToUpper(r.Reply.Name()[:1]) + r.Reply.Name()[1:] + "Batch"
}

// batchItem returns the schema of an item: what to do, and what may be sent to create or update an object.
func (c *schemas) batchItem(r apiv1.Route) *schema {
	name := batchName(r) + "Item"
	op, uuid, parent := c.enum("op", inputSchema(domain.Rules("op"))), inputSchema(referenceTo(r.Noun())), parentSchema(r.Parent)
	op.Description = "what to do"
	uuid.Description = "the " + identifier(r.Noun()) + " of the " + spoken(r) + " to update or delete"
	parent.Description += "; required to create it"
	s := &schema{
		Type:        types{objectType},
		Description: "an item of a batch: what to do, and the members of a request that would do the same for a single " + spoken(r),
		Required:    []string{"op"},
		Properties:  ordered[*schema]{{"op", op}, {"uuid", uuid}, {"id", batchID()}, {r.Parent, parent}},
	}
	for i, f := range input.Fields(r.Items) {
		sent := c.bodyField(r, f, r.Items.Field(i).Tag)
		s.Properties.add(f.Name, sent)
	}
	c.claim(name, nil, s)
	var example ordered[any]
	for _, member := range []string{"op", "id", r.Parent} {
		example.add(member, samples[member])
	}
	for _, f := range input.Fields(r.Items) {
		if sent, _ := s.Properties.Get(f.Name); f.Required {
			example.add(f.Name, c.sentValue(bodyName(r), strings.TrimSuffix(bodyName(r), "Create"), f.Name, sent))
		}
	}
	s.Examples = []any{example}
	return refTo(name)
}

// batchID returns the schema of the id that a caller gives to an item.
func batchID() *schema {
	return &schema{Type: types{stringType, "number", "null"}, Description: "a name of your choice for this item, which its result repeats"}
}

// batchResult returns the schema of the result of an item.
func (c *schemas) batchResult(r apiv1.Route) *schema {
	name := batchName(r) + "Result"
	failed, _ := c.named["Error"].Properties.Get("error")
	failed = new(*failed)
	failed.Description = "why the item was refused; absent if it was not"
	status := typed("integer")
	status.Description = "the HTTP status that a request for this item alone would have had"
	data := &schema{Type: types{objectType}, AnyOf: []*schema{c.wire(r.Reply), refTo("Deleted")}}
	data.Description = "the " + spoken(r) + " as it is now, or `{\"deleted\": true}`; absent if the item was refused"
	s := &schema{
		Type:        types{objectType},
		Description: "the result of an item of a batch",
		Required:    []string{"id", statusMember},
		Properties:  ordered[*schema]{{"id", batchID()}, {statusMember, status}, {"data", data}, {"error", failed}},
	}
	c.claim(name, nil, s)
	s.Examples = []any{ordered[any]{{"id", samples["id"]}, {statusMember, 201}, {"data", c.resolve(c.wire(r.Reply)).Examples[0]}}}
	return refTo(name)
}
