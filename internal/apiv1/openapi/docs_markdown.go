package openapi

import (
	"html/template"
	"regexp"
	"strings"
)

// chapter is a section of the guide with its heading.
type chapter struct {
	ID, Title string
	Text      template.HTML
}

// renderGuide renders the introduction and the chapters of the guide. It supports the Markdown that the guide uses: second-level headings,
// paragraphs, lists, tables, code blocks, inline code and bold.
func renderGuide(text string) (intro template.HTML, chapters []chapter) {
	parts := strings.Split("\n"+text, "\n## ")
	for _, part := range parts[1:] {
		title, rest, _ := strings.Cut(part, "\n")
		id := strings.ReplaceAll(strings.ToLower(title), " ", "-")
		chapters = append(chapters, chapter{id, title, blocks(rest)})
	}
	return blocks(parts[0]), chapters
}

// blocks renders blocks separated by empty lines.
func blocks(text string) template.HTML {
	var b strings.Builder
	for block := range strings.SplitSeq(strings.TrimSpace(text), "\n\n") {
		b.WriteString(renderBlock(strings.TrimSpace(block)))
	}
	return template.HTML(b.String()) //nolint:gosec // every fragment is escaped
}

func renderBlock(block string) string {
	lines := strings.Split(block, "\n")
	switch {
	case strings.HasPrefix(block, "```"):
		return "<pre><code>" + template.HTMLEscapeString(strings.Join(lines[1:len(lines)-1], "\n")) + "</code></pre>\n"
	case strings.HasPrefix(block, "|"):
		return renderTable(lines)
	case strings.HasPrefix(block, "- "):
		return list("ul", lines)
	case strings.HasPrefix(block, "1. "):
		return list("ol", lines)
	default:
		return "<p>" + string(inline(block)) + "</p>\n"
	}
}

func list(tag string, lines []string) string {
	var b strings.Builder
	b.WriteString("<" + tag + ">\n")
	for _, line := range lines {
		_, item, _ := strings.Cut(line, " ")
		b.WriteString("<li>" + string(inline(item)) + "</li>\n")
	}
	b.WriteString("</" + tag + ">\n")
	return b.String()
}

// renderTable renders a header, a separator and rows.
func renderTable(lines []string) string {
	var b strings.Builder
	b.WriteString("<div class=\"table\" tabindex=\"0\"><table>\n<thead>" + tableRow("th", lines[0]) + "</thead>\n<tbody>\n")
	for _, line := range lines[2:] {
		b.WriteString(tableRow("td", line) + "\n")
	}
	b.WriteString("</tbody></table></div>\n")
	return b.String()
}

func tableRow(tag, line string) string {
	var b strings.Builder
	b.WriteString("<tr>")
	for cell := range strings.SplitSeq(strings.Trim(line, "|"), "|") {
		b.WriteString("<" + tag + ">" + string(inline(strings.TrimSpace(cell))) + "</" + tag + ">")
	}
	b.WriteString("</tr>")
	return b.String()
}

var (
	codeMark = regexp.MustCompile("`([^`]+)`")
	boldMark = regexp.MustCompile(`\*\*([^*]+)\*\*`)
)

// inline renders inline markup after escaping everything else.
func inline(text string) template.HTML {
	text = template.HTMLEscapeString(text)
	text = codeMark.ReplaceAllString(text, "<code>$1</code>")
	text = boldMark.ReplaceAllString(text, "<strong>$1</strong>")
	return template.HTML(text) //nolint:gosec // escaped above
}
