package openapi

import (
	"fmt"
	"html/template"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// docsRow is a row of a table of members or parameters.
type docsRow struct {
	Name     string
	In       string // of a parameter: path or query
	Type     string
	Nullable bool
	Required bool
	Bounds   string
	Values   []string // the allowed values, if restricted
	Addition bool     // whether it is missing from the frozen contract
	About    template.HTML
}

func (d *Document) parameterRows(op call) []docsRow {
	var rows []docsRow
	for _, p := range op.Parameters {
		row := d.rowOf(p.Name, p.Schema, p.Required)
		row.In, row.About, row.Addition = p.In, inline(p.Description), p.Addition
		rows = append(rows, row)
	}
	return rows
}

func (d *Document) bodyRows(op call) []docsRow {
	if op.RequestBody == nil {
		return nil
	}
	content, isJSON := op.RequestBody.Content[jsonMedia]
	if !isJSON {
		content = op.RequestBody.Content[formMedia]
	}
	return d.rows("", content.Schema)
}

// rows lists the members of a schema, each followed by its nested members, such as tags[].name.
func (d *Document) rows(prefix string, s *schema) []docsRow {
	s = d.resolve(s)
	if s.Items != nil {
		return d.rows(prefix+"[]", s.Items)
	}
	var rows []docsRow
	for _, p := range s.Properties {
		name := strings.TrimPrefix(prefix+"."+p.Name, ".")
		inner := d.rows(name, p.Value)
		if row := d.rowOf(name, p.Value, slices.Contains(s.Required, p.Name)); row.About != "" || len(inner) == 0 {
			rows = append(rows, row)
		}
		rows = append(rows, inner...)
	}
	return rows
}

// resolve returns the schema that a reference points to.
func (d *Document) resolve(s *schema) *schema {
	if s.Ref != "" {
		s, _ = d.Components.Schemas.Get(nameIn(s.Ref))
	}
	return s
}

func (d *Document) rowOf(name string, s *schema, required bool) docsRow {
	whole := d.resolve(s)
	row := docsRow{
		Name:     name,
		Type:     typeName(whole),
		Nullable: whole.nullable(),
		Required: required,
		Bounds:   boundsOf(whole),
		About:    inline(s.Description),
		Addition: s.Addition,
	}
	for _, value := range whole.Enum {
		if text, isText := value.(string); isText {
			row.Values = append(row.Values, text)
		}
	}
	return row
}

// typeName describes the type of a value, such as "string, uuid" or "array of integer".
func typeName(s *schema) string {
	switch {
	case s.Ref != "":
		return objectType
	case s.Items != nil:
		return "array of " + strings.TrimPrefix(typeName(s.Items), "string, ")
	case s.Pattern == StampPattern:
		return s.Type[0] + ", timestamp"
	case s.Format != "" && s.Format != doubleFormat:
		return s.Type[0] + ", " + s.Format
	case s.Pattern == colorPattern:
		return s.Type[0] + ", colour"
	case s.Pattern == codePattern:
		return s.Type[0] + ", currency"
	case s.Pattern == refPattern:
		return s.Type[0] + ", uuid or key"
	case s.Pattern == keyPattern:
		return s.Type[0] + ", key"
	default:
		return strings.Join(slices.DeleteFunc(slices.Clone(s.Type), func(t string) bool { return t == "null" }), " or ")
	}
}

// boundsOf describes the limits on length, value and number of items.
func boundsOf(s *schema) string {
	var parts []string
	if s.MaxItems != nil {
		parts = append(parts, fmt.Sprintf("at most %s items", grouped(float64(*s.MaxItems))))
		if inner := boundsOf(s.Items); inner != "" && s.Items.MaxLength != nil {
			parts = append(parts, "each of "+inner)
		}
	}
	switch {
	case s.MaxLength != nil && s.MinLength != nil:
		parts = append(parts, fmt.Sprintf("%d to %s characters", *s.MinLength, grouped(float64(*s.MaxLength))))
	case s.MaxLength != nil:
		parts = append(parts, fmt.Sprintf("up to %s characters", grouped(float64(*s.MaxLength))))
	}
	switch {
	case s.Maximum == nil:
	case *s.Maximum >= 1<<53: // the limit of a JSON number, not worth showing
		parts = append(parts, "at least "+grouped(*s.Minimum))
	default:
		parts = append(parts, grouped(*s.Minimum)+" to "+grouped(*s.Maximum))
	}
	if s.Pattern == colorPattern {
		parts = append(parts, "#rrggbb")
	}
	if s.Pattern == codePattern {
		parts = append(parts, "an ISO 4217 code such as EUR")
	}
	if s.Pattern == keyPattern {
		parts = append(parts, "a letter and 1 to 9 letters or digits")
	}
	return strings.Join(parts, ", ")
}

// grouped formats a number with a thin space between thousands.
func grouped(f float64) string {
	digits := strconv.FormatFloat(f, 'f', -1, 64)
	sign := ""
	if strings.HasPrefix(digits, "-") {
		sign, digits = "−", digits[1:]
	}
	for i := len(digits) - 3; i > 0 && len(digits) > 4; i -= 3 {
		digits = digits[:i] + "\u202f" + digits[i:]
	}
	return sign + digits
}

// jsonParts matches the names, strings and other values in indented JSON.
var jsonParts = regexp.MustCompile(`(?m)^( *)("(?:[^"\\]|\\.)*")(: )|"(?:[^"\\]|\\.)*"|-?[0-9]+(?:\.[0-9]+)?|\b(?:true|false|null)\b`)

// coloured marks up indented JSON for the style sheet.
func coloured(text string) template.HTML {
	var b strings.Builder
	at := 0
	for _, m := range jsonParts.FindAllStringSubmatchIndex(text, -1) {
		b.WriteString(template.HTMLEscapeString(text[at:m[0]]))
		at = m[1]
		if m[2] >= 0 {
			b.WriteString(text[m[2]:m[3]] + span("k", text[m[4]:m[5]]) + text[m[6]:m[7]])
			continue
		}
		kind := "n"
		if text[m[0]] == '"' {
			kind = "s"
		}
		b.WriteString(span(kind, text[m[0]:m[1]]))
	}
	b.WriteString(template.HTMLEscapeString(text[at:]))
	return template.HTML(b.String()) //nolint:gosec // every fragment was escaped above
}

func span(class, text string) string {
	return `<span class="` + class + `">` + template.HTMLEscapeString(text) + `</span>`
}
