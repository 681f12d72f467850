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

// renderGuide renders the introduction and the chapters of a guide. It supports the Markdown that the guides use: headings of the second and
// third level, paragraphs, lists, tables, code blocks, inline code, bold, and links within the page.
func renderGuide(text string) (intro template.HTML, chapters []chapter) {
	parts := strings.Split("\n"+text, "\n## ")
	for _, part := range parts[1:] {
		title, rest, _ := strings.Cut(part, "\n")
		id := strings.ReplaceAll(strings.ToLower(title), " ", "-")
		chapters = append(chapters, chapter{id, title, blocks(rest)})
	}
	return blocks(parts[0]), chapters
}

// blocks renders blocks separated by empty lines. Code in several languages, one block after the other, is shown in one box.
func blocks(text string) template.HTML {
	var b strings.Builder
	var programs []docsSample
	for _, block := range splitBlocks(text) {
		code, isProgram := program(block)
		if !isProgram && len(programs) > 0 {
			b.WriteString(renderPrograms(programs))
			programs = nil
		}
		if isProgram {
			programs = append(programs, code)
			continue
		}
		b.WriteString(renderBlock(block))
	}
	if len(programs) > 0 {
		b.WriteString(renderPrograms(programs))
	}
	return template.HTML(b.String()) //nolint:gosec // every fragment is escaped
}

// splitBlocks splits a text at empty lines that are not inside code.
func splitBlocks(text string) []string {
	var list []string
	inCode := false
	for part := range strings.SplitSeq(strings.TrimSpace(text), "\n\n") {
		if inCode {
			list[len(list)-1] += "\n\n" + part
		} else if part = strings.TrimSpace(part); part != "" {
			list = append(list, part)
		}
		if strings.Count(part, "```")%2 == 1 {
			inCode = !inCode
		}
	}
	return list
}

// program returns the code of a block in one of the languages that readers choose from.
func program(block string) (code docsSample, ok bool) {
	names := map[string]string{"go": "Go", "ts": "TypeScript", "python": "Python"}
	first, rest, _ := strings.Cut(block, "\n")
	language, isCode := strings.CutPrefix(first, "```")
	return docsSample{language, names[language], strings.TrimSuffix(rest, "\n```")}, isCode && names[language] != ""
}

func renderPrograms(programs []docsSample) string {
	var b strings.Builder
	b.WriteString("<figure class=\"sample programs\">\n<figcaption>Program</figcaption>\n")
	for _, p := range programs {
		b.WriteString(`<pre data-language="` + p.Language + `" data-name="` + p.Name + `" tabindex="0" aria-label="The program in ` + p.Name + `"><code>` +
			template.HTMLEscapeString(p.Text) + "</code></pre>\n")
	}
	b.WriteString("</figure>\n")
	return b.String()
}

func renderBlock(block string) string {
	lines := strings.Split(block, "\n")
	switch {
	case strings.HasPrefix(block, "```"):
		return "<pre><code>" + template.HTMLEscapeString(strings.Join(lines[1:len(lines)-1], "\n")) + "</code></pre>\n"
	case strings.HasPrefix(block, "### "):
		return "<h3>" + string(inline(block[4:])) + "</h3>\n"
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
	linkMark = regexp.MustCompile(`\[([^\]]+)\]\((#[\w-]+)\)`)
)

// inline renders inline markup after escaping everything else.
func inline(text string) template.HTML {
	text = template.HTMLEscapeString(text)
	text = codeMark.ReplaceAllString(text, "<code>$1</code>")
	text = boldMark.ReplaceAllString(text, "<strong>$1</strong>")
	text = linkMark.ReplaceAllString(text, `<a href="$2">$1</a>`)
	return template.HTML(text) //nolint:gosec // escaped above
}
