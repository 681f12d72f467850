package openapi

import (
	"embed"
	"fmt"
	"strings"

	"earnest/internal/domain"
)

//go:embed docs/guide.md
var guideText string

//go:embed docs/guides/*.md
var guideFiles embed.FS

// guides returns the step-by-step guides of the page, in reading order. They are not part of the document. A test runs their examples.
func guides() []chapter {
	var list []chapter
	for _, name := range []string{"first-call", "paging", "retrying", "keeping-a-copy", "quotas", "earned-value"} {
		_, chapters := renderGuide(string(must(guideFiles.ReadFile("docs/guides/" + name + ".md"))))
		list = append(list, chapters...)
	}
	return list
}

// guide returns the part of the reference that applies to all operations, in Markdown.
func guide() string {
	return strings.NewReplacer("{{scopes}}\n", scopesTable(), "{{errors}}\n", errorsTable()).Replace(guideText)
}

func scopesTable() string {
	var b strings.Builder
	b.WriteString("| Scope | Lets a key |\n|---|---|\n")
	for _, s := range domain.AllScopes() {
		fmt.Fprintf(&b, "| `%s` | %s |\n", s.Scope, s.Grants)
	}
	return b.String()
}

func errorsTable() string {
	var b strings.Builder
	b.WriteString("| Status | Code | When |\n|---|---|---|\n")
	for _, kind := range kindsInOrder() {
		c := codes()[kind]
		fmt.Fprintf(&b, "| %d | `%s` | %s |\n", c.Status, c.Code, aboutKind(kind))
	}
	return b.String()
}
