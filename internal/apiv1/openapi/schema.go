package openapi

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strings"

	"earnest/internal/apiv1"
	"earnest/internal/domain"
	"earnest/internal/input"
)

// Formats of strings in the document.
const (
	uuidPattern  = "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$"
	refPattern   = "^([0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}|[A-Za-z][A-Za-z0-9]{1,9}-[1-9][0-9]{0,14})$" // a uuid, or the key of a ticket
	keyPattern   = "^[A-Za-z][A-Za-z0-9]{1,9}$"                                                                       // of a project
	colorPattern = "^#[0-9a-fA-F]{6}$"
	codePattern  = "^[A-Z]{3}$"
	stringType   = "string"
	arrayType    = "array"
	objectType   = "object"
	numberType   = "number"
	doubleFormat = "double" // without it, some generators use numbers of 32 bits
	dateFormat   = "date"
	momentFormat = "date-time"
	uuidFormat   = "uuid"
)

// StampPattern is the form of times in the document. They have no format, because no registered one allows a space.
const StampPattern = `^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$`

// schema is the subset of JSON Schema that the document needs.
type schema struct {
	Ref         string           `json:"$ref,omitempty"`
	AllOf       []*schema        `json:"allOf,omitempty"` // in OpenAPI 3.0: a reference with a description
	AnyOf       []*schema        `json:"anyOf,omitempty"`
	Type        types            `json:"type,omitempty"`
	Nullable    bool             `json:"nullable,omitempty"` // in OpenAPI 3.0, which has no type null
	Description string           `json:"description,omitempty"`
	Addition    bool             `json:"x-addition,omitempty"`
	Format      string           `json:"format,omitempty"`
	Pattern     string           `json:"pattern,omitempty"`
	Enum        []any            `json:"enum,omitempty"`
	MinLength   *int             `json:"minLength,omitempty"`
	MaxLength   *int             `json:"maxLength,omitempty"`
	Minimum     *float64         `json:"minimum,omitempty"`
	Maximum     *float64         `json:"maximum,omitempty"`
	MaxItems    *int             `json:"maxItems,omitempty"`
	Default     any              `json:"x-default,omitempty"` // generators make members with a default compulsory
	Items       *schema          `json:"items,omitempty"`
	Required    []string         `json:"required,omitempty"`
	Properties  ordered[*schema] `json:"properties,omitempty"`
	Examples    []any            `json:"examples,omitempty"`
	Example     any              `json:"example,omitempty"` // in OpenAPI 3.0, which has no examples
}

// types lists the types a value may have.
type types []string

// MarshalJSON writes a single type as a string and several as an array.
func (t types) MarshalJSON() ([]byte, error) {
	if len(t) == 1 {
		return json.Marshal(t[0])
	}
	return json.Marshal([]string(t))
}

func typed(name string) *schema { return &schema{Type: types{name}} }

// orNull makes a value nullable. It panics for a reference, which cannot express that.
func (s *schema) orNull() {
	if s.Ref != "" {
		panic("the API document has no way to say that a " + nameIn(s.Ref) + " may be null")
	}
	s.Type = append(s.Type, "null")
	if len(s.Enum) > 0 {
		s.Enum = append(s.Enum, nil)
	}
}

func (s *schema) nullable() bool { return slices.Contains(s.Type, "null") }

// inputSchema returns the schema of the input that a rule accepts.
func inputSchema(r domain.Rule) *schema {
	switch r.Kind {
	case domain.NumberRule:
		return &schema{Type: types{numberType}, Format: doubleFormat, Minimum: &r.Min, Maximum: &r.Max}
	case domain.IntegerRule:
		return &schema{Type: types{"integer"}, Minimum: &r.Min, Maximum: &r.Max}
	case domain.DateRule:
		return &schema{Type: types{stringType}, Format: dateFormat}
	case domain.UUIDRule:
		if r.Keys {
			return &schema{Type: types{stringType}, Pattern: refPattern}
		}
		return &schema{Type: types{stringType}, Format: uuidFormat, Pattern: uuidPattern}
	case domain.ColorRule:
		return &schema{Type: types{stringType}, Pattern: colorPattern}
	case domain.ProjectKeyRule:
		return &schema{Type: types{stringType}, Pattern: keyPattern}
	case domain.CurrencyRule:
		return &schema{Type: types{stringType}, Pattern: codePattern}
	case domain.LinesRule:
		return listOf(r, domain.Rule{Kind: domain.TextRule, Min: r.Min, Max: r.Max})
	case domain.UUIDsRule:
		return listOf(r, domain.Rule{Kind: domain.UUIDRule, Keys: r.Keys})
	case domain.IntegersRule:
		return listOf(r, domain.Rule{Kind: domain.IntegerRule, Min: r.Min, Max: r.Max})
	case domain.BoolRule:
		return typed("boolean")
	case domain.TextRule, domain.MomentRule:
		return textSchema(r)
	default:
		panic(fmt.Sprintf("the API document knows no rule of kind %d", r.Kind))
	}
}

func listOf(r, item domain.Rule) *schema {
	return &schema{Type: types{arrayType}, Items: inputSchema(item), MaxItems: &r.Items}
}

// textSchema returns the schema of a string with its length bounds; an enum needs none.
func textSchema(r domain.Rule) *schema {
	s := typed(stringType)
	for _, value := range r.Enum {
		s.Enum = append(s.Enum, value)
	}
	if least := int(r.Min); least > 0 && len(r.Enum) == 0 {
		s.MinLength = &least
	}
	if most := int(r.Max); most > 0 && len(r.Enum) == 0 {
		s.MaxLength = &most
	}
	return s
}

// schemas collects the named schemas of the document.
type schemas struct {
	named map[string]*schema
	types map[string]reflect.Type // the Go type of each name
}

// wire returns the schema of a wire type. For a struct it adds a named schema and returns a reference to it.
func (c *schemas) wire(t reflect.Type) *schema {
	switch t.Kind() {
	case reflect.Struct:
		return c.wireStruct(t)
	case reflect.Slice:
		return &schema{Type: types{arrayType}, Items: c.wire(t.Elem())}
	case reflect.String:
		return typed(stringType)
	case reflect.Bool:
		return typed("boolean")
	case reflect.Float64:
		return &schema{Type: types{numberType}, Format: doubleFormat}
	case reflect.Int, reflect.Int64:
		return typed("integer")
	default:
		panic("the API document has no schema for " + t.String())
	}
}

func (c *schemas) wireStruct(t reflect.Type) *schema {
	name := strings.ToUpper(t.Name()[:1]) + t.Name()[1:]
	if _, known := c.named[name]; !known {
		s := typed(objectType)
		s.Description = aboutSchema(name)
		c.claim(name, t, s)
		c.wireFields(name, t, s)
		s.Examples = []any{c.exampleOf(name, s)}
	}
	if c.types[name] != t {
		panic(fmt.Sprintf("both %s and %s would be called %s in the API document", t, c.types[name], name))
	}
	return refTo(name)
}

func (c *schemas) claim(name string, t reflect.Type, s *schema) {
	c.named[name], c.types[name] = s, t
}

func refTo(name string) *schema { return &schema{Ref: "#/components/schemas/" + name} }

// resolve returns the schema that a reference points to.
func (c *schemas) resolve(s *schema) *schema {
	if s.Ref == "" {
		return s
	}
	return c.named[nameIn(s.Ref)]
}

// nameIn returns the last part of a reference.
func nameIn(ref string) string { return ref[strings.LastIndexByte(ref, '/')+1:] }

// wireFields adds the members of a struct, with those of embedded structs in place.
func (c *schemas) wireFields(owner string, t reflect.Type, s *schema) {
	for f := range t.Fields() {
		if f.Anonymous {
			c.wireFields(owner, f.Type, s)
			continue
		}
		name, option, _ := strings.Cut(f.Tag.Get("json"), ",")
		s.Properties.add(name, c.wireField(owner, name, f))
		if option == "" {
			s.Required = append(s.Required, name)
		}
	}
}

// wireField returns the schema of a response member. It has the format and values of the rule but no bounds, which apply only to input, so
// that relaxing a bound later does not break clients.
func (c *schemas) wireField(owner, name string, f reflect.StructField) *schema {
	t := f.Type
	pointer := t.Kind() == reflect.Pointer
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	s := c.wire(t)
	s.formed(f.Tag)
	s = c.enum(cmp.Or(f.Tag.Get("rule"), owner+" "+name), s)
	if optional := strings.HasSuffix(f.Tag.Get("json"), ",omitempty"); pointer && !optional || f.Tag.Get("null") == "yes" {
		s.orNull()
	}
	s.Description = cmp.Or(f.Tag.Get("doc"), aboutMember(owner, name))
	return s
}

// enum adds a named schema for a value with a closed list of values, such as EpicStatus for the rule "epic status", and returns a reference to
// it. It returns any other schema unchanged.
func (c *schemas) enum(rule string, s *schema) *schema {
	if len(s.Enum) == 0 {
		return s
	}
	name := camelCase(rule)
	if known := c.named[name]; known == nil {
		c.claim(name, nil, &schema{Type: s.Type, Description: aboutSchema(name), Enum: s.Enum, Examples: s.Enum[:1]})
	} else if !slices.Equal(known.Enum, s.Enum) {
		panic("two schemas would be called " + name + " in the API document")
	}
	return refTo(name)
}

// camelCase joins the words of a name, such as EpicStatus for "epic status" and DependencyType for "Dependency type".
func camelCase(name string) string {
	var b strings.Builder
	for word := range strings.FieldsFuncSeq(name, func(r rune) bool { return r == ' ' || r == '-' || r == '_' }) {
		b.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	return b.String()
}

// formed sets the format of a string from its tags: a format, a rule, or a list of values.
func (s *schema) formed(tag reflect.StructTag) {
	if enum := tag.Get("enum"); enum != "" {
		for value := range strings.SplitSeq(enum, ",") {
			s.Enum = append(s.Enum, value)
		}
	}
	switch format := tag.Get("format"); format {
	case "":
	case "stamp":
		s.Pattern = StampPattern
	case uuidFormat, dateFormat, momentFormat:
		s.Format = format
	default:
		panic("the API document knows no format " + format)
	}
	rule := tag.Get("rule")
	if rule == "" || !slices.Contains(s.Type, stringType) {
		return
	}
	by := inputSchema(domain.Rules(rule))
	s.Format, s.Pattern, s.Enum = cmp.Or(s.Format, by.Format), cmp.Or(s.Pattern, by.Pattern), by.Enum
}

// body returns the schema of a route's request body; only a create request has required members.
func (c *schemas) body(r apiv1.Route) *schema {
	name := bodyName(r)
	s := typed(objectType)
	s.Description = aboutBody(r)
	if r.Parent != "" {
		s.Properties.add(r.Parent, parentSchema(r.Parent))
		s.Required = append(s.Required, r.Parent)
	}
	for i, f := range input.Fields(r.Body) {
		s.Properties.add(f.Name, c.bodyField(r, f, r.Body.Field(i).Tag))
		if f.Required && r.Method == http.MethodPost {
			s.Required = append(s.Required, f.Name)
		}
	}
	s.Examples = []any{c.bodyExample(name, s)}
	if c.named[name] != nil {
		panic("two bodies are called " + name + " in the API document")
	}
	c.claim(name, r.Body, s)
	return refTo(name)
}

// bodyName returns the name of a body's schema, such as TicketCreate for the body of a request that creates a ticket.
func bodyName(r apiv1.Route) string {
	noun := strings.ToUpper(r.Reply.Name()[:1]) + r.Reply.Name()[1:]
	if r.Method == http.MethodPost {
		return noun + "Create"
	}
	return noun + "Update"
}

func parentSchema(parent string) *schema {
	noun := strings.TrimSuffix(parent, "_uuid")
	s := inputSchema(referenceTo(noun))
	s.Description = "the " + identifier(noun) + " of the " + noun + " it belongs to"
	return s
}

// referenceTo returns the rule of a reference to an object.
func referenceTo(noun string) domain.Rule {
	return domain.Rule{Kind: domain.UUIDRule, Keys: noun == "ticket"}
}

// identifier returns what identifies an object in a request.
func identifier(noun string) string {
	if referenceTo(noun).Keys {
		return "uuid or key"
	}
	return "uuid"
}

// bodyField returns the schema of a member of a body.
func (c *schemas) bodyField(r apiv1.Route, f input.Field, tag reflect.StructTag) *schema {
	s := c.enum(tag.Get("rule"), inputSchema(f.Rule))
	if f.Nullable {
		s.orNull()
	}
	s.Description = cmp.Or(tag.Get("doc"), aboutSent(f.Name), c.aboutAnswered(r.Reply, f.Name))
	if r.Method != http.MethodPost {
		return s
	}
	value := defaultOf(bodyName(r), f.Name)
	switch {
	case value == nil:
	case r.Items != nil: // an item may also be an update, to which the default does not apply
		s.Description += fmt.Sprintf("; %v if it is omitted when creating", value)
	default:
		s.Default = value
		s.Description += fmt.Sprintf("; %v if it is omitted", value)
	}
	return s
}

// aboutAnswered returns the response's description of a member that can also be sent.
func (c *schemas) aboutAnswered(reply reflect.Type, name string) string {
	answered, found := c.resolve(c.wire(reply)).Properties.Get(name)
	if !found {
		return aboutMember("", name)
	}
	return answered.Description
}
