// Package htmlsafe turns the HTML of a comment, which anyone may have written, into HTML that is safe to put in a page.
//
// bluemonday decides what may stay. In addition, this package guarantees three things: the result is balanced, cleaning it
// again changes nothing, and text is kept as it was written, escaped only where HTML requires it.
package htmlsafe

import (
	"strings"

	"github.com/microcosm-cc/bluemonday"
)

// Cleaner cleans comments. It has no state and is safe for concurrent use.
type Cleaner struct {
	policy *bluemonday.Policy
	text   *strings.Replacer
	value  *strings.Replacer
}

// New returns a Cleaner.
func New() *Cleaner {
	return &Cleaner{
		policy: newPolicy(),
		text:   strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "\r", "\n"),
		value:  strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "\r", "\n", `"`, "&#34;"),
	}
}

// maxPasses limits the search for a fixed point. One pass finds it and a second confirms it, except where a URL takes another
// pass to reach its canonical form.
const maxPasses = 5

// Clean returns the safe form of a comment, and whether the reader would see anything: a visible character or an image.
// Cleaning a clean comment again returns it unchanged.
func (c *Cleaner) Clean(html string) (clean string, visible bool) {
	source := normalise(html)
	clean, settled := settle(source, c.pass)
	if !settled {
		clean = c.text.Replace(source)
	}
	return clean, isVisible(clean)
}

// settle repeats a pass until it changes nothing, and reports whether it succeeded.
func settle(html string, pass func(string) string) (string, bool) {
	html = pass(html)
	for range maxPasses - 1 {
		next := pass(html)
		if next == html {
			return html, true
		}
		html = next
	}
	return "", false
}

func (c *Cleaner) pass(html string) string {
	return c.render(c.policy.Sanitize(html))
}

// normalise removes everything that HTML parsers disagree on: NUL, invalid UTF-8 and differing line endings.
func normalise(html string) string {
	html = strings.ToValidUTF8(html, "\uFFFD")
	return strings.NewReplacer("\x00", "", "\r\n", "\n", "\r", "\n").Replace(html)
}
