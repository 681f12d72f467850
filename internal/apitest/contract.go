package apitest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"earnest/internal/apiv1/openapi"
	"earnest/internal/domain"
)

// contract is the API document, prepared for checking responses.
type contract struct {
	operations map[string]map[int]*answer // by method and path, then by status
	refusals   map[int]*answer            // by status
	compiler   *jsonschema.Compiler
}

// readContract parses the API document once; its callers only read the result.
var readContract = sync.OnceValues(newContract) //nolint:gochecknoglobals // caches a constant

const documentURL = "mem:///openapi.json"

func newContract() (contract, error) {
	text, err := openapi.New("test").JSON()
	if err != nil {
		return contract{}, err
	}
	return parseContract(text)
}

func parseContract(text []byte) (contract, error) {
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return contract{}, fmt.Errorf("read the API document: %w", err)
	}
	tighten(document)
	c := contract{operations: map[string]map[int]*answer{}, refusals: map[int]*answer{}, compiler: newCompiler()}
	if err := c.compiler.AddResource(documentURL, document); err != nil {
		return contract{}, fmt.Errorf("add the API document: %w", err)
	}
	return c, errors.Join(c.readOperations(document), c.readRefusals(document))
}

// tighten forbids undocumented members in every object, and makes the validator check that times exist.
func tighten(node any) {
	switch node := node.(type) {
	case map[string]any:
		if _, isObject := node["properties"]; isObject && node["type"] != nil {
			node["additionalProperties"] = false
		}
		if node["pattern"] == openapi.StampPattern {
			node["format"] = "timestamp"
		}
		for _, child := range node {
			tighten(child)
		}
	case []any:
		for _, child := range node {
			tighten(child)
		}
	}
}

// newCompiler returns a compiler that checks the formats of strings.
func newCompiler() *jsonschema.Compiler {
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	for name, is := range map[string]func(string) bool{"uuid": isUUID, "date": isDate, "timestamp": isStamp} {
		c.RegisterFormat(&jsonschema.Format{Name: name, Validate: func(v any) error {
			if text, isText := v.(string); isText && !is(text) {
				return fmt.Errorf("%q is no %s", text, name)
			}
			return nil
		}})
	}
	c.AssertFormat()
	return c
}

// isUUID accepts uuids as the API returns them: in lower case.
func isUUID(s string) bool {
	canonical, ok := domain.ParseUUID(s)
	return ok && canonical == s
}

func isDate(s string) bool {
	_, ok := domain.ParseDate(s)
	return ok
}

func isStamp(s string) bool {
	_, err := time.Parse(time.DateTime, s)
	return err == nil && len(s) == len(time.DateTime)
}

func (c contract) readOperations(document any) error {
	for path, item := range members(document, "paths") {
		for method := range members(item) {
			answers := map[int]*answer{}
			for status, response := range members(item, method, "responses") {
				number, err := strconv.Atoi(status)
				if err != nil {
					return fmt.Errorf("the document has the status %s: %w", status, err)
				}
				pointer := "/paths/" + escape(path) + "/" + method + "/responses/" + status
				if answers[number], err = c.newAnswer(document, response, pointer); err != nil {
					return err
				}
			}
			c.operations[strings.ToUpper(method)+" "+path] = answers
		}
	}
	return nil
}

// readRefusals merges the error responses that have the same status.
func (c contract) readRefusals(document any) error {
	for name, response := range members(document, "components", "responses") {
		one, err := c.newAnswer(document, response, "/components/responses/"+name)
		if err != nil {
			return err
		}
		number, _ := at(response, "x-status").(json.Number)
		status, err := strconv.Atoi(number.String())
		if err != nil {
			return fmt.Errorf("the answer %s has no x-status: %w", name, err)
		}
		if known := c.refusals[status]; known != nil {
			if len(known.codes) > len(one.codes) { // its schema has the other's codes too
				one, known = known, one
			}
			one.codes = append(one.codes, known.codes...)
		}
		c.refusals[status] = one
	}
	c.refusals[http.StatusMethodNotAllowed] = c.methodNotAllowed()
	return nil
}

// methodNotAllowed returns the one error that no documented operation returns, which is like the others with the same envelope.
func (c contract) methodNotAllowed() *answer {
	a := *c.refusals[http.StatusInternalServerError]
	a.headers = append(slices.Clone(a.headers), "Allow")
	a.codes = []string{"METHOD_NOT_ALLOWED"}
	return &a
}

// newAnswer reads one documented response, which may be a reference.
func (c contract) newAnswer(document, response any, pointer string) (*answer, error) {
	if ref, isRef := at(response, "$ref").(string); isRef {
		pointer = strings.TrimPrefix(ref, "#")
		response = at(document, strings.Split(strings.Trim(pointer, "/"), "/")...)
	}
	a := &answer{codes: slices.Collect(maps.Keys(members(response, "content", "application/json", "examples")))}
	for name := range members(response, "headers") {
		header := at(document, "components", "headers", name)
		if at(header, "required") == true {
			a.headers = append(a.headers, name)
		}
		if at(header, "schema", "type") == "integer" {
			a.integers = append(a.integers, name)
		}
	}
	if at(response, "content", "application/json") == nil { // 304, or the bytes of a file
		return a, nil
	}
	var err error
	if a.schema, err = c.compiler.Compile(documentURL + "#" + pointer + "/content/application~1json/schema"); err != nil {
		return nil, fmt.Errorf("compile %s: %w", pointer, err)
	}
	return a, nil
}

// escape encodes a name as part of a JSON pointer in a URL.
func escape(name string) string {
	return strings.NewReplacer("~", "~0", "/", "~1", "{", "%7B", "}", "%7D").Replace(name)
}

// at walks down the members of an object; it returns nil if one is missing.
func at(node any, path ...string) any {
	for _, name := range path {
		object, _ := node.(map[string]any)
		node = object[name]
	}
	return node
}

func members(node any, path ...string) map[string]any {
	object, _ := at(node, path...).(map[string]any)
	return object
}
