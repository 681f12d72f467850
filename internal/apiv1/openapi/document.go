package openapi

import (
	"bytes"
	"encoding/json"
	"fmt"

	"gopkg.in/yaml.v3"
)

// Document is an OpenAPI document, in version 3.1 unless Older returned it. Fields and members are written in a fixed order, so that
// documents generated from the same routes are identical.
type Document struct {
	OpenAPI    string                 `json:"openapi"`
	Info       documentInfo           `json:"info"`
	Servers    []documentServer       `json:"servers"`
	Security   []map[string][]string  `json:"security"`
	Tags       []documentTag          `json:"tags"`
	Paths      ordered[ordered[call]] `json:"paths"`
	Components components             `json:"components"`
}

type documentInfo struct {
	Title       string          `json:"title"`
	Summary     string          `json:"summary,omitempty"`
	Description string          `json:"description"`
	Contact     documentContact `json:"contact"`
	License     documentLicense `json:"license"`
	Version     string          `json:"version"`
}

type documentContact struct {
	Name string `json:"name"`
}

type documentLicense struct {
	Name       string `json:"name"`
	Identifier string `json:"identifier,omitempty"` // of SPDX
	URL        string `json:"url,omitempty"`        // in OpenAPI 3.0, which has no identifier
}

type documentServer struct {
	URL         string `json:"url"`
	Description string `json:"description"`
}

// documentTag is the group of operations on one resource.
type documentTag struct {
	Name        string `json:"name"`
	Description string `json:"description"`
}

// call is an operation of the document.
type call struct {
	OperationID string            `json:"operationId"`
	Tags        []string          `json:"tags"`
	Summary     string            `json:"summary"`
	Description string            `json:"description"`
	Scope       string            `json:"x-scope,omitempty"`
	Roles       []string          `json:"x-roles,omitempty"`
	Addition    bool              `json:"x-addition,omitempty"`
	Parameters  []parameter       `json:"parameters,omitempty"`
	RequestBody *requestBody      `json:"requestBody,omitempty"`
	Responses   ordered[response] `json:"responses"`
}

type parameter struct {
	Name        string  `json:"name"`
	In          string  `json:"in"`
	Required    bool    `json:"required"`
	Description string  `json:"description"`
	Addition    bool    `json:"x-addition,omitempty"`
	Style       string  `json:"style,omitempty"`
	Explode     *bool   `json:"explode,omitempty"`
	Schema      *schema `json:"schema"`
	Example     any     `json:"example,omitempty"`

	inSamples bool // whether the examples of requests send it
}

type requestBody struct {
	Required    bool             `json:"required"`
	Description string           `json:"description"`
	Content     map[string]media `json:"content"`
}

type media struct {
	Schema   *schema          `json:"schema"`
	Example  any              `json:"example,omitempty"`
	Examples ordered[example] `json:"examples,omitempty"`
}

type example struct {
	Ref      string `json:"$ref,omitempty"`
	Summary  string `json:"summary,omitempty"`
	Addition bool   `json:"x-addition,omitempty"`
	Value    any    `json:"value,omitempty"`
}

type response struct {
	Ref         string           `json:"$ref,omitempty"`
	Description string           `json:"description,omitempty"`
	Status      int              `json:"x-status,omitempty"` // of a shared response
	Addition    bool             `json:"x-addition,omitempty"`
	Headers     ordered[header]  `json:"headers,omitempty"`
	Content     map[string]media `json:"content,omitempty"`
}

type header struct {
	Ref         string  `json:"$ref,omitempty"`
	Description string  `json:"description,omitempty"`
	Addition    bool    `json:"x-addition,omitempty"`
	Required    bool    `json:"required,omitempty"`
	Schema      *schema `json:"schema,omitempty"`
	Example     any     `json:"example,omitempty"`
}

type components struct {
	SecuritySchemes map[string]securityScheme `json:"securitySchemes"`
	Headers         ordered[header]           `json:"headers"`
	Examples        ordered[example]          `json:"examples"`
	Responses       ordered[response]         `json:"responses"`
	Schemas         ordered[*schema]          `json:"schemas"`
}

type securityScheme struct {
	Type         string `json:"type"`
	Scheme       string `json:"scheme"`
	BearerFormat string `json:"bearerFormat"`
	Description  string `json:"description"`
}

// JSON returns the document as indented JSON, for people and for version control.
func (d *Document) JSON() ([]byte, error) {
	var buf bytes.Buffer
	e := json.NewEncoder(&buf)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(d); err != nil {
		return nil, fmt.Errorf("write the API document: %w", err)
	}
	return buf.Bytes(), nil
}

// YAML returns the same document as YAML, with members in the same order.
func (d *Document) YAML() ([]byte, error) {
	text, err := d.JSON()
	if err != nil {
		return nil, err
	}
	var root yaml.Node
	if err := yaml.Unmarshal(text, &root); err != nil { // JSON is a subset of YAML
		return nil, fmt.Errorf("write the API document as YAML: %w", err)
	}
	inBlocks(&root)
	var buf bytes.Buffer
	e := yaml.NewEncoder(&buf)
	e.SetIndent(2)
	if err := e.Encode(&root); err != nil {
		return nil, fmt.Errorf("write the API document as YAML: %w", err)
	}
	return buf.Bytes(), nil
}

// inBlocks removes unnecessary braces and quotes from a node and its descendants.
func inBlocks(n *yaml.Node) {
	n.Style = 0
	for _, child := range n.Content {
		inBlocks(child)
	}
}

// member is a named value.
type member[T any] struct {
	Name  string
	Value T
}

// ordered is a JSON object whose members keep their order.
type ordered[T any] []member[T]

// Get returns the value of a member and whether it exists.
func (o ordered[T]) Get(name string) (value T, found bool) {
	for _, m := range o {
		if m.Name == name {
			return m.Value, true
		}
	}
	return value, false
}

func (o *ordered[T]) add(name string, value T) { *o = append(*o, member[T]{name, value}) }

// MarshalJSON writes the members in order.
func (o ordered[T]) MarshalJSON() ([]byte, error) {
	var buf bytes.Buffer
	e := json.NewEncoder(&buf)
	e.SetEscapeHTML(false)
	buf.WriteByte('{')
	for i, m := range o {
		if i > 0 {
			buf.WriteByte(',')
		}
		if err := e.Encode(m.Name); err != nil {
			return nil, fmt.Errorf("name %q: %w", m.Name, err)
		}
		buf.WriteByte(':')
		if err := e.Encode(m.Value); err != nil {
			return nil, fmt.Errorf("member %s: %w", m.Name, err)
		}
	}
	buf.WriteByte('}')
	return buf.Bytes(), nil
}
