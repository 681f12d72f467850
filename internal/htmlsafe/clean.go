// Package htmlsafe turns the HTML of a comment, which anyone may have written, into HTML
// that is safe to put in a page.
//
// bluemonday decides what may stay. Around it this package promises three things more: the
// result is balanced, cleaning it again changes nothing, and text comes back as it was
// written, escaped only where HTML needs it.
package htmlsafe

import (
	"strings"

	"github.com/microcosm-cc/bluemonday"
)

// Cleaner cleans comments. It holds no state between calls and is safe for concurrent use.
type Cleaner struct {
	policy *bluemonday.Policy
	text   *strings.Replacer
	value  *strings.Replacer
}

// New makes a Cleaner.
func New() *Cleaner {
	return &Cleaner{
		policy: newPolicy(),
		text:   strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "\r", "\n"),
		value:  strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "\r", "\n", `"`, "&#34;"),
	}
}

// maxPasses bounds the search for a result that cleaning leaves alone. One pass gives it and
// a second confirms it, except where a URL takes a pass more to reach its canonical form.
const maxPasses = 5

// Clean returns the safe form of a comment, and whether a reader would see anything of it: a
// visible character or an image. Clean of a clean text is the same text.
func (c *Cleaner) Clean(html string) (clean string, visible bool) {
	source := normalise(html)
	clean, settled := settle(source, c.pass)
	if !settled {
		clean = c.text.Replace(source)
	}
	return clean, isVisible(clean)
}

// settle repeats a pass until it changes nothing, and tells whether it came to that.
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

// normalise removes what no two readers of HTML agree on: NUL, bytes that are no UTF-8, and
// the different line ends.
func normalise(html string) string {
	html = strings.ToValidUTF8(html, "\uFFFD")
	return strings.NewReplacer("\x00", "", "\r\n", "\n", "\r", "\n").Replace(html)
}
