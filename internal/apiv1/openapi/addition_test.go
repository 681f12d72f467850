package openapi

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/google/go-cmp/cmp"
)

func TestContractListsWhatTheBaselineHas(t *testing.T) {
	t.Parallel()
	baseline, err := openapi3.NewLoader().LoadFromFile("../../../docs/api/v1-baseline.json")
	if err != nil {
		t.Fatal(err)
	}
	text := listOfBaseline(baseline)
	if *update {
		if err := os.WriteFile("contract.txt", []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(strings.Split(text, "\n"), strings.Split(contractText, "\n")); diff != "" {
		t.Errorf("contract.txt is not what the baseline has; run `go test ./internal/apiv1/openapi -run Contract -update`:\n%s", diff)
	}
}

// listOfBaseline lists the names in each place of a document, in the form of contract.txt.
func listOfBaseline(d *openapi3.T) string {
	var b strings.Builder
	for _, path := range slices.Sorted(maps.Keys(d.Paths.Map())) {
		operations := d.Paths.Value(path).Operations()
		for _, method := range slices.Sorted(maps.Keys(operations)) {
			op, place := operations[method], method+" "+path
			var parameters []string
			for _, p := range op.Parameters {
				parameters = append(parameters, p.Value.Name)
			}
			line(&b, place+" parameters", parameters)
			if op.RequestBody != nil {
				line(&b, place+" body", namesIn("", op.RequestBody.Value.Content[jsonMedia].Schema.Value))
			}
			for status, r := range op.Responses.Map() {
				if status < "300" {
					line(&b, place+" response", namesIn("", r.Value.Content[jsonMedia].Schema.Value))
				}
			}
		}
	}
	line(&b, "error", namesIn("", d.Components.Schemas["Error"].Value))
	line(&b, "headers", slices.Collect(maps.Keys(d.Components.Headers)))
	line(&b, "responses", slices.Collect(maps.Keys(d.Components.Responses)))
	line(&b, "codes", slices.Collect(maps.Keys(d.Components.Examples)))
	return b.String()
}

func line(b *strings.Builder, place string, names []string) {
	slices.Sort(names)
	fmt.Fprintln(b, strings.TrimSpace(place+": "+strings.Join(names, " ")))
}

func namesIn(prefix string, s *openapi3.Schema) (names []string) {
	if s.Items != nil {
		names = namesIn(prefix+"[]", s.Items.Value)
	}
	for name, p := range s.Properties {
		name = strings.TrimPrefix(prefix+"."+name, ".")
		names = append(append(names, name), namesIn(name, p.Value)...)
	}
	return names
}

func TestAdditionsToTheContractAreMarked(t *testing.T) {
	t.Parallel()
	d, _ := mustDescribe(t)
	project, _ := d.Components.Schemas.Get("Project")
	for name, want := range map[string]bool{"name": false, "budget": false, "currency": true} {
		if p, found := project.Properties.Get(name); !found || p.Addition != want {
			t.Errorf("%s: found %v, marked as an addition %v, want %v", name, found, p.Addition, want)
		}
	}
	if h, found := d.Components.Headers.Get("ETag"); !found || !h.Addition {
		t.Error("ETag is not marked")
	}
	if h, found := d.Components.Headers.Get("Retry-After"); !found || h.Addition {
		t.Error("Retry-After is marked")
	}
	failure, _ := d.Components.Schemas.Get("Error")
	inner, _ := failure.Properties.Get("error")
	message, _ := inner.Properties.Get("message")
	fields, _ := inner.Properties.Get("fields")
	if inner.Addition || message.Addition || !fields.Addition {
		t.Errorf("an error: %v, message %v, fields %v", inner.Addition, message.Addition, fields.Addition)
	}
	meta, _ := d.Components.Schemas.Get("PortfolioMeta")
	total, _ := meta.Properties.Get("total")
	hidden, _ := meta.Properties.Get("hidden")
	if total.Addition || !hidden.Addition {
		t.Errorf("meta of a portfolio: total %v, hidden %v", total.Addition, hidden.Addition)
	}
}

// TestNewOperationsAndParametersAreMarked forgets parts of the contract, so that the document has additions of each kind.
func TestNewOperationsAndParametersAreMarked(t *testing.T) {
	t.Parallel()
	d, _ := mustDescribe(t)
	op := call{Parameters: []parameter{{Name: "project"}, {Name: "sort"}}, Responses: ordered[response]{{"200", response{Content: map[string]media{
		jsonMedia: {Schema: refTo("TicketList")},
	}}}}}
	fresh := op
	fresh.Parameters = slices.Clone(op.Parameters)
	d.Paths = ordered[ordered[call]]{{"/tickets", ordered[call]{{"get", op}}}, {"/me", ordered[call]{{"get", fresh}}}}
	d.markAdditions()
	list, me := d.Paths[0].Value[0].Value, d.Paths[1].Value[0].Value
	if list.Addition || list.Parameters[0].Addition || !list.Parameters[1].Addition {
		t.Errorf("GET /tickets: %v, %v", list.Addition, list.Parameters)
	}
	if !me.Addition || me.Parameters[0].Addition || me.Parameters[1].Addition {
		t.Errorf("GET /me: %v, %v", me.Addition, me.Parameters)
	}
}
