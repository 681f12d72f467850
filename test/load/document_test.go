package load

import (
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"earnest/internal/apitest"
)

// document is the product's own API document, as served by a node. Requests are generated from it, and responses are checked
// against it.
type document struct {
	operations []*operation
	contract   apitest.Contract
}

// operation is one method of one path, as described by the document.
type operation struct {
	name   string // its operationId
	method string
	path   string // below /api/v1
	noun   string // the first segment of the path
	query  []parameter
	body   *schema
}

type parameter struct {
	Name     string `json:"name"`
	In       string `json:"in"`
	Required bool   `json:"required"`
	Schema   schema `json:"schema"`
}

// schema is the subset of JSON Schema that the document uses for bodies and query parameters.
type schema struct {
	Ref        string             `json:"$ref"`
	Type       kinds              `json:"type"`
	Format     string             `json:"format"`
	Pattern    string             `json:"pattern"`
	Enum       []string           `json:"enum"`
	Required   []string           `json:"required"`
	Properties map[string]*schema `json:"properties"`
	Items      *schema            `json:"items"`
	Minimum    float64            `json:"minimum"`
	Maximum    float64            `json:"maximum"`
	MinLength  int                `json:"minLength"`
	MaxLength  int                `json:"maxLength"`
	MaxItems   int                `json:"maxItems"`
}

// kinds is a list of types. In JSON Schema, a single type may also be written as a string.
type kinds []string

func (k *kinds) UnmarshalJSON(text []byte) error {
	var one string
	if json.Unmarshal(text, &one) == nil {
		*k = kinds{one}
		return nil
	}
	var several []string
	err := json.Unmarshal(text, &several)
	*k = several
	return err
}

func (s *schema) may(kind string) bool { return slices.Contains(s.Type, kind) }

// mustDocument reads the document from a node.
func mustDocument(t testing.TB, url string) *document {
	t.Helper()
	r, err := http.Get(url + "/openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	text, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	contract, err := apitest.NewContract(text)
	if err != nil {
		t.Fatal(err)
	}
	d := &document{contract: contract}
	if err := d.read(text); err != nil {
		t.Fatal(err)
	}
	if len(d.operations) < 40 {
		t.Fatalf("the document has only %d operations", len(d.operations))
	}
	return d
}

func (d *document) read(text []byte) error {
	var whole struct {
		Paths map[string]map[string]struct {
			OperationID string      `json:"operationId"`
			Parameters  []parameter `json:"parameters"`
			RequestBody struct {
				Content map[string]struct {
					Schema *schema `json:"schema"`
				} `json:"content"`
			} `json:"requestBody"`
		} `json:"paths"`
		Components struct {
			Schemas map[string]*schema `json:"schemas"`
		} `json:"components"`
	}
	if err := json.Unmarshal(text, &whole); err != nil {
		return err
	}
	for _, path := range slices.Sorted(maps.Keys(whole.Paths)) {
		for _, method := range slices.Sorted(maps.Keys(whole.Paths[path])) {
			said := whole.Paths[path][method]
			op := &operation{name: said.OperationID, method: strings.ToUpper(method), path: path, noun: strings.Split(path, "/")[1]}
			for _, p := range said.Parameters {
				if p.In == "query" {
					p.Schema = *resolved(&p.Schema, whole.Components.Schemas)
					op.query = append(op.query, p)
				}
			}
			if s := said.RequestBody.Content["application/json"].Schema; s != nil {
				op.body = resolved(s, whole.Components.Schemas)
			}
			d.operations = append(d.operations, op)
		}
	}
	return nil
}

// resolved returns the schema that a reference points to, with its members resolved likewise.
func resolved(s *schema, named map[string]*schema) *schema {
	if s.Ref != "" {
		s = named[strings.TrimPrefix(s.Ref, "#/components/schemas/")]
	}
	for name, p := range s.Properties {
		s.Properties[name] = resolved(p, named)
	}
	return s
}

// makes reports whether an operation creates something.
func (o *operation) makes() bool { return o.method == http.MethodPost && !o.batch() }

// batch reports whether an operation writes several objects.
func (o *operation) batch() bool { return strings.HasSuffix(o.path, "/batch") }

// ends reports whether an operation deletes something.
func (o *operation) ends() bool { return o.method == http.MethodDelete }
