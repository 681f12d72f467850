package htmlsafe

import (
	"regexp"

	"github.com/microcosm-cc/bluemonday"
)

// newPolicy lists everything that a comment may contain. It allows no element whose content browsers parse by different rules
// (style, svg, math, noscript, template, textarea and the like), because those are used to fool sanitisers.
func newPolicy() *bluemonday.Policy {
	policy := bluemonday.NewPolicy()
	policy.AllowElements(
		"p", "div", "br", "hr", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "pre", "ul", "ol", "li",
		"strong", "b", "em", "i", "u", "s", "del", "ins", "code", "kbd", "mark", "sub", "sup",
		"table", "caption", "thead", "tbody", "tfoot", "tr", "th", "td",
	)
	small := regexp.MustCompile(`^[1-9][0-9]{0,2}$`)
	policy.AllowAttrs("colspan", "rowspan").Matching(small).OnElements("th", "td")
	policy.AllowAttrs("start").Matching(regexp.MustCompile(`^[0-9]{1,9}$`)).OnElements("ol")

	// The dashboard's address of an attachment. Pages show no other images; the address of any other image becomes a link.
	attachment := regexp.MustCompile(`^/dash/attachments/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)
	policy.RequireParseableURLs(true)
	policy.AllowURLSchemes("http", "https", "mailto")
	policy.AllowAttrs("href").Matching(regexp.MustCompile(`(?i)^(https?://|mailto:)`)).OnElements("a")
	policy.AllowAttrs("src").Matching(regexp.MustCompile(`(?i)^https://`)).OnElements("img")
	policy.AllowRelativeURLs(true) // which every rule but the next one excludes
	policy.AllowAttrs("src").Matching(attachment).OnElements("img")
	policy.AllowAttrs("width", "height").Matching(regexp.MustCompile(`^[1-9][0-9]{0,3}$`)).OnElements("img")
	policy.AllowAttrs("alt").OnElements("img")
	policy.AllowAttrs("title").OnElements("a", "img")
	return policy
}
