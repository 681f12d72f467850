package htmlsafe

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// maxDepth limits how deeply elements nest; start tags beyond it are dropped. It keeps the result within what every HTML
// parser accepts.
const maxDepth = 100

// linkRel is set on every link, so that search engines give its target no credit and the target has no access to our page.
const linkRel = "nofollow noopener"

// renderer writes tokens as balanced HTML.
type renderer struct {
	*Cleaner
	out  strings.Builder
	open []string
}

// render rewrites sanitised HTML so that it is balanced and its text is escaped only where necessary. It cannot bring back
// anything that the sanitiser removed, because it writes only tags that the sanitiser wrote and their end tags, and otherwise
// escapes the three characters that markup is made of.
func (c *Cleaner) render(clean string) string {
	r := renderer{Cleaner: c}
	for token := range tokens(clean) {
		switch token.Type {
		case html.TextToken:
			r.out.WriteString(c.text.Replace(token.Data))
		case html.StartTagToken, html.SelfClosingTagToken:
			r.start(token)
		case html.EndTagToken:
			r.end(token.Data)
		}
	}
	r.closeTo(0)
	return r.out.String()
}

// tokens iterates over the tokens of HTML in memory, where reading cannot fail.
func tokens(text string) func(yield func(html.Token) bool) {
	return func(yield func(html.Token) bool) {
		tokenizer := html.NewTokenizer(strings.NewReader(text))
		for tokenizer.Next() != html.ErrorToken {
			if !yield(tokenizer.Token()) {
				return
			}
		}
	}
}

func (r *renderer) start(token html.Token) {
	name := token.Data
	r.closeImplied(name)
	if !r.fits(token) {
		return
	}
	r.out.WriteString("<" + name)
	r.attributes(token)
	r.out.WriteString(">")
	if !isVoid(name) {
		r.open = append(r.open, name)
	}
}

// fits reports whether an element may appear here: it must not be nested too deeply, a part of a table must be inside a table,
// an image must have an address, and a link must have a target.
func (r *renderer) fits(token html.Token) bool {
	name := token.Data
	switch {
	case len(r.open) >= maxDepth && !isVoid(name):
		return false
	case tableRank(name) > 0:
		return slices.Contains(r.open, "table")
	case name == "img":
		return hasAttribute(token, "src")
	case name == "a":
		return hasAttribute(token, "href")
	default:
		return true
	}
}

func hasAttribute(token html.Token, key string) bool {
	return slices.ContainsFunc(token.Attr, func(a html.Attribute) bool { return a.Key == key })
}

// attributes writes each attribute once; of duplicates, it keeps the first, as browsers do.
func (r *renderer) attributes(token html.Token) {
	var seen []string
	for _, attribute := range token.Attr {
		if slices.Contains(seen, attribute.Key) {
			continue
		}
		seen = append(seen, attribute.Key)
		r.out.WriteString(" " + attribute.Key + `="` + r.value.Replace(attribute.Val) + `"`)
	}
	if token.Data == "a" {
		r.out.WriteString(` rel="` + linkRel + `"`)
	}
}

// end closes the nearest open element with that name and everything inside it. An end tag that closes nothing is dropped, as
// is one that would close an element outside the current table cell, unless it ends a table or a part of one.
func (r *renderer) end(name string) {
	for i, v := range slices.Backward(r.open) {
		if v == name {
			r.closeTo(i)
			return
		}
		if isCell(v) && tableRank(name) == 0 && name != "table" {
			return
		}
	}
}

// closeTo closes elements until only the given number are open.
func (r *renderer) closeTo(depth int) {
	for len(r.open) > depth {
		last := len(r.open) - 1
		r.out.WriteString("</" + r.open[last] + ">")
		r.open = r.open[:last]
	}
}
