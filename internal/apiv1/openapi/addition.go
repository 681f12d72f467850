package openapi

import (
	_ "embed"
	"slices"
	"strings"
)

// contractText lists what the frozen contract has. Each line is a place, a colon, and the names in that place. A test compares it with
// docs/api/v1-baseline.json.
//
//go:embed contract.txt
var contractText string

// contract returns the names in each place, such as "GET /tickets parameters".
func contract() map[string][]string {
	places := map[string][]string{}
	for line := range strings.Lines(contractText) {
		place, names, _ := strings.Cut(line, ":")
		places[place] = strings.Fields(names)
	}
	return places
}

// markAdditions marks everything that the frozen contract does not have. Inside an operation that is itself an addition, nothing more is
// marked.
func (d *Document) markAdditions() {
	promised := contract()
	found := map[*schema]bool{} // members of the contract's operations, and whether the contract has them
	for i, path := range d.Paths {
		for j, method := range path.Value {
			op := &d.Paths[i].Value[j].Value
			place := strings.ToUpper(method.Name) + " " + path.Name
			names, exists := promised[place+" parameters"]
			if op.Addition = !exists; op.Addition {
				continue
			}
			for k, p := range op.Parameters {
				op.Parameters[k].Addition = !slices.Contains(names, p.Name)
			}
			d.members("", op.Responses[0].Value.Content[jsonMedia].Schema, func(name string, member *schema) {
				found[member] = found[member] || slices.Contains(promised[place+" response"], name)
			})
			if op.RequestBody == nil {
				continue
			}
			d.members("", op.RequestBody.Content[jsonMedia].Schema, func(name string, member *schema) {
				found[member] = found[member] || slices.Contains(promised[place+" body"], name)
			})
		}
	}
	for _, e := range refusals() {
		d.members("", refTo(e.schema()), func(name string, member *schema) { found[member] = slices.Contains(promised["error"], name) })
	}
	for member, known := range found {
		member.Addition = !known
	}
	d.Components.markAdditions(promised)
}

func (c *components) markAdditions(promised map[string][]string) {
	for i, h := range c.Headers {
		c.Headers[i].Value.Addition = !slices.Contains(promised["headers"], h.Name)
	}
	for i, r := range c.Responses {
		known := func(code string) bool { return slices.Contains(promised["codes"], code) }
		c.Responses[i].Value.Addition = !slices.ContainsFunc(r.Value.codes(), known)
	}
	for i, e := range c.Examples {
		c.Examples[i].Value.Addition = !slices.Contains(promised["codes"], e.Name)
	}
}

// codes returns the error codes that a response may have.
func (r response) codes() (names []string) {
	for _, e := range r.Content[jsonMedia].Examples {
		names = append(names, e.Name)
	}
	return names
}

// members calls visit for each member of a schema and of those inside it, with names such as data[].tags[].name.
func (d *Document) members(prefix string, s *schema, visit func(name string, member *schema)) {
	s = d.resolve(s)
	if s.Items != nil {
		d.members(prefix+"[]", s.Items, visit)
	}
	for _, p := range s.Properties {
		name := strings.TrimPrefix(prefix+"."+p.Name, ".")
		visit(name, p.Value)
		d.members(name, p.Value, visit)
	}
}
